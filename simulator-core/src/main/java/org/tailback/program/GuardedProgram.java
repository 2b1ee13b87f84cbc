package org.tailback.program;

import org.jspecify.annotations.Nullable;
import org.tailback.stability.Internal;

/**
 * A program that appends an operation with every answer except the last. It asks the original program again after an
 * answer without one, and gives up after a million of these.
 */
@Internal
public final class GuardedProgram implements Program {
    private final Program original;
    private @Nullable Counted counted;

    /** @param original closed when this is closed */
    public GuardedProgram(Program original) {
        this.original = original;
    }

    /** @throws org.tailback.error.InputException if the program goes on without operations */
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

    /** Counts the operations that it passes on. */
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
