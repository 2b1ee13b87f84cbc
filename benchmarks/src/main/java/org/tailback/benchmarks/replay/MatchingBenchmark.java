package org.tailback.benchmarks.replay;

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
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.tailback.generator.SteppedProgram;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.replay.Replay;

/**
 * A message between two ranks, replayed from its posting to its end, while many others wait for their partners: posted
 * receives or unexpected messages, told apart by tags and met in the worst order, the last first, exactly or from any
 * source. The time per message must not follow how many wait.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar MatchingBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MatchingBenchmark {
    private static final int MESSAGES = 100_000;

    /** How many wait at once. */
    @Param({"1", "1000", "100000"})
    public int depth;

    /** What waits. */
    @Param({"POSTED", "POSTED_FROM_ANY", "UNEXPECTED", "UNEXPECTED_FOR_ANY"})
    public Waiting waiting = Waiting.POSTED;

    @SuppressWarnings("NullAway.Init") // by open()
    private Platform platform;

    /** What waits for its partner. */
    public enum Waiting {
        /** Receives with source and tag. */
        POSTED,
        /** Receives with a tag from any source. */
        POSTED_FROM_ANY,
        /** Messages, for receives with source and tag. */
        UNEXPECTED,
        /** Messages, for receives with a tag from any source. */
        UNEXPECTED_FOR_ANY
    }

    /** Resolves the platform. */
    @Setup
    public void open() {
        platform = PlatformFile.parse(
                        "cluster: {nodes: 2, cores-per-node: 1}\nnetwork: {model: uncontended}\n"
                                + "cost: {model: hockney, latency: 1 us, bandwidth: 1 GB/s}\n",
                        "benchmark")
                .resolve(Overrides.NONE);
    }

    /** One message. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public double message() {
        boolean posted = waiting == Waiting.POSTED || waiting == Waiting.POSTED_FROM_ANY;
        boolean any = waiting == Waiting.POSTED_FROM_ANY || waiting == Waiting.UNEXPECTED_FOR_ANY;
        return Replay.builder(new Rounds(depth, MESSAGES / depth, posted, any), platform)
                .build()
                .run()
                .makespan();
    }

    /**
     * Rounds in which rank 0 sends to rank 1 as many messages as shall wait; whoever shall be late computes for a
     * second.
     */
    private record Rounds(int depth, int rounds, boolean posted, boolean any) implements ParallelProgram {
        private static final int STEP = 100;

        @Override
        public int ranks() {
            return 2;
        }

        @Override
        public Program open(int rank) {
            int steps = Math.max(1, depth / STEP);
            int each = Math.min(depth, STEP);
            // post in steps, then wait in steps, so that nothing is produced that is not needed soon
            return new SteppedProgram(2L * steps * rounds, (step, sink) -> {
                int part = (int) (step % (2 * steps));
                if (part == 0 && (rank == 0) == posted) {
                    sink.compute(1);
                }
                for (int i = 0; i < each; i++) {
                    int tag = part % steps * each + i;
                    if (part >= steps) {
                        sink.await(tag);
                    } else if (rank == 0) {
                        // synchronous, so that no round begins before the last one is met
                        sink.isend(tag, 1, tag, 0, 8, SendMode.SYNCHRONOUS);
                    } else {
                        sink.irecv(tag, any ? OperationSink.ANY_SOURCE : 0, depth - 1 - tag, 0, 8);
                    }
                }
            });
        }
    }
}
