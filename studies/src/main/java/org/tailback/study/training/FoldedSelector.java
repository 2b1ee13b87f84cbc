package org.tailback.study.training;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveAlgorithm;
import org.tailback.collective.CollectiveSchedule;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSink;
import org.tailback.collective.LocalUse;
import org.tailback.collective.Partition;
import org.tailback.platform.LocalWork;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The algorithms of whole groups for those of their ranks that a {@link Fold} replays.
 *
 * @param whole on the platform of the whole step
 */
record FoldedSelector(CollectiveSelector whole, Fold fold) implements CollectiveSelector {
    @Override
    public String name() {
        return whole.name();
    }

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        return new Folded(whole.select(call, ranks), fold);
    }

    @Override
    public LocalWork localWork() {
        return whole.localWork();
    }

    @Override
    public boolean isAskedFor() {
        return whole.isAskedFor();
    }

    /** Returns a rank's part in an operation whose messages all have the same size, at most a byte more than theirs. */
    static CollectiveSchedule even(CollectiveAlgorithm algorithm, CollectiveCall call, int position, int ranks) {
        CollectiveSchedule schedule = algorithm.schedule(call, position, ranks);
        int parts = parts(call, schedule, ranks);
        return call.bytes() % parts == 0
                ? schedule
                : algorithm.schedule(
                        CollectiveCall.uniform(
                                        call.kind(), call.root(), RankOperations.upTo(call.bytes(), parts) * parts)
                                .on(call.communicator(), call.group()),
                        position,
                        ranks);
    }

    /** Returns the number of parts of the buffer that may differ by a byte: those of an all-reduce. */
    private static int parts(CollectiveCall call, CollectiveSchedule schedule, int ranks) {
        Partition partition = schedule.partition();
        return call.kind() != Kind.ALLREDUCE ? 1 : partition == null ? ranks : partition.parts();
    }

    private record Folded(CollectiveAlgorithm whole, Fold fold) implements CollectiveAlgorithm {
        @Override
        public String name() {
            return whole.name();
        }

        @Override
        public Set<Kind> kinds() {
            return whole.kinds();
        }

        @Override
        public String summary() {
            return whole.summary();
        }

        @Override
        public boolean includesReductions() {
            return whole.includesReductions();
        }

        @Override
        public CollectiveSchedule schedule(CollectiveCall call, int position, int ranks) {
            CollectiveSchedule even = even(whole, call, position, ranks);
            return new Part(even, call, parts(call, even, ranks), position, fold);
        }
    }

    private static final class Part implements CollectiveSchedule {
        private final CollectiveSchedule whole;
        private final CollectiveCall call;
        private final int[] group;
        private final int parts;
        private final int position;
        private final Fold fold;
        private long sent;
        private long received;

        Part(CollectiveSchedule whole, CollectiveCall call, int parts, int position, Fold fold) {
            this.whole = whole;
            this.call = call;
            this.group = Objects.requireNonNull(call.group());
            this.parts = parts;
            this.position = position;
            this.fold = fold;
        }

        @Override
        public int steps() {
            return whole.steps();
        }

        @Override
        public void step(int step, CollectiveSink sink) {
            whole.step(step, new Partners(sink));
        }

        @Override
        public @Nullable Partition partition() {
            return whole.partition();
        }

        @Override
        public List<CollectiveSchedule> channels() {
            return whole.channels().stream()
                    .<CollectiveSchedule>map(channel -> new Part(channel, call, parts, position, fold))
                    .toList();
        }

        @Override
        public double startSeconds() {
            return whole.startSeconds();
        }

        @Override
        public double wireFactor() {
            return whole.wireFactor();
        }

        @Override
        public LocalUse localUse() {
            return whole.localUse();
        }

        /** Messages of single parts have their true sizes in turn, the same at all GPUs. */
        private long size(long bytes, long number) {
            return parts == 1 || bytes != RankOperations.upTo(call.bytes(), parts)
                    ? bytes
                    : call.bytes() / parts + (number % parts < call.bytes() % parts ? 1 : 0);
        }

        private final class Partners implements CollectiveSink {
            private final CollectiveSink sink;

            Partners(CollectiveSink sink) {
                this.sink = sink;
            }

            private int of(int partner, boolean sends) {
                return Arrays.binarySearch(group, fold.partner(group[position], group[partner], sends));
            }

            @Override
            public void carry(long firstBlock, int count) {
                // data do not matter for time
            }

            @Override
            public void isend(int request, int destination, long bytes) {
                sink.isend(request, of(destination, true), size(bytes, sent++));
            }

            @Override
            public void irecv(int request, int source, long bytes) {
                sink.irecv(request, of(source, false), size(bytes, received++));
            }

            @Override
            public void send(int destination, long bytes) {
                sink.send(of(destination, true), size(bytes, sent++));
            }

            @Override
            public void recv(int source, long bytes) {
                sink.recv(of(source, false), size(bytes, received++));
            }

            @Override
            public void awaitAll(int firstRequest, int count) {
                sink.awaitAll(firstRequest, count);
            }

            @Override
            public void combine(long fromBlock, long intoBlock, int count, long bytes) {
                sink.combine(fromBlock, intoBlock, count, bytes);
            }

            @Override
            public void copy(long fromBlock, long intoBlock, int count) {
                // takes no time
            }
        }
    }
}
