package org.tailback.benchmarks.replay;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SsjKernel;
import org.tailback.kernel.TimeQueue;
import umontreal.ssj.simevents.Simulator;

/**
 * The clock: what it costs to fire a timer that sets itself again, and one that also asks for the end of the instant,
 * as networks do; and next to it the heap where the engine keeps the times of ranks and messages. A replay has four
 * timers, its heap as many dates as ranks sleep.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar KernelTimerBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class KernelTimerBenchmark {
    private static final int EVENTS = 100_000;

    /** Timers or dates that are pending. */
    @Param({"1", "4", "64", "1024", "65536"})
    public int pending;

    /** One firing of a timer that sets itself again. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public double timers() {
        return run(false);
    }

    /** As {@link #timers}, and another timer at the end of the same instant. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public double timersAndFlush() {
        return run(true);
    }

    /** One date taken from the heap of dates and a later one put in. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public double completionQueue() {
        SplittableRandom random = new SplittableRandom(1);
        TimeQueue queue = new TimeQueue(pending);
        for (int i = 0; i < pending; i++) {
            queue.set(i, random.nextDouble(), i);
        }
        double date = 0;
        for (int i = 0; i < EVENTS; i++) {
            int first = queue.first();
            date = queue.firstTime();
            queue.remove(first);
            queue.set(first, date + random.nextDouble(), first);
        }
        return date;
    }

    private double run(boolean flushes) {
        Simulator simulator = new Simulator();
        simulator.init();
        SsjKernel kernel = SsjKernel.of(simulator);
        SplittableRandom random = new SplittableRandom(1);
        int[] left = {EVENTS};
        EventKernel.Timer flush = kernel.timer(EventKernel.Order.LAST, () -> {});
        for (int i = 0; i < pending; i++) {
            EventKernel.Timer[] own = new EventKernel.Timer[1];
            own[0] = kernel.timer(EventKernel.Order.NORMAL, () -> {
                if (--left[0] <= 0) {
                    simulator.stop();
                    return;
                }
                if (flushes) {
                    flush.at(kernel.now());
                }
                own[0].at(kernel.now() + random.nextDouble());
            });
            own[0].at(random.nextDouble());
        }
        simulator.start();
        return kernel.now();
    }
}
