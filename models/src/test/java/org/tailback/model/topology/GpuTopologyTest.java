package org.tailback.model.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.model.sharing.maxmin.MaxMin;
import org.tailback.testing.FlowsInFlight;

class GpuTopologyTest {
    private static final String STAR = "bandwidth=1 local-bandwidth=10 rails=true";

    private static Topology topology(String words, int machines, int gpus, int perInterface) {
        return TopologySettings.read(TopologyTest.settings(words))
                .on(Cluster.of(machines, 1).withGpus(gpus, perInterface));
    }

    private static double[] rates(String words, Cluster cluster, String graph) {
        return FlowsInFlight.of(new MaxMin.Provider().create(TopologyTest.settings(words)), cluster, graph)
                .rates();
    }

    @Test
    void route_workedExample_changesRailsInsideTheMachine() {
        Topology topology = topology(STAR, 2, 2, 1);

        assertThat(TopologyTest.route(topology, 0, 3))
                .containsExactly("GPU 0.0 out", "GPU 0.1 in", "interface 0.1 up", "interface 1.1 down");
        assertThat(TopologyTest.route(topology, 1, 3)).containsExactly("interface 0.1 up", "interface 1.1 down");
        assertThat(TopologyTest.route(topology, 2, 3)).containsExactly("GPU 1.0 out", "GPU 1.1 in");
        assertThat(rates(STAR, Cluster.of(2, 1).withGpus(2, 1), "0.0>1.1 0.1>1.1"))
                .containsExactly(new double[] {0.5, 0.5}, within(1e-15));
    }

