package org.tailback.generator;

import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.stability.Internal;

/** A program of numbered steps, each made when it is needed: memory does not grow with the program. */
@Internal
public final class SteppedProgram implements Program {
    private final long steps;
    private final Step body;
    private long next;

    /** Generator of the operations of steps. */
    public interface Step {
        /**
         * Appends the operations of one step, at least one.
         *
         * @param step 0 to steps - 1, in ascending order
         */
        void perform(long step, OperationSink sink);
    }

    /**
     * Creates a program.
     *
     * @param steps number of steps, >= 0
     */
    public SteppedProgram(long steps, Step body) {
        this.steps = steps;
        this.body = body;
    }

    @Override
    public boolean produce(OperationSink sink) {
        if (next >= steps) {
            return false;
        }
        body.perform(next++, sink);
        return true;
    }

    @Override
    public void close() {
        next = steps;
    }
}
