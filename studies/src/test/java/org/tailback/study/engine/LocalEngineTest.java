package org.tailback.study.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class LocalEngineTest {
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    /** Doubles numbers. */
    private final class Doubling implements StudyRuns<Integer, Integer> {
        @Override
        public Integer perform(Integer run) {
            threads.add(Thread.currentThread());
            return 2 * run;
        }

        @Override
        public String name(Integer run) {
            return run.toString();
        }

        @Override
        public Description<Integer, Integer> elsewhere() {
            throw new AssertionError("runs stay in this process");
        }
    }

    @Test
    void close_endsTheThreadsOfTheSession() throws InterruptedException {
        int[] results = new int[3];
        try (StudyEngine.Session<Integer, Integer> session = new LocalEngine().open(new Doubling(), 2, null)) {
            assertThat(session.perform(List.of(5, 6, 7), () -> false, (index, result) -> results[index] = result))
                    .isTrue();
        }

        assertThat(results).containsExactly(10, 12, 14);
        assertThat(threads).isNotEmpty();
        for (Thread thread : threads) {
            thread.join(10_000);
            assertThat(thread.isAlive()).isFalse();
        }
    }
}
