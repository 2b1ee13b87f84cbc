package org.tailback.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster.Rack;
import org.tailback.cluster.HostTable.Host;
import org.tailback.error.InputException;

class ClusterTest {
    private static final Cluster RACKS =
            Cluster.ofRacks(List.of(new Rack("X", 2), new Rack("Y", 3), new Rack("r1-", 1)), 4);
    private static final Cluster PLAIN = Cluster.of(12, 2);
    private static final Cluster HOSTS = Cluster.ofHosts(
            new HostTable(
                    List.of("host", "rack"),
                    List.of(
                            new Host("node-a", "f:2", List.of("node-a", "A")),
                            new Host("17", "f:3", List.of("17", "B")),
                            new Host("x3", "f:4", List.of("x3", "A")))),
            2);

    @Test
    void ofRacks_numbersNodesRackByRack() {
        assertThat(RACKS.nodes()).isEqualTo(6);
        assertThat(RACKS.coresPerNode()).isEqualTo(4);
        assertThat(IntStream.range(0, 6).map(RACKS::rackOf)).containsExactly(0, 0, 1, 1, 1, 2);
    }

    @Test
    void nodeName_withRacks_isTheRackAndTheNumberInItFrom1() {
        assertThat(IntStream.range(0, 6).mapToObj(RACKS::nodeName))
                .containsExactly("X1", "X2", "Y1", "Y2", "Y3", "r1-1");
    }

    @Test
    void nodeName_withoutRacks_isItsNumber() {
        assertThat(PLAIN.nodeName(0)).isEqualTo("0");
        assertThat(PLAIN.nodeName(11)).isEqualTo("11");
    }

    @Test
    void ofHosts_nodesHaveTheHostsNames() {
        assertThat(HOSTS.nodes()).isEqualTo(3);
        assertThat(HOSTS.coresPerNode()).isEqualTo(2);
        assertThat(HOSTS.racks()).isEmpty();
        assertThat(HOSTS.hosts().orElseThrow().hosts().get(1).values()).containsExactly("17", "B");
        assertThat(IntStream.range(0, 3).mapToObj(HOSTS::nodeName)).containsExactly("node-a", "17", "x3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "2", "node-b", "X3"})
    void nodeNamed_noSuchHost_saysWhichThereAre(String name) {
        assertThatThrownBy(() -> HOSTS.nodeNamed(name))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("unknown host '" + name + "'")
                .hasMessageContaining("The platform has 3 hosts, node-a to x3");
    }

    @Test
    void hostTable_contradictory_isRefused() {
        Host host = new Host("a", "here", List.of("a"));
        assertThatThrownBy(() -> new HostTable(List.of("host"), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HostTable(List.of("host"), List.of(host, host)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two hosts are called a");
        assertThatThrownBy(() -> new HostTable(List.of("host", "rack"), List.of(host)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs a value for each column");
    }

    @Test
    void nodeName_ofNoNode_isRefused() {
        assertThatThrownBy(() -> PLAIN.nodeName(12)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> RACKS.nodeName(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void nodeNamed_findsEveryNodeByItsName() {
        for (Cluster cluster : List.of(RACKS, PLAIN, HOSTS)) {
            assertThat(IntStream.range(0, cluster.nodes()).map(node -> cluster.nodeNamed(cluster.nodeName(node))))
                    .isEqualTo(IntStream.range(0, cluster.nodes()).boxed().toList());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "X", "X0", "X3", "Y4", "Z1", "1", "r1-2", "r1", "X1a", "X9999999999"})
    void nodeNamed_noSuchNodeInRacks_saysWhichThereAre(String name) {
        assertThatThrownBy(() -> RACKS.nodeNamed(name))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("unknown node '" + name + "'; the platform has ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "12", "-1", "X1", "9999999999"})
    void nodeNamed_noSuchNumber_saysWhichThereAre(String name) {
        assertThatThrownBy(() -> PLAIN.nodeNamed(name))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("unknown node '" + name + "'; the platform has ");
    }
}
