package org.tailback.study.jitter;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;
import org.tailback.program.ForwardingSink;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * A program whose computations take factors of their time. Those of helpers (non-blocking collective operations) stay
 * as they are.
 */
public final class JitteredProgram implements ParallelProgram {
    private final ParallelProgram program;
    private final IntFunction<DoubleSupplier> factors;

    /**
     * Changes the computations of a program.
     *
     * @param factors gives for a rank the factors of its computations, one after the other
     */
    public JitteredProgram(ParallelProgram program, IntFunction<DoubleSupplier> factors) {
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
    public ParallelProgram forOneRun() {
        return new JitteredProgram(program.forOneRun(), factors);
    }

    @Override
    public boolean hasExactSizes() {
        return program.hasExactSizes();
    }

    @Override
    public Optional<String> collectiveOf(int communicator, int tag) {
        return program.collectiveOf(communicator, tag);
    }

    @Override
    public List<String> missingCalls() {
        return program.missingCalls();
    }

    @Override
    public List<String> approximations() {
        return program.approximations();
    }

    /** Passes everything on, computations with another length. */
    private static final class Disturbed extends ForwardingSink {
        private final DoubleSupplier factor;

        Disturbed(OperationSink sink, DoubleSupplier factor) {
            super(sink);
            this.factor = factor;
        }

        @Override
        public void compute(double seconds) {
            target.compute(seconds * factor.getAsDouble());
        }
    }
}
