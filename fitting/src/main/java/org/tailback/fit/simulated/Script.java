package org.tailback.fit.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/** A short program written down rank by rank. */
final class Script implements ParallelProgram {
    private final List<List<Consumer<OperationSink>>> operations = new ArrayList<>();

    Script(int ranks) {
        for (int rank = 0; rank < ranks; rank++) {
            operations.add(new ArrayList<>());
        }
    }

    /** Adds an operation to the end of a rank's program. */
    Script add(int rank, Consumer<OperationSink> operation) {
        operations.get(rank).add(operation);
        return this;
    }

    @Override
    public int ranks() {
        return operations.size();
    }

    @Override
    public Program open(int rank) {
        return new Program() {
            private boolean done;

            @Override
            public boolean produce(OperationSink sink) {
                if (done || operations.get(rank).isEmpty()) {
                    return false;
                }
                operations.get(rank).forEach(operation -> operation.accept(sink));
                done = true;
                return true;
            }
        };
    }
}
