package org.tailback.generator;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.ProbeOutcome;
import org.tailback.program.SendMode;

/** One operation of a rank as a value: to be kept, compared, and printed as the Java that writes it. */
public sealed interface Operation {
    /** Appends it to a sink. */
    void performOn(OperationSink sink);

    /** Returns the call of {@link ProgramBuilder} that writes it, such as {@code isend(0, 3, 0, 1024)}. */
    String toJava();

    /** See {@link OperationSink#isend}. */
    record Isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode)
            implements Operation {
        /** Returns a standard send in the world communicator. */
        public Isend(int request, int destination, int tag, long bytes) {
            this(request, destination, tag, OperationSink.WORLD, bytes, SendMode.STANDARD);
        }

        @Override
        public void performOn(OperationSink sink) {
            sink.isend(request, destination, tag, communicator, bytes, mode);
        }

        @Override
        public String toJava() {
            return "isend(" + request + ", " + message(destination, tag, communicator, bytes, mode) + ")";
        }
    }

    /** See {@link OperationSink#irecv}. */
    record Irecv(int request, int source, int tag, int communicator, long bytes) implements Operation {
        /** Returns a receive in the world communicator. */
        public Irecv(int request, int source, int tag, long bytes) {
            this(request, source, tag, OperationSink.WORLD, bytes);
        }

        @Override
        public void performOn(OperationSink sink) {
            sink.irecv(request, source, tag, communicator, bytes);
        }

        @Override
        public String toJava() {
            return "irecv(" + request + ", " + message(source, tag, communicator, bytes, null) + ")";
        }
    }

    /** See {@link OperationSink#send}. */
    record Send(int destination, int tag, int communicator, long bytes, SendMode mode) implements Operation {
        /** Returns a standard send in the world communicator. */
        public Send(int destination, int tag, long bytes) {
            this(destination, tag, OperationSink.WORLD, bytes, SendMode.STANDARD);
        }

        @Override
        public void performOn(OperationSink sink) {
            sink.send(destination, tag, communicator, bytes, mode);
        }

        @Override
        public String toJava() {
            return "send(" + message(destination, tag, communicator, bytes, mode) + ")";
        }
    }

    /** See {@link OperationSink#recv}. */
    record Recv(int source, int tag, int communicator, long bytes) implements Operation {
        /** Returns a receive in the world communicator. */
        public Recv(int source, int tag, long bytes) {
            this(source, tag, OperationSink.WORLD, bytes);
        }

        @Override
        public void performOn(OperationSink sink) {
            sink.recv(source, tag, communicator, bytes);
        }

        @Override
        public String toJava() {
            return "recv(" + message(source, tag, communicator, bytes, null) + ")";
        }
    }

    /** See {@link OperationSink#probe}. */
    record Probe(int source, int tag, int communicator) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.probe(source, tag, communicator);
        }

        @Override
        public String toJava() {
            return "probe(" + sourceJava(source) + ", " + tagJava(tag) + ", " + communicator + ")";
        }
    }

    /** See {@link OperationSink#iprobe}. */
    record Iprobe(int source, int tag, int communicator, ProbeOutcome outcome) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.iprobe(source, tag, communicator, outcome);
        }

        @Override
        public String toJava() {
            return "iprobe(" + sourceJava(source) + ", " + tagJava(tag) + ", " + communicator + ", there -> {})";
        }
    }

    /** See {@link OperationSink#kernel}. */
    record Kernel(String name, long m, long n, long k) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.kernel(name, m, n, k);
        }

        @Override
        public String toJava() {
            return "kernel(\"" + name + "\", " + m + longSuffix(m) + ", " + n + longSuffix(n) + ", " + k + longSuffix(k)
                    + ")";
        }
    }

    /** See {@link OperationSink#await}. */
    record Await(int request) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.await(request);
        }

        @Override
        public String toJava() {
            return "await(" + request + ")";
        }
    }

    /** See {@link OperationSink#awaitAll}. */
    record AwaitAll(ImmutableIntArray requests) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.awaitAll(requests.toArray(), requests.length());
        }

        @Override
        public String toJava() {
            return "awaitAll(" + list(requests) + ")";
        }
    }

    /** See {@link OperationSink#awaitAny}. */
    record AwaitAny(ImmutableIntArray requests) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.awaitAny(requests.toArray(), requests.length());
        }

        @Override
        public String toJava() {
            return "awaitAny(" + list(requests) + ")";
        }
    }

    /** See {@link OperationSink#awaitSome}. */
    record AwaitSome(ImmutableIntArray requests) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.awaitSome(requests.toArray(), requests.length());
        }

        @Override
        public String toJava() {
            return "awaitSome(" + list(requests) + ")";
        }
    }

    /** See {@link OperationSink#free}. */
    record Free(int request) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.free(request);
        }

        @Override
        public String toJava() {
            return "free(" + request + ")";
        }
    }

    /** See {@link OperationSink#cancel}. */
    record Cancel(int request) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.cancel(request);
        }

        @Override
        public String toJava() {
            return "cancel(" + request + ")";
        }
    }

    /** See {@link OperationSink#compute}. */
    record Compute(double seconds) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.compute(seconds);
        }

        @Override
        public String toJava() {
            return "compute(" + seconds + ")";
        }
    }

    /** See {@link OperationSink#collective}. */
    record Collective(CollectiveCall call) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.collective(call);
        }

        @Override
        public String toJava() {
            return "collective(" + callJava(call) + ")";
        }
    }

    /** See {@link OperationSink#icollective}. */
    record Icollective(int request, CollectiveCall call) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.icollective(request, call);
        }

        @Override
        public String toJava() {
            return "icollective(" + request + ", " + callJava(call) + ")";
        }
    }

    /** See {@link OperationSink#start}. */
    record Start(int request, ImmutableList<Operation> helper) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            Iterator<Operation> left = helper.iterator();
            sink.start(request, target -> {
                if (!left.hasNext()) {
                    return false;
                }
                left.next().performOn(target);
                return true;
            });
        }

        @Override
        public String toJava() {
            return "start(" + request
                    + helper.stream()
                            .map(operation -> ", h -> h." + operation.toJava())
                            .collect(Collectors.joining()) + ")";
        }
    }

    private static String callJava(CollectiveCall call) {
        String communicator =
                call.communicator() == OperationSink.WORLD && call.group() == null && call.neighbours() == null
                        ? ""
                        : call.communicator() + ", " + array(call.group()) + ", ";
        return "new CollectiveCall(CollectiveCall.Kind." + call.kind() + ", " + communicator + call.root() + ", "
                + call.bytes() + longSuffix(call.bytes()) + ", " + array(call.sendCounts()) + ", "
                + array(call.receiveCounts()) + ", " + call.computeSeconds()
                + (call.neighbours() == null
                        ? ")"
                        : ", new CollectiveCall.Neighbours("
                                + array(call.neighbours().sources()) + ", "
                                + array(call.neighbours().destinations()) + "))");
    }

    private static String array(long @Nullable [] counts) {
        return counts == null
                ? "null"
                : "new long[] {"
                        + Arrays.stream(counts)
                                .mapToObj(count -> count + longSuffix(count))
                                .collect(Collectors.joining(", "))
                        + "}";
    }

    private static String array(int @Nullable [] ranks) {
        return ranks == null
                ? "null"
                : "new int[] {"
                        + Arrays.stream(ranks).mapToObj(Integer::toString).collect(Collectors.joining(", ")) + "}";
    }

    private static String list(ImmutableIntArray requests) {
        return requests.stream().mapToObj(Integer::toString).collect(Collectors.joining(", "));
    }

    /** Returns the arguments of a message; communicator and mode only where they are not the usual ones. */
    private static String message(int peer, int tag, int communicator, long bytes, @Nullable SendMode mode) {
        boolean usual = communicator == OperationSink.WORLD && (mode == null || mode == SendMode.STANDARD);
        return sourceJava(peer) + ", " + tagJava(tag) + ", " + (usual ? "" : communicator + ", ") + bytes
                + longSuffix(bytes) + (usual || mode == null ? "" : ", SendMode." + mode);
    }

    private static String sourceJava(int rank) {
        return rank == OperationSink.ANY_SOURCE ? "OperationSink.ANY_SOURCE" : Integer.toString(rank);
    }

    private static String tagJava(int tag) {
        return tag == OperationSink.ANY_TAG ? "OperationSink.ANY_TAG" : Integer.toString(tag);
    }

    private static String longSuffix(long value) {
        return value == (int) value ? "" : "L";
    }
}
