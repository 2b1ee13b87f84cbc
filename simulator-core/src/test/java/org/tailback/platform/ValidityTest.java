package org.tailback.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.Range;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.platform.Validity.Basis;
import org.tailback.platform.Validity.Memory;
import org.tailback.platform.Validity.Use;
import org.tailback.program.CollectiveCall.Kind;

class ValidityTest {
    private static final Validity MACHINE = new Validity(
            Basis.MEASURED,
            Range.closed(4L, 2000L),
            ImmutableRangeSet.of(Range.singleton(1L)),
            Range.closed(4L, 16L),
            Set.of(Kind.ALLREDUCE),
            Range.closed(16L, 1L << 20),
            Memory.HOST,
            true,
            "2025",
            Map.of(Basis.NOMINAL, List.of("network.bandwidth")),
            List.of());

    @Test
    void outside_insideOfEverything_nothing() {
        assertThat(MACHINE.outside(new Use(4, 4, 1, Memory.HOST))).isEmpty();
        assertThat(MACHINE.outside(new Use(16, 16, 1, Memory.HOST).with(Kind.ALLREDUCE, 16, 1 << 20)))
                .isEmpty();
    }

    @Test
    void outside_workedExample_32RanksOn8Nodes() {
        int[] nodes = new int[32];
        for (int rank = 0; rank < 32; rank++) {
            nodes[rank] = rank / 4;
        }
        Use use = Platform.use(Cluster.of(8, 4), nodes);
        assertThat(use).isEqualTo(new Use(32, 8, 4, Memory.HOST));
        assertThat(MACHINE.outside(use)).containsExactly("4 ranks a node (measured: 1)");
    }

    @Test
    void outside_everything_inTheWordsOfTheContract() {
        Use use = new Use(2048, 64, 32, Memory.GPU).withNeighbours().with(Kind.BCAST, 8, 1 << 20);
        assertThat(MACHINE.outside(use))
                .containsExactly(
                        "2048 ranks (measured: 4 to 2000)",
                        "32 ranks a node (measured: 1)",
                        "64 nodes (measured: 4 to 16)",
                        "operation bcast (measured: allreduce)",
                        "sizes of 8 B to 1 MiB (measured: 16 B to 1 MiB)",
                        "GPU memory (measured: host memory)",
                        "neighbours (measured: none)");
        assertThat(Validity.UNKNOWN.outside(use)).isEmpty();
    }

    private static Validity fullNodes(Map<Basis, List<String>> parts) {
        return new Validity(
                Basis.MEASURED,
                Range.all(),
                ImmutableRangeSet.unionOf(List.of(Range.singleton(1L), Range.singleton(36L))),
                Range.all(),
                Set.of(),
                Range.all(),
                Memory.HOST,
                false,
                "",
                parts,
                List.of());
    }

    @Test
    void outside_betweenMeasuredRanksANode_isNotMeasured() {
        Validity validity = fullNodes(Map.of());

        assertThat(validity.outside(new Use(36, 2, 18, Memory.HOST)))
                .containsExactly("18 ranks a node (measured: 1, 36)");
        assertThat(validity.doublings(new Use(36, 2, 18, Memory.HOST))).isNaN();
        assertThat(validity.outside(new Use(72, 2, 36, Memory.HOST))).isEmpty();
        assertThat(validity.inWords()).contains("1, 36 ranks a node");
    }

    @Test
    void doublings_allMessagesInsideANodeWhoseNumbersAreGuessed_nothingIsKnown() {
        Validity guessed = fullNodes(Map.of(Basis.GUESSED, List.of("local", "intra-node")));

        assertThat(guessed.doublings(new Use(36, 1, 36, Memory.HOST))).isNaN();
        assertThat(guessed.doublings(new Use(72, 2, 36, Memory.HOST))).isZero();
        assertThat(fullNodes(Map.of(Basis.GUESSED, List.of("local"))).doublings(new Use(36, 1, 36, Memory.HOST)))
                .isZero();
    }

    @Test
    void use_theFullestNodeCounts_andGpusAreRanksOfTheirMachine() {
        assertThat(Platform.use(Cluster.of(4, 4), new int[] {3, 0, 3, 1, 3})).isEqualTo(new Use(5, 3, 3, Memory.HOST));
        assertThat(Platform.use(Cluster.of(2, 1).withGpus(4, 1), new int[] {0, 1, 2, 5}))
                .isEqualTo(new Use(4, 2, 3, Memory.GPU));
        assertThat(Platform.use(Cluster.of(2, 1), new int[] {1})).isEqualTo(new Use(1, 1, 1, Memory.HOST));
    }

    @Test
    void inWords_allThatIsSaid() {
        assertThat(MACHINE.inWords())
                .isEqualTo(
                        "measured 2025; 4 to 2000 ranks; 1 ranks a node; 4 to 16 nodes; allreduce; 16 B to 1 MiB; host memory; no"
                                + " neighbours; nominal: network.bandwidth");
    }
}
