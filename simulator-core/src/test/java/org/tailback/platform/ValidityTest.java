package org.tailback.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Range;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.platform.Domain.Allowed;
import org.tailback.platform.Validity.Basis;
import org.tailback.program.CollectiveCall.Kind;

class ValidityTest {
    private static final Validity MACHINE = new Validity(
            Basis.MEASURED,
            new Domain(ImmutableMap.<String, Allowed>builder()
                    .put(Use.RANKS, Allowed.of(List.of(Range.closed(4.0, 2000.0))))
                    .put(Use.RANKS_A_NODE, Allowed.of(List.of(Range.singleton(1.0))))
                    .put(Use.NODES, Allowed.of(List.of(Range.closed(4.0, 16.0))))
                    .put(Use.OPERATIONS, Allowed.of(Set.of("allreduce")))
                    .put(Use.SIZES, Allowed.of(List.of(Range.closed(16.0, 1048576.0))))
                    .put(Use.MEMORY, Allowed.of(Set.of("host")))
                    .put(Use.NEIGHBOURS, Allowed.of(Set.of("none")))
                    .build()),
            "2025",
            Map.of(Basis.NOMINAL, List.of("network.bandwidth")),
            List.of(),
            List.of());

    @Test
    void outside_insideOfEverything_nothing() {
        assertThat(MACHINE.outside(Use.of(4, 4, 1, false))).isEmpty();
        assertThat(MACHINE.outside(Use.of(16, 16, 1, false).with(Kind.ALLREDUCE, 16, 1 << 20)))
                .isEmpty();
    }

    @Test
    void outside_workedExample_32RanksOn8Nodes() {
        int[] nodes = new int[32];
        for (int rank = 0; rank < 32; rank++) {
            nodes[rank] = rank / 4;
        }
        Use use = Platform.use(Cluster.of(8, 4), nodes);
        assertThat(use).isEqualTo(Use.of(32, 8, 4, false));
        assertThat(MACHINE.outside(use)).containsExactly("4 ranks per node (measured: 1)");
    }

    @Test
    void outside_everything_inTheWordsOfTheContract() {
        Use use = Use.of(2048, 64, 32, true).withNeighbours().with(Kind.BCAST, 8, 1 << 20);
        assertThat(MACHINE.outside(use))
                .containsExactly(
                        "2048 ranks (measured: 4 to 2000)",
                        "32 ranks per node (measured: 1)",
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
                new Domain(Map.of(
                        Use.RANKS_A_NODE,
                        Allowed.of(List.of(Range.singleton(1.0), Range.singleton(36.0))),
                        Use.MEMORY,
                        Allowed.of(Set.of("host")))),
                "",
                parts,
                List.of(),
                List.of());
    }

    @Test
    void outside_betweenMeasuredRanksANode_isNotMeasured() {
        Validity validity = fullNodes(Map.of());

        assertThat(validity.outside(Use.of(36, 2, 18, false))).containsExactly("18 ranks per node (measured: 1, 36)");
        assertThat(validity.doublings(Use.of(36, 2, 18, false))).isNaN();
        assertThat(validity.outside(Use.of(72, 2, 36, false))).isEmpty();
        assertThat(validity.inWords()).contains("1, 36 ranks per node");
    }

    @Test
    void doublings_allMessagesInsideANodeWhoseNumbersAreGuessed_nothingIsKnown() {
        Validity guessed = fullNodes(Map.of(Basis.GUESSED, List.of("local", "intra-node")));

        assertThat(guessed.doublings(Use.of(36, 1, 36, false))).isNaN();
        assertThat(guessed.doublings(Use.of(72, 2, 36, false))).isZero();
        assertThat(fullNodes(Map.of(Basis.GUESSED, List.of("local"))).doublings(Use.of(36, 1, 36, false)))
                .isZero();
    }

    @Test
    void use_theFullestNodeCounts_andGpusAreRanksOfTheirMachine() {
        assertThat(Platform.use(Cluster.of(4, 4), new int[] {3, 0, 3, 1, 3})).isEqualTo(Use.of(5, 3, 3, false));
        assertThat(Platform.use(Cluster.of(2, 1).withGpus(4, 1), new int[] {0, 1, 2, 5}))
                .isEqualTo(Use.of(4, 2, 3, true));
        assertThat(Platform.use(Cluster.of(2, 1), new int[] {1})).isEqualTo(Use.of(1, 1, 1, false));
    }

    @Test
    void inWords_allThatIsSaid() {
        assertThat(MACHINE.inWords())
                .isEqualTo(
                        "measured 2025; 4 to 2000 ranks; 1 ranks per node; 4 to 16 nodes; allreduce; 16 B to 1 MiB; host memory; no"
                                + " neighbours; nominal: network.bandwidth");
    }
}
