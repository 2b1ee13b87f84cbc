package org.tailback.generator;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;

/** One operation of a rank as a value: to be kept, compared, and printed as the Java that writes it. */
public sealed interface Operation {
    /** Appends it to a sink. */
    void performOn(OperationSink sink);

    /** The call of {@link ProgramBuilder} that writes it, such as {@code isend(0, 3, 0, 1024)}. */
    String toJava();

    /** See {@link OperationSink#isend}. */
    record Isend(int request, int destination, int tag, long bytes) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.isend(request, destination, tag, bytes);
        }

        @Override
        public String toJava() {
            return "isend(" + request + ", " + destination + ", " + tag + ", " + bytes + longSuffix(bytes) + ")";
        }
    }

    /** See {@link OperationSink#irecv}. */
    record Irecv(int request, int source, int tag, long bytes) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.irecv(request, source, tag, bytes);
        }

        @Override
        public String toJava() {
            return "irecv(" + request + ", " + source + ", " + tag + ", " + bytes + longSuffix(bytes) + ")";
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
            return "awaitAll(" + requests.stream().mapToObj(Integer::toString).collect(Collectors.joining(", ")) + ")";
        }
    }

    /** See {@link OperationSink#send}. */
    record Send(int destination, int tag, long bytes) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.send(destination, tag, bytes);
        }

        @Override
        public String toJava() {
            return "send(" + destination + ", " + tag + ", " + bytes + longSuffix(bytes) + ")";
        }
    }

    /** See {@link OperationSink#recv}. */
    record Recv(int source, int tag, long bytes) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.recv(source, tag, bytes);
        }

        @Override
        public String toJava() {
            return "recv(" + source + ", " + tag + ", " + bytes + longSuffix(bytes) + ")";
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
            return "collective(new CollectiveCall(CollectiveCall.Kind." + call.kind() + ", " + call.root() + ", "
                    + call.bytes() + longSuffix(call.bytes()) + ", " + array(call.sendCounts()) + ", "
                    + array(call.receiveCounts()) + ", " + call.computeSeconds() + "))";
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
    }

    private static String longSuffix(long value) {
        return value == (int) value ? "" : "L";
    }
}
