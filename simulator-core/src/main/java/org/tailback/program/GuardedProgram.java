package org.tailback.program;

import org.jspecify.annotations.Nullable;
import org.tailback.stability.Internal;

/**
 * A program that appends an operation in every call except the last. It calls the original program again after a call
 * without an operation, and fails after a million such calls.
 */
@Internal
public final class GuardedProgram implements Program {
    private final Program original;
    private @Nullable Counted counted;

    /**
     * Creates a guarded program.
     *
     * @param original original program, closed together with this one
     */
    public GuardedProgram(Program original) {
        this.original = original;
    }

    /**
     * Appends at least one operation, unless the program has ended.
     *
     * @throws org.tailback.error.InputException if the program continues without operations
     */
    @Override
    public boolean produce(OperationSink sink) {
        Counted present = counted;
        if (present == null || present.target != sink) {
            present = new Counted(sink);
            counted = present;
        }
        long before = present.operations;
        int empty = 0;
        while (original.produce(present)) {
            if (present.operations > before) {
                return true;
            }
            empty = EmptyAnswers.after(-1, empty);
        }
        return present.operations > before;
    }

    @Override
    public void close() {
        original.close();
    }

    /** A sink that counts the operations that it passes on. */
    private static final class Counted extends ForwardingSink {
        private long operations;

        Counted(OperationSink target) {
            super(target);
        }

        @Override
        protected OperationSink target() {
            operations++;
            return target;
        }
    }
}
