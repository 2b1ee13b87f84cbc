package org.tailback.study.jitter;

import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/** A program whose computations take factors of their time. Those of helpers (non-blocking collective operations) stay as they are. */
final class JitteredProgram implements ParallelProgram {
    private final ParallelProgram program;
    private final IntFunction<DoubleSupplier> factors;

    /** @param factors gives for a rank the factors of its computations, one after the other */
    JitteredProgram(ParallelProgram program, IntFunction<DoubleSupplier> factors) {
        this.program = program;
        this.factors = factors;
    }

    @Override
    public int ranks() {
        return program.ranks();
    }

    @Override
    public Program open(int rank) {
        Program original = program.open(rank);
        DoubleSupplier factor = factors.apply(rank);
        return new Program() {
            @Override
            public boolean produce(OperationSink sink) {
                return original.produce(new Disturbed(sink, factor));
            }

            @Override
            public void close() {
                original.close();
            }
        };
    }

    @Override
    public List<String> approximations() {
        return program.approximations();
    }

    /** Passes everything on, computations with another length. */
    private record Disturbed(OperationSink sink, DoubleSupplier factor) implements OperationSink {
        @Override
        public void compute(double seconds) {
            sink.compute(seconds * factor.getAsDouble());
        }

        @Override
        public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
            sink.isend(request, destination, tag, communicator, bytes, mode);
        }

        @Override
        public void irecv(int request, int source, int tag, int communicator, long bytes) {
            sink.irecv(request, source, tag, communicator, bytes);
        }

        @Override
        public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
            sink.send(destination, tag, communicator, bytes, mode);
        }

        @Override
        public void recv(int source, int tag, int communicator, long bytes) {
            sink.recv(source, tag, communicator, bytes);
        }

        @Override
        public void probe(int source, int tag, int communicator) {
            sink.probe(source, tag, communicator);
        }

        @Override
        public void await(int request) {
            sink.await(request);
        }

        @Override
        public void awaitAll(int[] requests, int count) {
            sink.awaitAll(requests, count);
        }

        @Override
        public void awaitAny(int[] requests, int count) {
            sink.awaitAny(requests, count);
        }

        @Override
        public void awaitSome(int[] requests, int count) {
            sink.awaitSome(requests, count);
        }

        @Override
        public void free(int request) {
            sink.free(request);
        }

        @Override
        public void cancel(int request) {
            sink.cancel(request);
        }

        @Override
        public void collective(CollectiveCall call) {
            sink.collective(call);
        }

        @Override
        public void icollective(int request, CollectiveCall call) {
            sink.icollective(request, call);
        }

        @Override
        public void start(int request, Program helper) {
            sink.start(request, helper);
        }
    }
}
