package org.tailback.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.replay.Replay;

/** Trees and pipelines of NCCL; that every rank ends with all data is {@link CollectiveAlgorithmProofTest}. */
class NcclTest {
    /** A message of n bytes takes 1 us and n ns, one after the other at each interface. */
    private static final String PLATFORM = """
            cluster: {nodes: 16}
            network: {model: max-min, bandwidth: 1 GB/s}
            cost: {model: hockney, latency: 1 us, bandwidth: 1 GB/s}
            """;

    private static double seconds(Kind kind, String algorithm, int ranks, long bytes) {
        Platform platform = PlatformFile.parse(PLATFORM, "test").resolve(Overrides.NONE);
        return Replay.builder(
                        CollectiveExpansion.of(
                                CollectiveProgram.calls(kind, ranks, bytes),
                                CollectiveSelector.always(CollectiveAlgorithms.named(kind, algorithm))
                                        .on(MachineLayout.NONE)
                                        .with(platform.localWork())),
                        platform)
                .build()
                .run()
                .makespan();
    }

    private static List<Integer> parents(int which, int ranks) {
        List<Integer> parents = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            parents.add(DoubleTree.of(which, rank, ranks).parent());
        }
        return parents;
    }

    /** The drawings in the comments of NCCL's trees.cc: 14 ranks, and the mirrored tree of 12. */
    @Test
    void doubleTree_isThatOfNccl() {
        assertThat(parents(0, 14)).containsExactly(-1, 2, 4, 2, 8, 6, 4, 6, 0, 10, 12, 10, 8, 12);
        assertThat(DoubleTree.of(0, 12, 14).children().asList()).containsExactly(10, 13);
        assertThat(parents(1, 12)).containsExactly(1, 3, 1, 11, 5, 7, 5, 3, 9, 7, 9, -1);
    }

    /** With 13 ranks the second tree is the first one, shifted by a rank. */
    @Test
    void doubleTree_oddNumberOfRanks_isShifted() {
        assertThat(parents(0, 13)).containsExactly(-1, 2, 4, 2, 8, 6, 4, 6, 0, 10, 12, 10, 8);
        assertThat(parents(1, 13)).containsExactly(9, -1, 3, 5, 3, 9, 7, 5, 7, 1, 11, 0, 11);
    }

    @Test
    void doubleTree_parentsAndChildrenAgree_andNoRankIsInsideTwiceForEvenNumbers() {
        for (int ranks = 1; ranks <= 70; ranks++) {
            for (int rank = 0; rank < ranks; rank++) {
                int inside = 0;
                for (int which = 0; which < 2; which++) {
                    CollectiveTree tree = DoubleTree.of(which, rank, ranks);
                    for (int child : tree.children().toArray()) {
                        assertThat(DoubleTree.of(which, child, ranks).parent()).isEqualTo(rank);
                    }
                    inside += tree.isRoot() || tree.children().isEmpty() ? 0 : 1;
                    assertThat(DoubleTree.depth(which, rank, ranks)).isLessThanOrEqualTo(DoubleTree.height(ranks));
                }
                assertThat(inside).as("rank %s of %s", rank, ranks).isLessThanOrEqualTo(ranks % 2 == 0 ? 1 : 2);
            }
        }
    }

    /** 2 (P - 1) messages of an eighth of the buffer, with and without chunks as nothing else happens meanwhile. */
    @ParameterizedTest
    @CsvSource({"nccl-ring, 1000", "nccl-ring/1000000, 8000000"})
    void ringAllreduce_takesTheTimeOfItsMessages(String algorithm, long bytes) {
        double step = 1e-6 + bytes / 8 * 1e-9;

        assertThat(seconds(Kind.ALLREDUCE, algorithm, 8, bytes)).isCloseTo(14 * step, within(0.01 * 14 * step));
    }

    /** Chunks let the latency of one hide behind the transfer of another: the ring is never idle. */
    @Test
    void chunks_hideLatency() {
        double whole = seconds(Kind.ALLREDUCE, "nccl-tree/16000000", 16, 16_000_000);
        double chunked = seconds(Kind.ALLREDUCE, "nccl-tree/250000", 16, 16_000_000);

        // each half passes up and down H = 4 levels of up to two children; in chunks all levels work at once
        assertThat(chunked).isLessThan(0.5 * whole);
        // both directions of every link carry the buffer once for each child at least
        assertThat(chunked).isGreaterThan(16e-3);
    }

    /** A chain of 8 ranks: the first chunk needs 7 messages, the other 15 follow it. */
    @Test
    void ringBroadcast_chunksFollowOneAnother() {
        double chunk = 1e-3;

        assertThat(seconds(Kind.BCAST, "nccl-ring/1000000", 8, 16_000_000))
                .isCloseTo(22 * chunk, within(0.02 * 22 * chunk));
    }

    @Test
    void smallBuffer_treeIsFasterThanRing() {
        assertThat(seconds(Kind.ALLREDUCE, "nccl-tree", 16, 16))
                .isLessThan(seconds(Kind.ALLREDUCE, "nccl-ring", 16, 16) / 2);
    }
}
