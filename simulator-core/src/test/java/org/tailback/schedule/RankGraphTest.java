package org.tailback.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.tailback.schedule.Schedule.Kind;

class RankGraphTest {
    private final RankGraph graph = new RankGraph();

    @Test
    void successors_interleavedDeclarations_keepTheirOrder() {
        for (int i = 0; i < 5; i++) {
            graph.calculate(i);
        }
        graph.afterCompletion(4, 1);
        graph.afterCompletion(2, 0);
        graph.afterCompletion(3, 1);
        graph.afterStart(4, 1);
        graph.afterCompletion(2, 1);
        assertThat(graph.completionSuccessors(0)).isEqualTo(1);
        assertThat(graph.completionSuccessor(0, 0)).isEqualTo(2);
        assertThat(graph.completionSuccessors(1)).isEqualTo(3);
        assertThat(graph.completionSuccessor(1, 0)).isEqualTo(4);
        assertThat(graph.completionSuccessor(1, 1)).isEqualTo(3);
        assertThat(graph.completionSuccessor(1, 2)).isEqualTo(2);
        assertThat(graph.startSuccessors(1)).isEqualTo(1);
        assertThat(graph.startSuccessors(4)).isZero();
        int[] counts = new int[5];
        graph.dependencyCounts(counts);
        assertThat(counts).containsExactly(0, 0, 2, 1, 2);
    }

    @Test
    void findCycle_backwardDependencyWithoutCircle_isEmpty() {
        graph.calculate(0);
        graph.calculate(1);
        graph.calculate(2);
        graph.afterCompletion(0, 2);
        graph.afterStart(2, 1);
        assertThat(graph.findCycle()).isEmpty();
    }

    @Test
    void findCycle_threeInACircleWithOthersAroundThem_isTheThree() {
        for (int i = 0; i < 6; i++) {
            graph.calculate(i);
        }
        graph.afterCompletion(1, 0);
        graph.afterCompletion(1, 4);
        graph.afterStart(3, 1);
        graph.afterCompletion(4, 3);
        graph.afterCompletion(5, 4);
        int[] cycle = graph.findCycle();
        assertThat(cycle).containsExactlyInAnyOrder(1, 3, 4);
        // each waits for the one before it: 3 for 1, 4 for 3, 1 for 4
        int at = cycle[0] == 1 ? 0 : cycle[1] == 1 ? 1 : 2;
        assertThat(cycle[(at + 1) % 3]).isEqualTo(3);
        assertThat(cycle[(at + 2) % 3]).isEqualTo(4);
    }

    @Test
    void findCycle_operationThatWaitsForItself_isThatOne() {
        graph.calculate(0);
        graph.calculate(1);
        graph.afterStart(1, 1);
        assertThat(graph.findCycle()).containsExactly(1);
    }

    @Test
    void add_negativePeerOfSend_isRefused() {
        assertThatThrownBy(() -> graph.send(1, Schedule.ANY, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> graph.add(Kind.CALCULATION, 1, 0, 0, 256, 0))
                .isInstanceOf(IllegalArgumentException.class);
        graph.calculate(1);
        assertThatThrownBy(() -> graph.afterCompletion(0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
