package org.tailback.study.training;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import org.tailback.cluster.Cluster;
import org.tailback.collective.CollectiveSelector;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.simulation.Workload;

/**
 * Times of each kind of communication on a platform when all groups of a stage communicate concurrently. Each
 * combination of group size and distance is replayed once for a few buffer sizes with the platform's algorithms. Large
 * groups are {@linkplain StepFold folded}, and times between the replayed sizes are interpolated. Therefore the time of
 * a group inside a node is never used for a group across nodes. Not thread-safe.
 */
public final class GroupTimes {
    /** Base of the replayed sizes, which are powers of this number. */
    private static final int GRID = 8;
    /**
     * Smallest number of communicating ranks, chosen so that all ranks that share interfaces with a group communicate.
     */
    private static final int AT_LEAST = 16;

    private record Shape(Kind kind, int members, int distance) {}

    private final IntFunction<Platform> platforms;
    private final CollectiveSelector selector;
    private final Map<List<Object>, Double> known = new HashMap<>();
    private final Map<Integer, Platform> platformOf = new HashMap<>();

    /**
     * Creates the times of a platform. Each time is replayed on its first use.
     *
     * @param platforms function from a number of ranks to the platform
     */
    public GroupTimes(IntFunction<Platform> platforms, CollectiveSelector selector) {
        this.platforms = platforms;
        this.selector = selector;
    }

    private Platform platform(int ranks) {
        return platformOf.computeIfAbsent(ranks, platforms::apply);
    }

    /**
     * Returns the time of a collective operation, seconds; 0 for a single member or an empty buffer.
     *
     * @param bytes size of the whole buffer
     * @param distance difference of the ranks of two neighbours in a group
     */
    double seconds(Kind kind, double bytes, int members, int distance) {
        return members == 1 ? 0 : interpolated(new Shape(kind, members, distance), bytes);
    }

    /** Returns the total time of successive collective operations on buckets of at most {@code most} bytes, seconds. */
    double inBuckets(Kind kind, double bytes, double most, int members, int distance) {
        double bucket = Math.min(bytes, most);
        return bytes == 0 ? 0 : bytes / bucket * seconds(kind, bucket, members, distance);
    }

    /** Returns the time of concurrent messages from the first ranks to the ranks at a distance, seconds. */
    double message(double bytes, int senders, int distance) {
        return interpolated(new Shape(Kind.GATHER, Math.min(senders, AT_LEAST), distance), bytes);
    }

    private double interpolated(Shape shape, double bytes) {
        if (bytes <= 0) {
            return 0;
        }
        int below = Math.max(3, (int) Math.floor(Math.log(bytes) / Math.log(GRID)));
        double size = Math.pow(GRID, below);
        double low = at(shape, (long) size);
        double high = at(shape, (long) size * GRID);
        // smaller sizes have the time of the smallest replayed size
        return bytes <= size ? low : low + (high - low) * (bytes - size) / (size * (GRID - 1));
    }

    private double at(Shape shape, long bytes) {
        return known.computeIfAbsent(
                List.of(shape, bytes),
                key -> shape.kind == Kind.GATHER
                        ? message(shape, bytes)
                        : group(shape.members, shape.distance, true, (group, place, operations) -> {
                            operations.collective(shape.kind, Communicator.DATA, group, bytes);
                        }));
    }

    private double message(Shape shape, long bytes) {
        int ranks = shape.distance + shape.members;
        ParallelProgram program = program(ranks, (sink, rank) -> {
            if (rank < shape.members) {
                sink.isend(0, rank + shape.distance, 0, bytes);
                sink.await(0);
            } else if (rank >= shape.distance) {
                sink.irecv(0, rank - shape.distance, 0, bytes);
                sink.await(0);
            }
        });
        return replay(platform(ranks), Workload.of("messages", program));
    }

    /** Returns the time in which all GPUs of a stage send tokens to experts, or receive them back, seconds. */
    double exchange(TrainingStep step, boolean isReturn) {
        int members = step.parallelism().expert();
        int distance = step.parallelism().expertTensor();
        ExpertExchange exchange = step.exchange();
        double tokens = step.exchangedTokens();
        if (members == 1) {
            return 0;
        }
        // the call of the first GPU determines the calls of the others
        return known.computeIfAbsent(
                List.of(exchange.call(step, tokens, members, 0, isReturn), members, distance),
                key -> group(members, distance, exchange.routing().isEven(), (group, place, operations) -> {
                    CollectiveCall call = exchange.call(step, tokens, members, place, isReturn);
                    operations.collective(call.on(Communicator.DATA.ordinal(), group));
                }));
    }

    private interface Performed {
        void perform(int[] group, int place, RankOperations operations);
    }

    private double group(int members, int distance, boolean areAlike, Performed performed) {
        int span = members * distance;
        int blocks = span >= AT_LEAST ? 1 : (AT_LEAST + span - 1) / span;
        Cluster cluster = platform(span).cluster();
        boolean fits = blocks * span <= cluster.nodes() * cluster.coresPerNode();
        Parallelism division = new Parallelism(members, distance, fits ? blocks : 1, 1, distance, 1, 1);
        Map<Integer, int[]> groups = new HashMap<>();
        ParallelProgram whole = program(division.ranks(), (sink, rank) -> {
            int[] group = division.group(Communicator.DATA, rank);
            RankOperations operations = new RankOperations();
            operations.begin(sink);
            int[] its = groups.computeIfAbsent(group[0], key -> group);
            performed.perform(its, Arrays.binarySearch(its, rank), operations);
        });
        Platform platform = platform(division.ranks());
        StepFold fold = division.ranks() < StepFold.LEAST || !areAlike
                ? StepFold.NONE
                : StepFold.search(division, whole, selector, platform, 1);
        return replay(platform, fold.workload(whole, selector, platform));
    }

    private static double replay(Platform platform, Workload workload) {
        try (workload) {
            return workload.on(platform).seed(1).run().duration();
        }
    }

    private static ParallelProgram program(int ranks, ObjIntConsumer<OperationSink> operations) {
        return new ParallelProgram() {
            @Override
            public int ranks() {
                return ranks;
            }

            @Override
            public Program open(int rank) {
                AtomicBoolean done = new AtomicBoolean();
                return sink -> {
                    boolean isFirst = done.compareAndSet(false, true);
                    if (isFirst) {
                        operations.accept(sink, rank);
                    }
                    return isFirst;
                };
            }
        };
    }
}
