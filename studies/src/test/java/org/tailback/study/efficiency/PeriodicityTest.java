package org.tailback.study.efficiency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.tailback.study.efficiency.Periodicity.Repetition;

class PeriodicityTest {
    /** Iterations that contain loops of their own, between other operations. */
    @RepeatedTest(40)
    void repetition_isFoundBetweenOtherOperations(RepetitionInfo info) {
        Random random = new Random(info.getCurrentRepetition());
        int[] loop = random.ints(1 + random.nextInt(5), 0, 3).toArray();
        int[] iteration = IntStream.concat(
                        random.ints(1 + random.nextInt(20), 3, 9),
                        IntStream.range(0, 5 * loop.length).map(i -> loop[i % loop.length]))
                .toArray();
        int count = 3 + random.nextInt(10);
        int before = random.nextInt(iteration.length);
        int[] sequence = IntStream.concat(
                        IntStream.range(0, before).map(i -> 1000 + i),
                        IntStream.concat(
                                IntStream.range(0, count * iteration.length).map(i -> iteration[i % iteration.length]),
                                IntStream.range(0, random.nextInt(iteration.length))
                                        .map(i -> 5000 + i)))
                .toArray();

        Repetition found = Periodicity.of(sequence);

        assertThat(found).as("seed %d", info.getCurrentRepetition()).isNotNull();
        assertThat(found.start()).isEqualTo(before);
        assertThat(found.count() * found.period()).isEqualTo(count * iteration.length);
        for (int i = found.start(); i + found.period() < before + count * iteration.length; i++) {
            assertThat(sequence[i + found.period()]).isEqualTo(sequence[i]);
        }
    }

    @Test
    void sequencesThatDoNotRepeat_haveNone() {
        assertThat(Periodicity.of(new int[0])).isNull();
        assertThat(Periodicity.of(new int[] {1, 1})).isNull();
        assertThat(Periodicity.of(IntStream.range(0, 1000).toArray())).isNull();
        assertThat(Periodicity.of(new Random(1).ints(1000, 0, 50).toArray())).isNull();
    }

    @Test
    void equalOperations_areIterationsOfOne() {
        assertThat(Periodicity.of(new int[] {4, 7, 7, 7, 7, 7})).isEqualTo(new Repetition(1, 1, 5));
    }
}
