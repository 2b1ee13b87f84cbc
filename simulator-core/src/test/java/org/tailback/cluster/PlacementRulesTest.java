package org.tailback.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.error.InputException;

class PlacementRulesTest {
    static Stream<PlacementRule> rules() {
        return Stream.of(
                PlacementRules.roundRobinNode(),
                PlacementRules.roundRobinProcessor(),
                PlacementRules.block(0, 0, NodeChoice.CONTIGUOUS),
                PlacementRules.random(3));
    }

    private static int[] nodes(PlacementRule rule, Cluster cluster, int ranks) {
        Placement placement = rule.place(cluster, ranks);
        assertThat(placement.ranks()).isEqualTo(ranks);
        return IntStream.range(0, ranks).map(placement::nodeOf).toArray();
    }

    @Test
    void roundRobinNode_rankIsOnNodeModuloNodes() {
        assertThat(nodes(PlacementRules.roundRobinNode(), Cluster.of(3, 4), 8)).containsExactly(0, 1, 2, 0, 1, 2, 0, 1);
    }

    @Test
    void roundRobinProcessor_fillsTheCoresOfANodeFirst() {
        assertThat(nodes(PlacementRules.roundRobinProcessor(), Cluster.of(3, 4), 9))
                .containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 2);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void place_asManyRanksAsCores_usesEveryCoreOnce(PlacementRule rule) {
        Cluster cluster = Cluster.of(7, 3);
        int[] perNode = new int[7];
        for (int node : nodes(rule, cluster, 21)) {
            perNode[node]++;
        }
        assertThat(perNode).containsOnly(3);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void place_moreRanksThanCores_saysHowManyThereAre(PlacementRule rule) {
        assertThatThrownBy(() -> rule.place(Cluster.of(2, 2), 5))
                .isInstanceOf(InputException.class)
                .hasMessage("the program has 5 ranks, but the cluster only 4 cores (2 nodes with 2 each). "
                        + "Give the platform more nodes or more cores per node: a core holds one rank. "
                        + "'tailback models --show NAME' prints a bundled platform file to change; "
                        + "templates grow with --nodes");
    }

    @Test
    void random_sameSeed_samePlacement_otherSeedsDiffer() {
        Cluster cluster = Cluster.of(16, 2);
        assertThat(nodes(PlacementRules.random(5), cluster, 20))
                .isEqualTo(nodes(PlacementRules.random(5), cluster, 20))
                .isNotEqualTo(nodes(PlacementRules.random(6), cluster, 20));
    }

    @Test
    void random_fewerRanks_isThePrefixOfMoreRanks() {
        Cluster cluster = Cluster.of(16, 2);
        int[] all = nodes(PlacementRules.random(5), cluster, 32);
        assertThat(nodes(PlacementRules.random(5), cluster, 10))
                .isEqualTo(IntStream.of(all).limit(10).toArray());
    }

    /** Each of the 6 permutations of three single-core nodes, 600 seeds: 100 expected each, standard deviation 9.1. */
    @Test
    void random_overManySeeds_everyPermutationIsEquallyLikely() {
        Cluster cluster = Cluster.of(3, 1);
        int[] counts = new int[27];
        for (int seed = 0; seed < 600; seed++) {
            int[] nodes = nodes(PlacementRules.random(seed), cluster, 3);
            counts[9 * nodes[0] + 3 * nodes[1] + nodes[2]]++;
        }
        assertThat(IntStream.of(counts).filter(count -> count > 0).boxed().toList())
                .hasSize(6)
                .allSatisfy(count -> assertThat(count).isBetween(60, 140));
    }

    @Test
    void random_hugeCluster_costsOnlyTheRanks() {
        Cluster cluster = Cluster.of(Cluster.MAX_NODES, 1024);
        assertThat(nodes(PlacementRules.random(1), cluster, 100)).doesNotHaveDuplicates();
    }

    @Test
    void name_isWhatAUserWrites() {
        assertThat(rules().map(PlacementRule::name).toList())
                .isEqualTo(List.of("round-robin-node", "round-robin-processor", "block", "random:3"));
    }

    @Test
    void mostRanksOfANode_countsTheFullestNode() {
        Cluster cluster = Cluster.of(5, 4);

        assertThat(Placement.of(cluster, 4, 0, 1, 4, 2, 4, 0).mostRanksOfAMachine(cluster))
                .isEqualTo(3);
        assertThat(Placement.of(cluster, 2).mostRanksOfAMachine(cluster)).isEqualTo(1);
        assertThat(Placement.of(cluster, 1, 2, 3).mostRanksOfAMachine(cluster)).isEqualTo(1);
    }
}
