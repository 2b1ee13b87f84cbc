package org.tailback.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster.Rack;
import org.tailback.error.InputException;

class ClusterTest {
    private static final Cluster RACKS =
            Cluster.ofRacks(List.of(new Rack("X", 2), new Rack("Y", 3), new Rack("r1-", 1)), 4);
    private static final Cluster PLAIN = Cluster.of(12, 2);

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
    void nodeName_ofNoNode_isRefused() {
        assertThatThrownBy(() -> PLAIN.nodeName(12)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> RACKS.nodeName(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void nodeNamed_findsEveryNodeByItsName() {
        for (Cluster cluster : List.of(RACKS, PLAIN)) {
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
