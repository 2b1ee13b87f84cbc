package org.tailback.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.EventKernel.Order;
import org.tailback.kernel.EventKernel.Timer;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.replay.Replay;

/**
 * Once the arrays have grown, a replay allocates nothing: however many messages follow, as many bytes. The clock is one
 * that allocates nothing either; SSJ's lists take an entry for every event.
 */
@Tag("thorough")
class SteadyStateAllocationTest {
    private static final int RANKS = 24;
    private static final int STEPS = 400;
    private static final long FURTHER_MESSAGES = 3L * STEPS * RANKS * 2;
    /** Half a byte per message; an array may still have to grow once. */
    private static final long TOLERATED_BYTES = FURTHER_MESSAGES / 2;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{model: uncontended}",
                "{model: max-min, bandwidth: 1.25 GB/s}",
                "{model: smpi, bandwidth: 1.25 GB/s, link-latency: 5 us}",
                "{model: fair-tree, tree: [{bandwidth: 1.25 GB/s}, {bandwidth: 2 GB/s}, {bandwidth: 2 GB/s}, "
                        + "{bandwidth: 3 GB/s}, {bandwidth: 3 GB/s}]}",
                "{model: gigabit-ethernet}",
                "{model: infiniband}",
                "{model: infiniband-vienne}",
                "{model: hierarchical-ethernet}"
            })
    void fourTimesAsManyMessages_allocateNoMore(String network) {
        assumeTrue(
                ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean counter
                        && counter.isThreadAllocatedMemorySupported()
                        && counter.isThreadAllocatedMemoryEnabled(),
                "this Java does not count what a thread allocates");
        PlatformFile platform = PlatformFile.parse(
                "cluster: {nodes: 12, cores-per-node: 2}\nnetwork: " + network
                        + "\ncost: {model: hockney, latency: 10 us, bandwidth: 1.25 GB/s}\n",
                "test");
        allocated(platform, STEPS);
        allocated(platform, 4 * STEPS);

        long few = allocated(platform, STEPS);
        long many = allocated(platform, 4 * STEPS);

        assertThat(many - few)
                .as("bytes for %d more messages, after %d bytes for the first", FURTHER_MESSAGES, few)
                .isLessThan(TOLERATED_BYTES);
    }

    /** How many bytes a replay of so many steps allocates. */
    private static long allocated(PlatformFile platform, int steps) {
        Platform resolved = platform.resolve(Overrides.NONE);
        com.sun.management.ThreadMXBean counter = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = counter.getThreadAllocatedBytes(Thread.currentThread().getId());
        Timers clock = new Timers();
        Replay replay =
                Replay.builder(new UnevenExchange(steps), resolved).on(clock).build();
        replay.start();
        clock.run();
        assertThat(replay.result().makespan()).isPositive();
        return counter.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    }

    /** A handful of timers, the next of which is found by looking at all. */
    private static final class Timers implements EventKernel {
        private final List<Appointment> timers = new ArrayList<>();
        private double now;
        private long settings;

        @Override
        public double now() {
            return now;
        }

        @Override
        public Timer timer(Order order, Runnable action) {
            Appointment timer = new Appointment(order, action);
            timers.add(timer);
            return timer;
        }

        void run() {
            for (Appointment next = next(); next != null; next = next()) {
                now = next.time;
                next.cancel();
                next.action.run();
            }
        }

        private @Nullable Appointment next() {
            Appointment first = null;
            for (int i = 0; i < timers.size(); i++) {
                Appointment timer = timers.get(i);
                if (timer.time < Double.POSITIVE_INFINITY && (first == null || timer.isBefore(first))) {
                    first = timer;
                }
            }
            return first;
        }

        private final class Appointment implements Timer {
            private final Order order;
            private final Runnable action;
            private double time = Double.POSITIVE_INFINITY;
            private long setting;

            Appointment(Order order, Runnable action) {
                this.order = order;
                this.action = action;
            }

            boolean isBefore(Appointment other) {
                if (time != other.time) {
                    return time < other.time;
                }
                return order == other.order ? setting < other.setting : order == Order.NORMAL;
            }

            @Override
            public void at(double seconds) {
                time = seconds;
                setting = settings++;
            }

            @Override
            public boolean cancel() {
                boolean was = time < Double.POSITIVE_INFINITY;
                time = Double.POSITIVE_INFINITY;
                return was;
            }
        }
    }

    /**
     * Ranks that compute for times of their own and exchange messages of several sizes with both neighbours, some found
     * by probes or wildcards.
     */
    private record UnevenExchange(int steps) implements ParallelProgram {
        private static final int[] ALL = {0, 1, 2, 3};

        @Override
        public int ranks() {
            return RANKS;
        }

        @Override
        public Program open(int rank) {
            SplittableRandom random = new SplittableRandom(rank);
            int left = (rank + RANKS - 1) % RANKS;
            int right = (rank + 1) % RANKS;
            return new SteppedProgram(steps, (step, sink) -> {
                sink.compute(1e-5 + 1e-4 * random.nextDouble());
                sink.irecv(0, step % 3 == 0 ? OperationSink.ANY_SOURCE : left, 0, 20_000);
                sink.irecv(1, right, step % 5 == 0 ? OperationSink.ANY_TAG : 1, 20_000);
                sink.isend(2, right, 0, 1000 * (1 + step % 20));
                sink.isend(3, left, 1, 1000 * (1 + step % 20));
                sink.awaitAll(ALL, ALL.length);
            });
        }
    }
}