    @Test
    void settings_thatCannotBe_areRefused() {
        assertThatThrownBy(() -> topology("bandwidth=1 local-bandwidth=10 rail-crossing=network", 2, 2, 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'rail-crossing' has no meaning without 'rails: true'");
        assertThatThrownBy(() -> topology("bandwidth=1 local-bandwidth=10 local-links=mesh", 4, 100_000, 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'mesh' defines more than");
    }

    @Test
    void route_railsThatAreCrossedInTheNetwork_usesTheSendersInterface() {
        assertThat(TopologyTest.route(topology(STAR + " rail-crossing=network", 2, 2, 1), 0, 3))
                .containsExactly("interface 0.0 up", "interface 1.1 down");
    }

    @Test
    void rails_sameNumberOfEveryMachine_sharesALeaf() {
        String fatTree = "topology=fat-tree down=4x2 up=1x2 bandwidth=1 local-bandwidth=10";

        // 4 machines of 2 GPUs, leaves of 4 interfaces: a leaf for each rail, or for each pair of machines
        assertThat(TopologyTest.route(topology(fatTree + " rails=true", 4, 2, 1), 1, 7))
                .hasSize(2);
        assertThat(TopologyTest.route(topology(fatTree, 4, 2, 1), 1, 7)).hasSize(4);
        assertThat(TopologyTest.route(topology(fatTree, 4, 2, 1), 1, 3)).hasSize(2);
    }

    @Test
    void mesh_everyTwoGpus_haveALinkOfTheirOwn() {
        Cluster cluster = Cluster.of(1, 1).withGpus(4, 1);
        String mesh = "bandwidth=1 local-bandwidth=300 local-links=mesh";

        assertThat(rates(mesh, cluster, "0.0>0.1 0.0>0.1 0.0>0.2 0.3>0.1"))
                .containsExactly(new double[] {50, 50, 100, 100}, within(1e-12));
        assertThat(rates(mesh.replace("mesh", "switch"), cluster, "0.0>0.1 0.0>0.1 0.0>0.2 0.3>0.1"))
                .containsExactly(new double[] {100, 100, 100, 100}, within(1e-12));
    }

    @Test
    void interfaces_sharedByTwoGpus_shareTheirBandwidth() {
        Cluster cluster = Cluster.of(2, 1).withGpus(4, 2);

        assertThat(rates("bandwidth=1 local-bandwidth=10", cluster, "0.0>1.0 0.1>1.2 0.2>1.3"))
                .containsExactly(new double[] {0.5, 0.5, 0.5}, within(1e-15));
        assertThat(rates("bandwidth=1 local-bandwidth=10", cluster, "0.0>1.0 0.2>1.2"))
                .containsExactly(new double[] {1, 1}, within(1e-15));
    }

    /** Ideal adaptive routing fills the links up; static routing lets messages to nodes with equal digits collide. */
    @Test
    void adaptive_messagesThatCollideUnderStaticRoutes_doNot() {
        String fatTree = "topology=fat-tree down=4x2 up=1x2 bandwidth=1";
        Cluster cluster = Cluster.of(8, 1);

        assertThat(rates(fatTree + " link-bandwidth=1", cluster, "0>4 1>6"))
                .containsExactly(new double[] {0.5, 0.5}, within(1e-15));
        assertThat(rates(fatTree + " link-bandwidth=1 routing=adaptive", cluster, "0>4 1>6"))
                .containsExactly(new double[] {1, 1}, within(1e-15));
        assertThat(rates(fatTree + " link-bandwidth=1 routing=adaptive", cluster, "0>4 1>5 2>6 3>7"))
                .containsExactly(new double[] {0.5, 0.5, 0.5, 0.5}, within(1e-15));
    }

    /** n flows that draw among n links: the share of empty links is (1 - 1/n)^n, 0.356 for 16. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void ecmp_permutationsUnderManySeeds_leaveAThirdOfTheLinksEmpty(int first) {
        int nodes = 32;
        int draws = 40;
        double empty = 0;
        for (int seed = first * 1000; seed < first * 1000 + draws; seed++) {
            Topology topology = TopologySettings.read(TopologyTest.settings(
                            "topology=fat-tree down=16x2 up=1x16 bandwidth=1 routing=ecmp ecmp-seed=" + seed))
                    .on(Cluster.of(nodes, 1));
            boolean[] used = new boolean[topology.links()];
            int[] links = new int[topology.longestRoute()];
            for (int node = 0; node < 16; node++) {
                assertThat(topology.route(node, 16 + (node * 7 + seed) % 16, links))
                        .isEqualTo(4);
                used[links[1]] = true;
            }
            int busy = 0;
            for (boolean each : used) {
                busy += each ? 1 : 0;
            }
            empty += (16 - busy) / 16.0 / draws;
        }
        // the standard error of the mean of 40 draws is about 0.01
        assertThat(empty).as("seeds from %s", first * 1000).isCloseTo(0.356, within(0.045));
    }

    @Test
    void ecmp_routesStayWithTheirPair_andChangeWithTheSeed() {
        int[][] rails = new int[2][];
        for (int seed = 0; seed < 2; seed++) {
            Topology topology = TopologySettings.read(TopologyTest.settings(
                            "topology=fat-tree down=16x2 up=1x16 bandwidth=1 routing=ecmp ecmp-seed=" + seed))
                    .on(Cluster.of(32, 1));
            int[] links = new int[topology.longestRoute()];
            rails[seed] = new int[16];
            for (int node = 0; node < 16; node++) {
                topology.route(node, 31, links);
                rails[seed][node] = links[1];
                topology.route(node, 31, links);
                assertThat(links[1]).isEqualTo(rails[seed][node]);
            }
        }
        assertThat(Arrays.equals(rails[0], rails[1])).isFalse();
    }

    @Test
    void localBandwidth_missingOrWithoutGpus_isAnError() {
        assertThatThrownBy(() -> topology("bandwidth=1", 2, 2, 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("needs 'local-bandwidth'");
        assertThatThrownBy(
                        () -> TopologySettings.read(TopologyTest.settings(STAR)).on(Cluster.of(2, 1)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("needs a cluster with GPUs");
        assertThatThrownBy(() -> topology("topology=star routing=ecmp bandwidth=1", 2, 2, 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("routing");
    }
}
