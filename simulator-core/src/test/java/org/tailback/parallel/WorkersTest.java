package org.tailback.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {
    private static List<Callable<Integer>> squares(int count) {
        return IntStream.range(0, count)
                .<Callable<Integer>>mapToObj(i -> () -> i * i)
                .toList();
    }

    private static List<Integer> all(Workers workers, List<Callable<Integer>> tasks) {
        Integer[] results = new Integer[tasks.size()];
        assertThat(workers.each(tasks, () -> false, (index, result) -> results[index] = result))
                .isTrue();
        return List.of(results);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void each_resultsInTheOrderOfTheTasks(int threads) {
        try (Workers workers = new Workers(threads)) {
            assertThat(all(workers, squares(50)))
                    .containsExactlyElementsOf(
                            IntStream.range(0, 50).mapToObj(i -> i * i).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void each_severalFail_theFirstInOrderIsThrown(int threads) {
        CountDownLatch laterFailed = new CountDownLatch(threads > 1 ? 1 : 0);
        List<Callable<Integer>> tasks = new ArrayList<>(squares(3));
        tasks.add(() -> {
            laterFailed.await();
            throw new IllegalArgumentException("third");
        });
        tasks.add(() -> {
            laterFailed.countDown();
            throw new IllegalArgumentException("fourth");
        });
        try (Workers workers = new Workers(threads)) {
            assertThatThrownBy(() -> all(workers, tasks)).hasMessage("third");
            assertThat(all(workers, squares(2))).containsExactly(0, 1);
        }
    }

    @Test
    void each_stopped_returnsWithoutWaiting() {
        CountDownLatch never = new CountDownLatch(1);
        boolean[] stop = new boolean[1];
        List<Integer> received = new ArrayList<>();
        List<Callable<Integer>> tasks = List.of(() -> 1, () -> {
            never.await();
            return 2;
        });
        try (Workers workers = new Workers(2)) {
            boolean complete = workers.each(tasks, () -> stop[0], (index, result) -> {
                received.add(result);
                stop[0] = true;
            });
            assertThat(complete).isFalse();
        }
        assertThat(received).containsExactly(1);
    }

    @Test
    void close_endsTheThreads() throws InterruptedException {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Callable<Integer> task = () -> {
            threads.add(Thread.currentThread());
            return 1;
        };
        try (Workers workers = new Workers(2)) {
            assertThat(all(workers, List.of(task, task, task))).containsExactly(1, 1, 1);
        }

        assertThat(threads).isNotEmpty();
        for (Thread thread : threads) {
            thread.join(10_000);
            assertThat(thread.isAlive()).isFalse();
        }
    }
}
