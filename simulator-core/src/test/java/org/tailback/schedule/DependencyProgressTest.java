package org.tailback.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DependencyProgressTest {
    private final RankGraph graph = new RankGraph();
    private final OperationList ready = new OperationList();

    @Test
    void open_rank_givesOperationsWithoutDependency() {
        graph.calculate(0);
        graph.calculate(1);
        graph.calculate(2);
        graph.afterCompletion(1, 0);
        DependencyProgress progress = progress();
        progress.open(0, ready);
        assertThat(takeReady()).containsExactly(0, 2);
        assertThat(progress.notReady()).isEqualTo(1);
        assertThat(progress.waitingFor(0, 1)).isEqualTo(1);
    }

    @Test
    void startedAndCompleted_operation_releaseTheirOwnSuccessors() {
        for (int i = 0; i < 4; i++) {
            graph.calculate(i);
        }
        graph.afterCompletion(3, 0);
        graph.afterStart(2, 0);
        graph.afterStart(1, 0);
        graph.afterCompletion(1, 0);
        DependencyProgress progress = progress();
        progress.open(0, ready);
        assertThat(takeReady()).containsExactly(0);
        progress.started(0, 0, ready);
        assertThat(takeReady()).containsExactly(2);
        progress.completed(0, 0, ready);
        assertThat(takeReady()).containsExactly(3, 1);
        assertThat(progress.notReady()).isZero();
    }

    @Test
    void completed_manyDependencies_isReadyWithTheLast() {
        for (int dependencies : new int[] {1, 127, 128, 254, 255, 256, 257, 510, 511, 70_000}) {
            graph.clear();
            graph.calculate(0);
            for (int i = 1; i <= dependencies; i++) {
                graph.calculate(i);
                graph.afterCompletion(0, i);
            }
            DependencyProgress progress = progress();
            progress.open(0, ready);
            assertThat(takeReady()).hasSize(dependencies);
            for (int i = 1; i <= dependencies; i++) {
                assertThat(progress.waitingFor(0, 0)).isEqualTo(dependencies - i + 1);
                progress.completed(0, i, ready);
                assertThat(ready.isEmpty()).as("%s of %s", i, dependencies).isEqualTo(i < dependencies);
            }
            assertThat(takeReady()).containsExactly(0);
        }
    }

    @Test
    void completed_oftenerThanDeclared_releasesOnce() {
        graph.calculate(0);
        graph.calculate(1);
        graph.afterCompletion(1, 0);
        DependencyProgress progress = progress();
        progress.open(0, ready);
        takeReady();
        for (int i = 0; i < 1_000; i++) {
            progress.completed(0, 0, ready);
        }
        assertThat(takeReady()).containsExactly(1);
    }

    private DependencyProgress progress() {
        return new DependencyProgress(PackedSchedule.builder().append(graph).build());
    }

    private List<Integer> takeReady() {
        List<Integer> operations = new ArrayList<>();
        for (int i = 0; i < ready.size(); i++) {
            operations.add(ready.get(i));
        }
        ready.clear();
        return operations;
    }
}
