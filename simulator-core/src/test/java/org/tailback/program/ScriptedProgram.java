package org.tailback.program;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A program written down in a test, operation by operation. */
public final class ScriptedProgram implements ParallelProgram {
    private final List<List<Consumer<OperationSink>>> operations = new ArrayList<>();

    /** As many ranks without operations. */
    public ScriptedProgram(int ranks) {
        for (int rank = 0; rank < ranks; rank++) {
            operations.add(new ArrayList<>());
        }
    }

    /** Appends an operation to a rank's program. */
    public ScriptedProgram add(int rank, Consumer<OperationSink> operation) {
        operations.get(rank).add(operation);
        return this;
    }

    @Override
    public int ranks() {
        return operations.size();
    }

    @Override
    public Program open(int rank) {
        var iterator = operations.get(rank).iterator();
        return sink -> {
            if (!iterator.hasNext()) {
                return false;
            }
            iterator.next().accept(sink);
            return true;
        };
    }
}
