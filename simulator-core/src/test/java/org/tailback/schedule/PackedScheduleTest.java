package org.tailback.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.tailback.schedule.Schedule.Kind;

class PackedScheduleTest extends ScheduleContract {
    @Override
    protected Schedule schedule() {
        RankGraph graph = new RankGraph();
        graph.add(Kind.SEND, 10, 2, 7, 1, 2);
        graph.add(Kind.CALCULATION, -1, 0, 0, 3, 0);
        graph.add(Kind.RECEIVE, 0, Schedule.ANY, Schedule.ANY, 0, 0);
        graph.afterCompletion(2, 0);
        graph.afterCompletion(1, 0);
        graph.afterCompletion(2, 0);
        graph.afterStart(2, 1);
        PackedSchedule.Builder builder = PackedSchedule.builder().append(graph);
        graph.clear();
        builder.append(graph);
        for (int i = 0; i < 300; i++) {
            graph.calculate(i);
            if (i > 0) {
                graph.afterStart(i, 0);
            }
        }
        return builder.append(graph).build();
    }

    @Test
    void build_smallSchedule_keepsEveryField() {
        Schedule schedule = schedule();
        assertThat(schedule.ranks()).isEqualTo(3);
        assertThat(schedule.cpus()).isEqualTo(4);
        assertThat(schedule.nics()).isEqualTo(3);
        assertThat(schedule.operations(1)).isZero();
        assertThat(schedule.kind(0, 0)).isEqualTo(Kind.SEND);
        assertThat(schedule.size(0, 0)).isEqualTo(10);
        assertThat(schedule.peer(0, 0)).isEqualTo(2);
        assertThat(schedule.tag(0, 0)).isEqualTo(7);
        assertThat(schedule.cpu(0, 0)).isEqualTo(1);
        assertThat(schedule.nic(0, 0)).isEqualTo(2);
        assertThat(schedule.size(0, 1)).isEqualTo(-1);
        assertThat(schedule.completionSuccessors(0, 0)).isEqualTo(3);
        assertThat(schedule.completionSuccessor(0, 0, 0)).isEqualTo(2);
        assertThat(schedule.completionSuccessor(0, 0, 1)).isEqualTo(1);
        assertThat(schedule.completionSuccessor(0, 0, 2)).isEqualTo(2);
        assertThat(schedule.startSuccessors(2, 0)).isEqualTo(299);
        assertThat(schedule.size(2, 299)).isEqualTo(299);
    }

    @Test
    void build_peerThatDoesNotExist_isRefused() {
        RankGraph graph = new RankGraph();
        graph.send(1, 1, 0);
        PackedSchedule.Builder builder = PackedSchedule.builder().append(graph);
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("rank 1");
    }
}
