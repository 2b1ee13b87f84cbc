package org.tailback.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.error.InputException;

class BlockPlacementTest {
    private static final Cluster MACHINE = Cluster.of(12, 4);
    private static final NodeChoice SPREAD = new NodeChoice(NodeChoice.Kind.SPREAD, 0);

    private static int[] nodes(PlacementRule rule, int ranks) {
        Placement placement = rule.place(MACHINE, ranks);
        return IntStream.range(0, ranks).map(placement::nodeOf).toArray();
    }

    @Test
    void ranksPerNode_aNodeIsFilledBeforeTheNext() {
        assertThat(nodes(PlacementRules.block(3, 0, NodeChoice.CONTIGUOUS), 7)).containsExactly(0, 0, 0, 1, 1, 1, 2);
    }

    @Test
    void neither_asManyRanksAsCores() {
        assertThat(nodes(PlacementRules.block(0, 0, NodeChoice.CONTIGUOUS), 6)).containsExactly(0, 0, 0, 0, 1, 1);
    }

    @Test
    void nodes_ranksAreDividedEvenlyInOrder() {
        assertThat(nodes(PlacementRules.block(0, 4, NodeChoice.CONTIGUOUS), 9))
                .containsExactly(0, 0, 0, 1, 1, 2, 2, 3, 3);
    }

    @Test
    void spread_equalDistancesOverTheMachine() {
        assertThat(nodes(PlacementRules.block(2, 0, SPREAD), 6)).containsExactly(0, 0, 4, 4, 8, 8);
        assertThat(nodes(PlacementRules.block(1, 5, SPREAD), 5)).containsExactly(0, 2, 4, 7, 9);
    }

    @Test
    void drawn_ascendingSubset_bySeed() {
        int[] seven = new NodeChoice(NodeChoice.Kind.DRAWN, 7).choose(1000, 20);

        assertThat(seven).isSorted().doesNotHaveDuplicates().hasSize(20);
        assertThat(new NodeChoice(NodeChoice.Kind.DRAWN, 7).choose(1000, 20)).isEqualTo(seven);
        assertThat(new NodeChoice(NodeChoice.Kind.DRAWN, 8).choose(1000, 20)).isNotEqualTo(seven);
        assertThat(new NodeChoice(NodeChoice.Kind.DRAWN, 7).choose(5, 5)).containsExactly(0, 1, 2, 3, 4);
    }

    /** Each of 10 nodes is among 3 drawn with probability 0.3: 1200 of 4000 draws, standard deviation 29. */
    @Test
    void drawn_everyNodeEquallyOften() {
        int[] often = new int[10];
        for (int seed = 0; seed < 4000; seed++) {
            Arrays.stream(new NodeChoice(NodeChoice.Kind.DRAWN, seed).choose(10, 3))
                    .forEach(node -> often[node]++);
        }
        assertThat(Arrays.stream(often).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(1050, 1350));
    }

    @Test
    void name_asWritten() {
        assertThat(PlacementRules.block(0, 0, NodeChoice.CONTIGUOUS).name()).isEqualTo("block");
        assertThat(PlacementRules.block(4, 8, new NodeChoice(NodeChoice.Kind.DRAWN, 7))
                        .name())
                .isEqualTo("block:ranks-per-node=4,nodes=8,node-choice=drawn:7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5|0|8|5 ranks per node, but the platform has 4 cores per node",
                "0|2|9|5 ranks per node, but the platform has 4 cores per node",
                "2|0|30|30 ranks with 2 per node need 15 nodes; the platform has 12",
                "2|13|4|13 nodes requested; the platform has 12",
                "2|3|7|7 ranks do not fit on 3 nodes with 2 each",
                "1|0|49|the program has 49 ranks, but the cluster only 48 cores"
            })
    void ranksThatDoNotFit_saysWhy(int ranksPerNode, int nodes, int ranks, String message) {
        PlacementRule rule = PlacementRules.block(ranksPerNode, nodes, NodeChoice.CONTIGUOUS);

        assertThatThrownBy(() -> rule.place(MACHINE, ranks))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    /** 2 machines of 4 GPUs, 2 ranks each: GPUs 0 and 1 of both; the default rule fills machine after machine. */
    @Test
    void place_machinesWithGpus_countsMachinesAsNodes() {
        Cluster cluster = Cluster.of(3, 1).withGpus(4, 1);

        Placement placement = new BlockPlacement(2, 0, NodeChoice.CONTIGUOUS).place(cluster, 4);
        assertThat(IntStream.range(0, 4).mapToObj(rank -> cluster.nodeName(placement.nodeOf(rank))))
                .containsExactly("0.0", "0.1", "1.0", "1.1");
        Placement even = new BlockPlacement(0, 3, NodeChoice.CONTIGUOUS).place(cluster, 6);
        assertThat(IntStream.range(0, 6).mapToObj(rank -> cluster.nodeName(even.nodeOf(rank))))
                .containsExactly("0.0", "0.1", "1.0", "1.1", "2.0", "2.1");
        assertThatThrownBy(() -> new BlockPlacement(5, 0, NodeChoice.CONTIGUOUS).place(cluster, 5))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the platform has 4 GPUs per node");
        assertThatThrownBy(() -> PlacementRules.roundRobinNode().place(cluster, 13))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("13 ranks, but the cluster only 12 GPUs (3 nodes with 4 each)");
        assertThat(cluster.nodeNamed("2.3")).isEqualTo(11);
        assertThatThrownBy(() -> cluster.nodeNamed("2.4"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("GPUs 0.0 to 2.3");
    }
}
