package org.tailback.trace.nativeformat;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.generator.ExplicitProgram;
import org.tailback.generator.Operation;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.Trace;

/** Random sequences of every call of {@link OperationSink}, with any parameters: to be copied, not to be run. */
final class AnyPrograms {
    private static final double[] DOUBLES = {
        0,
        -0.0,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Double.MAX_VALUE,
        0.1,
        1.0 / 3,
        1e-7,
        9.999999999999999e22,
        5e-324,
        123456789.123456789,
        1e15,
        1e16,
        9007199254740993.0,
        0x1p-1000,
        Math.nextUp(1.0),
        Math.nextDown(1.0),
        2e-3
    };

    private final SplittableRandom random;
    private final int ranks;
    /** Numbers of the requests of the program at hand: waits name no others. */
    private List<Integer> started = new ArrayList<>();

    private AnyPrograms(long seed, int ranks) {
        this.random = new SplittableRandom(seed);
        this.ranks = ranks;
    }

    /** A program held in memory. */
    static ExplicitProgram of(long seed, int ranks, int operations) {
        AnyPrograms any = new AnyPrograms(seed, ranks);
        List<List<Operation>> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            all.add(any.operations(operations, 0));
        }
        return ExplicitProgram.copyOf(new ParallelProgram() {
            @Override
            public int ranks() {
                return ranks;
            }

            @Override
            public Program open(int rank) {
                boolean[] done = {false};
                return sink -> {
                    if (done[0] || all.get(rank).isEmpty()) {
                        return false;
                    }
                    done[0] = true;
                    all.get(rank).forEach(operation -> operation.performOn(sink));
                    return true;
                };
            }
        });
    }

    private List<Operation> operations(int count, int depth) {
        List<Integer> outside = started;
        started = new ArrayList<>();
        List<Operation> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(operation(depth));
        }
        started = outside;
        return list;
    }

    private Operation operation(int depth) {
        int request = random.nextInt(5) == 0 ? random.nextInt(60_000) : random.nextInt(4);
        int kind = random.nextInt(15);
        if (kind == 2 || kind == 4 || kind == 13 || (kind == 14 && depth < 3)) {
            started.add(request);
        }
        return switch (kind) {
            case 0 -> new Operation.Compute(Math.abs(number()) == 0 ? number() * 0 : Math.abs(number()));
            case 1 -> new Operation.Send(rank(), tag(false), communicator(), bytes(), mode());
            case 2 -> new Operation.Isend(request, rank(), tag(false), communicator(), bytes(), mode());
            case 3 -> new Operation.Recv(source(), tag(true), communicator(), bytes());
            case 4 -> new Operation.Irecv(request, source(), tag(true), communicator(), bytes());
            case 5 -> new Operation.Probe(source(), tag(true), communicator());
            case 7, 8, 9 -> ofOne(kind);
            case 6, 10 -> new Operation.AwaitAll(list());
            case 11 -> random.nextBoolean() ? new Operation.AwaitAny(list()) : new Operation.AwaitSome(list());
            case 12 -> new Operation.Collective(call());
            case 13 -> new Operation.Icollective(request, call());
            default ->
                depth == 3
                        ? ofOne(9)
                        : new Operation.Start(
                                request,
                                ImmutableList.copyOf(operations(
                                        random.nextInt(depth == 0 && random.nextInt(20) == 0 ? 200 : 4), depth + 1)));
        };
    }

    private Operation ofOne(int kind) {
        if (started.isEmpty()) {
            return new Operation.AwaitAll(ImmutableIntArray.of());
        }
        int request = anyStarted();
        return kind == 7
                ? new Operation.Free(request)
                : kind == 8 ? new Operation.Cancel(request) : new Operation.Await(request);
    }

    private ImmutableIntArray list() {
        int length = random.nextInt(random.nextInt(10) == 0 ? 200 : 4);
        return ImmutableIntArray.copyOf(
                IntStream.range(0, started.isEmpty() ? 0 : length).map(i -> anyStarted()));
    }

    private int anyStarted() {
        return started.get(random.nextInt(started.size()));
    }

    private double number() {
        double value = random.nextInt(3) == 0
                ? DOUBLES[random.nextInt(DOUBLES.length)]
                : random.nextBoolean() ? random.nextInt(100_000) / 1e9 : Double.longBitsToDouble(random.nextLong());
        return Double.isFinite(value) ? value : 0.25;
    }

    private int rank() {
        return random.nextInt(ranks);
    }

    private int source() {
        return random.nextInt(4) == 0 ? OperationSink.ANY_SOURCE : rank();
    }

    private int tag(boolean orAny) {
        return switch (random.nextInt(5)) {
            case 0 -> orAny ? OperationSink.ANY_TAG : 0;
            case 1 -> Math.max(Integer.MIN_VALUE + 1, random.nextInt());
            case 2 -> random.nextInt(100);
            default -> 0;
        };
    }

    private int communicator() {
        return random.nextInt(4) > 0
                ? OperationSink.WORLD
                : random.nextInt(5) == 0 ? random.nextInt() : random.nextInt(5);
    }

    private long bytes() {
        return random.nextLong() >>> random.nextInt(1, 64);
    }

    private SendMode mode() {
        return random.nextBoolean() ? SendMode.STANDARD : SendMode.values()[random.nextInt(SendMode.values().length)];
    }

    private CollectiveCall call() {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        boolean world = random.nextBoolean();
        return new CollectiveCall(
                kind,
                world ? OperationSink.WORLD : random.nextInt(3),
                world || random.nextInt(4) == 0 ? null : positions(-1),
                random.nextInt(3) == 0 ? random.nextInt(ranks) : 0,
                kind == Kind.BARRIER ? 0 : bytes(),
                sizes(),
                sizes(),
                random.nextInt(3) == 0 ? Math.abs(number()) : 0,
                random.nextInt(3) == 0 ? new CollectiveCall.Neighbours(positions(0), positions(0)) : null,
                null);
    }

    private int[] positions(int least) {
        int[] positions = new int[random.nextInt(6)];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = random.nextInt(least, ranks);
        }
        return positions;
    }

    private long @Nullable [] sizes() {
        if (random.nextBoolean()) {
            return null;
        }
        long[] sizes = new long[random.nextInt(6)];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = bytes();
        }
        return sizes;
    }

    /** The same program as a trace with times, some of which are missing. */
    static Trace timed(ExplicitProgram program, long seed) {
        return new TimedProgram(program, seed);
    }

    private record TimedProgram(ExplicitProgram program, long seed) implements Trace, RecordedTimes {
        @Override
        public String format() {
            return "made up";
        }

        @Override
        public int ranks() {
            return program.ranks();
        }

        @Override
        public Program open(int rank) {
            return program.open(rank);
        }

        @Override
        public double span() {
            return 1.0 / 3;
        }

        @Override
        public int communicators() {
            return 7;
        }

        @Override
        public double ticksPerSecond() {
            return seed % 2 == 0 ? Double.NaN : 1e9 / 3;
        }

        @Override
        public List<String> approximations() {
            return List.of("3 x something with ünïcode.", "and more");
        }

        @Override
        public Cursor recordedTimes(int rank) {
            AnyPrograms any = new AnyPrograms(seed + rank, ranks());
            int count = program.operations(rank).size();
            return new Cursor() {
                private boolean known;

                @Override
                public boolean next() {
                    while (++operation < count) {
                        int choice = any.random.nextInt(10);
                        if (choice == 0) {
                            known = false;
                        } else if (choice < 7 || !known) {
                            known = true;
                            double one = any.number() % 1e200;
                            double other = any.random.nextBoolean() ? leave : any.number() % 1e200;
                            enter = Math.min(one, other);
                            leave = Math.max(one, other);
                            boolean computation = call != null && any.random.nextInt(3) == 0;
                            callNumber += call == null ? 0 : 1;
                            call = computation ? null : "MPI_" + any.random.nextInt(20);
                        }
                        if (known) {
                            seconds = leave - enter;
                            return true;
                        }
                    }
                    return false;
                }
            };
        }
    }

    /** All times of a trace as text, with the call numbers counted from the first. */
    static List<String> times(Trace trace) {
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < trace.ranks(); rank++) {
            try (RecordedTimes.Cursor cursor = ((RecordedTimes) trace).recordedTimes(rank)) {
                long first = Long.MIN_VALUE;
                while (cursor.next()) {
                    first = first == Long.MIN_VALUE ? cursor.callNumber() : first;
                    lines.add(rank + " " + cursor.operation() + " "
                            + Long.toHexString(Double.doubleToRawLongBits(cursor.enter())) + " "
                            + Long.toHexString(Double.doubleToRawLongBits(cursor.leave())) + " " + cursor.call() + " "
                            + (cursor.callNumber() - first));
                }
            }
        }
        return lines;
    }
}
