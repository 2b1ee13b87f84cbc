package org.tailback.generator;

import org.tailback.program.OperationSink;
import org.tailback.program.Program;

/** A program that consists of numbered steps, each made when it is needed: memory does not grow with the program. */
public abstract class SteppedProgram implements Program {
    private final long steps;
    private long next;

    /** @param steps how many steps there are, >= 0 */
    protected SteppedProgram(long steps) {
        this.steps = steps;
    }

    /**
     * Appends the operations of one step, at least one.
     *
     * @param step 0 to steps - 1, in ascending order
     */
    protected abstract void step(long step, OperationSink sink);

    @Override
    public final boolean produce(OperationSink sink) {
        if (next >= steps) {
            return false;
        }
        step(next++, sink);
        return true;
    }

    @Override
    public final void close() {
        next = steps;
    }
}
