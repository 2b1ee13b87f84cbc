package org.tailback.testing;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.tailback.kernel.EventKernel;

/**
 * The least that an event-driven host can be: a priority queue, and timers that carry a version instead of being
 * cancelled.
 */
class PriorityQueueHostTest extends EventKernelContract {
    @Override
    protected Host newHost() {
        return host();
    }

    static Host host() {
        return new PriorityQueueHost();
    }

    private static final class PriorityQueueHost implements Host, EventKernel {
        private record Entry(double date, Order order, long sequence, Runnable action) {}

        private final PriorityQueue<Entry> queue = new PriorityQueue<>(Comparator.comparingDouble(Entry::date)
                .thenComparing(Entry::order)
                .thenComparing(Entry::sequence));
        private double now;
        private long sequence;

        @Override
        public double now() {
            return now;
        }

        @Override
        public Timer timer(Order order, Runnable action) {
            return new Timer() {
                private long version;
                private boolean pending;

                @Override
                public void at(double seconds) {
                    if (!(seconds >= now && seconds < Double.POSITIVE_INFINITY)) {
                        throw new IllegalArgumentException("not from now on: " + seconds);
                    }
                    long valid = ++version;
                    pending = true;
                    queue.add(new Entry(seconds, order, sequence++, () -> {
                        if (version == valid) {
                            pending = false;
                            action.run();
                        }
                    }));
                }

                @Override
                public boolean cancel() {
                    boolean was = pending;
                    pending = false;
                    version++;
                    return was;
                }
            };
        }

        @Override
        public EventKernel kernel() {
            return this;
        }

        @Override
        public void schedule(double seconds, Runnable action) {
            queue.add(new Entry(seconds, Order.NORMAL, sequence++, action));
        }

        @Override
        public void run() {
            for (Entry next = queue.poll(); next != null; next = queue.poll()) {
                now = next.date();
                next.action().run();
            }
        }
    }
}
