package org.tailback.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SteppedKernel;

/**
 * Loop that advances to the next instant with an event of the loop or of the network. Within an instant, the network's
 * events are processed first.
 */
final class LoopHost implements Host {
    private final SteppedKernel clock;
    private final TreeMap<Double, List<Runnable>> events = new TreeMap<>();

    LoopHost(SteppedKernel clock) {
        this.clock = clock;
    }

    @Override
    public EventKernel kernel() {
        return clock;
    }

    @Override
    public void schedule(double seconds, Runnable action) {
        events.computeIfAbsent(seconds, time -> new ArrayList<>()).add(action);
    }

    @Override
    public void run() {
        while (true) {
            double ours = events.isEmpty() ? Double.POSITIVE_INFINITY : events.firstKey();
            double next = ours <= clock.now() ? ours : Math.min(ours, clock.nextInstant());
            if (next == Double.POSITIVE_INFINITY) {
                return;
            }
            clock.advanceTo(next);
            Map.Entry<Double, List<Runnable>> first = events.firstEntry();
            if (first != null && first.getKey() <= next) {
                events.remove(first.getKey());
                first.getValue().forEach(Runnable::run);
            }
        }
    }
}
