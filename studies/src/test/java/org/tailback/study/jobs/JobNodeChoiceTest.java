package org.tailback.study.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.HostTable;
import org.tailback.error.InputException;

class JobNodeChoiceTest {
    private static final Cluster RACKS =
            Cluster.ofRacks(List.of(new Cluster.Rack("A", 4), new Cluster.Rack("B", 6)), 1);

    private static int[] choose(String text, int needed, int... taken) {
        BitSet free = new BitSet();
        free.set(0, RACKS.nodes());
        for (int node : taken) {
            free.clear(node);
        }
        return JobNodeChoice.parse(List.of(text), "f:1:1").choose(RACKS, needed, free, 1, "job");
    }

    @Test
    void namedNodes_rangesNumbersAndNames() {
        assertThat(choose("0-2,7,B1", 0)).containsExactly(0, 1, 2, 7, 4);
    }

    @Test
    void aHostWithALongName_isANode() {
        Cluster hosts = Cluster.ofHosts(
                new HostTable(
                        List.of("host"),
                        List.of(
                                new HostTable.Host("alpha", "h:2", List.of("alpha")),
                                new HostTable.Host("gamma", "h:3", List.of("gamma")))),
                1);

        assertThat(JobNodeChoice.parse(List.of("gamma"), "f:1:1").choose(hosts, 0, new BitSet(), 1, "job"))
                .containsExactly(1);
        assertThatThrownBy(() -> JobNodeChoice.parse(List.of("gama"), "f:1:1").choose(hosts, 0, new BitSet(), 1, "job"))
                .hasMessageContaining("f:1:1")
                .hasMessageContaining("Did you mean 'gamma'?")
                .hasMessageContaining("Policies: contiguous");
    }

    @Test
    void contiguous_firstRowThatIsLongEnough() {
        assertThat(choose("contiguous", 4, 2)).containsExactly(3, 4, 5, 6);
        assertThat(choose("contiguous:2", 9, 0)).containsExactly(1, 2);
    }

    @Test
    void contiguous_noRowLongEnough_firstFreeNodes() {
        assertThat(choose("contiguous", 5, 2, 5, 8)).containsExactly(0, 1, 3, 4, 6);
    }

    @Test
    void roundRobin_oneOfEachRackInTurn() {
        assertThat(choose("round-robin", 5)).containsExactly(0, 4, 1, 5, 2);
    }

    @Test
    void group_asFewRacksAsPossible() {
        assertThat(choose("group", 5)).containsExactly(4, 5, 6, 7, 8);
        assertThat(choose("group", 5, 4, 5, 6)).containsExactly(0, 1, 2, 3, 7);
    }

    @Test
    void random_freeNodesEachOnce_sameForTheSameSeed() {
        int[] drawn = choose("random", 8, 0, 1);

        assertThat(drawn).hasSize(8).doesNotHaveDuplicates().doesNotContain(0, 1);
        assertThat(choose("random", 8, 0, 1)).isEqualTo(drawn);
    }

    @Test
    void badNodes_areRejectedWithTheirPlace() {
        assertThatThrownBy(() -> choose("0-99", 0))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("f:1:1")
                .hasMessageContaining("10 nodes");
        assertThatThrownBy(() -> choose("5-3", 0)).hasMessageContaining("ends before it begins");
        assertThatThrownBy(() -> choose("randm", 2)).hasMessageContaining("Did you mean 'random'?");
        assertThatThrownBy(() -> choose("randm:2", 2)).hasMessageContaining("Did you mean 'random'?");
        assertThatThrownBy(() -> choose("random:11", 0)).hasMessageContaining("10 of 10 are free");
        assertThatThrownBy(() -> choose("random", 0)).hasMessageContaining("random:8");
        assertThatThrownBy(() -> choose("random:x", 0)).hasMessageContaining("found 'x'");
    }
}
