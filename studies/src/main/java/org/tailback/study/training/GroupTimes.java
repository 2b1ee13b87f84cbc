package org.tailback.study.training;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.tailback.collective.CollectiveSelector;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;
import org.tailback.study.workload.Workload;

/**
 * How long the communication of one kind takes on a platform, if all groups of a stage communicate at once. Each group
 * of a size and distance is replayed with the platform's algorithms for a few sizes of buffers, once; times between
 * them are interpolated. So a tensor group beyond a node is never timed as one inside. Not thread-safe.
 */
public final class GroupTimes {
    /** Sizes that are replayed: powers of this number. */
    private static final int GRID = 8;
    /** Ranks that communicate at least, for all that share interfaces with a group. */
    private static final int AT_LEAST = 16;

    private static final double SAME = 1e-12;

    private record Shape(Kind kind, int members, int distance) {}

    private final IntFunction<Platform> platforms;
    private final CollectiveSelector selector;
    private final Map<Shape, Map<Long, Double>> known = new HashMap<>();
    /** Larger groups take the time of as many members' rings, for each step of the ring. */
    private static final int MOST_MEMBERS = 64;

    private boolean symmetric = true;

    /** @param platforms the platform for so many ranks */
    public GroupTimes(IntFunction<Platform> platforms, CollectiveSelector selector) {
        this.platforms = platforms;
        this.selector = selector;
    }

    /**
     * Returns the time of a collective operation, seconds; 0 for a single member or no bytes.
     *
     * @param bytes of the whole buffer
     * @param distance ranks between two neighbours of a group
     */
    double seconds(Kind kind, double bytes, int members, int distance) {
        return members == 1 ? 0 : interpolated(new Shape(kind, members, distance), bytes);
    }

    /** Returns the time of messages of the first ranks to others at a distance, all at once, seconds. */
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
        // below the smallest size all take as long as that
        return bytes <= size ? low : low + (high - low) * (bytes - size) / (size * (GRID - 1));
    }

    /**
     * Returns the time of a collective operation of a buffer as it is, seconds; see {@link #isSymmetric}. That of groups
     * of more than 64 members is interpolated.
     */
    double exact(Kind kind, long bytes, int members, int distance) {
        if (members > MOST_MEMBERS) {
            return seconds(kind, bytes, members, distance);
        }
        return members == 1 || bytes == 0 ? 0 : at(new Shape(kind, members, distance), bytes);
    }

    /** Returns the time of messages of so many bytes, as {@link #exact}. */
    double exactMessage(long bytes, int senders, int distance) {
        return at(new Shape(Kind.GATHER, Math.min(senders, AT_LEAST), distance), bytes);
    }

    /** Returns whether all ranks have ended at the same time in all replays so far, within rounding. */
    boolean isSymmetric() {
        return symmetric;
    }

    private double at(Shape shape, long bytes) {
        if (shape.members > MOST_MEMBERS) {
            long part = Math.max(1, Math.round((double) bytes * MOST_MEMBERS / shape.members));
            return at(new Shape(shape.kind, MOST_MEMBERS, shape.distance), part)
                    * (shape.members - 1)
                    / (MOST_MEMBERS - 1);
        }
        Map<Long, Double> times = known.computeIfAbsent(shape, key -> new HashMap<>());
        Double found = times.get(bytes);
        if (found == null) {
            found = replay(shape, bytes);
            times.put(bytes, found);
        }
        return found;
    }

    private double replay(Shape shape, long bytes) {
        boolean isMessage = shape.kind == Kind.GATHER;
        int span = isMessage ? shape.distance + shape.members : shape.members * shape.distance;
        // the sisters of a group, and other groups that share its nodes
        int blocks = isMessage || span >= AT_LEAST ? 1 : (AT_LEAST + span - 1) / span;
        Platform platform = platforms.apply(span);
        int ranks =
                blocks * span <= platform.cluster().nodes() * platform.cluster().coresPerNode() ? blocks * span : span;
        ParallelProgram program = new ParallelProgram() {
            @Override
            public int ranks() {
                return ranks;
            }

            @Override
            public Program open(int rank) {
                return new Once(sink -> {
                    if (!isMessage) {
                        int first = rank / span * span + rank % shape.distance;
                        int[] group = IntStream.range(0, shape.members)
                                .map(i -> first + i * shape.distance)
                                .toArray();
                        RankOperations operations = new RankOperations(sink, null);
                        operations.begin(sink);
                        operations.collective(shape.kind, 1, group, bytes);
                    } else if (rank < shape.members) {
                        sink.isend(0, rank + shape.distance, 0, bytes);
                        sink.await(0);
                    } else if (rank >= shape.distance) {
                        sink.irecv(0, rank - shape.distance, 0, bytes);
                        sink.await(0);
                    }
                });
            }
        };
        try (Workload workload = Workload.of("groups", program, selector)) {
            ReplayResult result = workload.on(ranks == span ? platform : platforms.apply(ranks))
                    .seed(1)
                    .run();
            double least = result.ranks().stream()
                    .mapToDouble(RankResult::finish)
                    .filter(finish -> finish > 0)
                    .min()
                    .orElse(0);
            symmetric &= isMessage || least >= result.duration() * (1 - SAME);
            return result.duration();
        }
    }

    private static final class Once implements Program {
        private final java.util.function.Consumer<OperationSink> operations;
        private boolean done;

        Once(java.util.function.Consumer<OperationSink> operations) {
            this.operations = operations;
        }

        @Override
        public boolean produce(OperationSink sink) {
            if (!done) {
                operations.accept(sink);
                done = true;
                return true;
            }
            return false;
        }

        @Override
        public void close() {
            done = true;
        }
    }
}
