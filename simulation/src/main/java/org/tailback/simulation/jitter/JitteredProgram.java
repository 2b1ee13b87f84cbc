package org.tailback.simulation.jitter;

import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.tailback.program.ForwardingProgram;
import org.tailback.program.ForwardingSink;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;

/**
 * A program whose computation times are multiplied by factors. Computations of progress threads (non-blocking
 * collective operations) do not change.
 */
public final class JitteredProgram extends ForwardingProgram {
    private final IntFunction<DoubleSupplier> factors;

    /**
     * Creates a program with changed computation times.
     *
     * @param factors function from a rank to the successive factors of its computations
     */
    public JitteredProgram(ParallelProgram program, IntFunction<DoubleSupplier> factors) {
        super(program);
        this.factors = factors;
    }

    @Override
    protected UnaryOperator<OperationSink> between(int rank) {
        DoubleSupplier factor = factors.apply(rank);
        return sink -> new ForwardingSink(sink) {
            @Override
            public void compute(double seconds) {
                target.compute(seconds * factor.getAsDouble());
            }
        };
    }

    @Override
    public ParallelProgram forOneRun() {
        return new JitteredProgram(program.forOneRun(), factors);
    }
}
