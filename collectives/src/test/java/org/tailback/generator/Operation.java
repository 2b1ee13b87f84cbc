package org.tailback.generator;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Iterator;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.ProbeOutcome;
import org.tailback.program.SendMode;

/** One operation of a rank as a value that can be stored and compared. */
public sealed interface Operation {
    /** Appends this operation to a sink. */
    void performOn(OperationSink sink);

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
    }

    /** See {@link OperationSink#probe}. */
    record Probe(int source, int tag, int communicator) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.probe(source, tag, communicator);
        }
    }

    /** See {@link OperationSink#iprobe}. */
    record Iprobe(int source, int tag, int communicator, ProbeOutcome outcome) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.iprobe(source, tag, communicator, outcome);
        }
    }

    /** See {@link OperationSink#kernel}. */
    record Kernel(String name, long m, long n, long k) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.kernel(name, m, n, k);
        }
    }

    /** See {@link OperationSink#await}. */
    record Await(int request) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.await(request);
        }
    }

    /** See {@link OperationSink#awaitAll}. */
    record AwaitAll(ImmutableIntArray requests) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.awaitAll(requests.toArray(), requests.length());
        }
    }

    /** See {@link OperationSink#awaitAny}. */
    record AwaitAny(ImmutableIntArray requests) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.awaitAny(requests.toArray(), requests.length());
        }
    }

    /** See {@link OperationSink#awaitSome}. */
    record AwaitSome(ImmutableIntArray requests) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.awaitSome(requests.toArray(), requests.length());
        }
    }

    /** See {@link OperationSink#free}. */
    record Free(int request) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.free(request);
        }
    }

    /** See {@link OperationSink#cancel}. */
    record Cancel(int request) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.cancel(request);
        }
    }

    /** See {@link OperationSink#compute}. */
    record Compute(double seconds) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.compute(seconds);
        }
    }

    /** See {@link OperationSink#collective}. */
    record Collective(CollectiveCall call) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.collective(call);
        }
    }

    /** See {@link OperationSink#icollective}. */
    record Icollective(int request, CollectiveCall call) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            sink.icollective(request, call);
        }
    }

    /** See {@link OperationSink#start}. */
    record Start(int request, ImmutableList<Operation> progressThread) implements Operation {
        @Override
        public void performOn(OperationSink sink) {
            Iterator<Operation> left = progressThread.iterator();
            sink.start(request, target -> {
                if (!left.hasNext()) {
                    return false;
                }
                left.next().performOn(target);
                return true;
            });
        }
    }
}
