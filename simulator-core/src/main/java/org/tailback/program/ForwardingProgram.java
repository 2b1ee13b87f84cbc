package org.tailback.program;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.tailback.stability.Internal;

/** A program that forwards the operations of another program through a sink, which may change them. */
@Internal
public abstract class ForwardingProgram implements ParallelProgram {
    /** Program whose operations are forwarded. */
    protected final ParallelProgram program;

    /** Creates a program that forwards the operations of another program. */
    protected ForwardingProgram(ParallelProgram program) {
        this.program = program;
    }

    /** Returns the function that inserts a sink between a rank of the other program and a target. */
    protected abstract UnaryOperator<OperationSink> between(int rank);

    @Override
    public Program open(int rank) {
        return through(program.open(rank), between(rank));
    }

    /** Returns a program that passes the operations of another program through a sink. */
    protected static Program through(Program original, UnaryOperator<OperationSink> between) {
        return new Program() {
            private @Nullable OperationSink target;
            private @Nullable OperationSink sink;

            @Override
            public boolean produce(OperationSink into) {
                OperationSink present = sink;
                if (present == null || target != into) {
                    present = between.apply(into);
                    sink = present;
                    target = into;
                }
                return original.produce(present);
            }

            @Override
            public void close() {
                original.close();
            }
        };
    }

    @Override
    public final int ranks() {
        return program.ranks();
    }

    @Override
    public List<String> approximations() {
        return program.approximations();
    }

    @Override
    public final boolean hasExactSizes() {
        return program.hasExactSizes();
    }

    @Override
    public final boolean dependsOnProbes() {
        return program.dependsOnProbes();
    }

    @Override
    public Optional<String> collectiveOf(int communicator, int tag) {
        return program.collectiveOf(communicator, tag);
    }

    @Override
    public final List<String> missingCalls() {
        return program.missingCalls();
    }
}
