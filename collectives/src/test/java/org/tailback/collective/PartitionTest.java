package org.tailback.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;

class PartitionTest {
    private static long[] sizes(Partition partition) {
        long[] sizes = new long[partition.parts()];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = partition.bytes(i, 1);
        }
        return sizes;
    }

    @Test
    void even_largerPartsFirst() {
        assertThat(sizes(Partition.even(11, 4))).containsExactly(3, 3, 3, 2);
        assertThat(sizes(Partition.even(2, 4))).containsExactly(1, 1, 0, 0);
    }

    @Test
    void segments_lastIsTheRest() {
        assertThat(sizes(Partition.segments(10, 4))).containsExactly(4, 4, 2);
        assertThat(sizes(Partition.segments(8, 4))).containsExactly(4, 4);
        assertThat(sizes(Partition.segments(4, 4))).containsExactly(4);
        assertThat(sizes(Partition.segments(10, 0))).containsExactly(10);
        assertThat(sizes(Partition.segments(0, 4))).containsExactly(0);
    }

    @Test
    void segments_tooMany_isRefused() {
        assertThatThrownBy(() -> Partition.segments(1L << 40, 1))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        "1099511627776 bytes in segments of 1 bytes: more than 2^24 segments. Choose larger segments");
    }

    @Test
    void ceiling_lastPartsMayBeEmpty() {
        assertThat(sizes(Partition.ceiling(9, 3, 5))).containsExactly(3, 3, 3, 0, 0);
        assertThat(sizes(Partition.ceiling(0, 0, 2))).containsExactly(0, 0);
    }

    @Test
    void followedBy_hasBoth() {
        assertThat(sizes(Partition.segments(6, 4).followedBy(Partition.segments(5, 4))))
                .containsExactly(4, 2, 4, 1);
    }

    @Test
    void bytesRound_goesFromTheLastToTheFirst() {
        Partition blocks = Partition.of(new long[] {1, 10, 100});
        assertThat(blocks.blocks(2, 2).bytes()).isEqualTo(101);
        assertThat(blocks.blocks(1, 3).bytes()).isEqualTo(111);
    }

    @Test
    void equal_tooLarge_isRefused() {
        assertThatThrownBy(() -> Partition.equal(1L << 62, 3)).isInstanceOf(InputException.class);
    }
}
