package org.tailback.cli.replay;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.tailback.cli.console.Console;
import org.tailback.cli.console.Progress;
import org.tailback.cli.run.TraceRun;
import org.tailback.platformfile.Overrides;
import org.tailback.study.replication.ReplicationPlan;

/** A trace replayed under many seeds, several at once: each thread reads a trace of its own, so that nothing depends on their number. */
final class Replications implements AutoCloseable {
    private final TraceRun original;
    private final Overrides overrides;
    private final int threads;
    private final Deque<TraceRun> idle = new ArrayDeque<>();

    Replications(TraceRun original, Overrides overrides, int threads) {
        this.original = original;
        this.overrides = overrides;
        this.threads = threads;
    }

    /** The makespans in seconds by seed, from that of the overrides on, whose makespan is known. */
    List<Double> makespans(ReplicationPlan plan, double first, Console console) {
        long firstSeed = overrides.seed();
        AtomicInteger done = new AtomicInteger();
        return Progress.during(
                console,
                () -> done + " of up to " + plan.most() + " replays",
                () -> plan.run(
                        firstSeed,
                        threads,
                        seed -> {
                            double makespan = seed == firstSeed ? first : makespan(seed);
                            done.incrementAndGet();
                            return makespan;
                        },
                        makespan -> makespan));
    }

    private double makespan(long seed) {
        TraceRun run = take();
        try {
            return run.replay(overrides.withSeed(seed)).makespan();
        } finally {
            giveBack(run);
        }
    }

    private synchronized TraceRun take() {
        TraceRun run = idle.poll();
        return run == null ? original.again() : run;
    }

    private synchronized void giveBack(TraceRun run) {
        idle.push(run);
    }

    @Override
    public synchronized void close() {
        idle.forEach(TraceRun::close);
    }
}
