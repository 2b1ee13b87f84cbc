package com.example.network;

import java.util.List;
import java.util.function.Consumer;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.trace.Trace;

/**
 * An opened diary, small enough to be kept in memory.
 *
 * @param operations of each rank
 */
record Diary(List<List<Consumer<OperationSink>>> operations) implements Trace {
    @Override
    public String format() {
        return "diary";
    }

    @Override
    public int ranks() {
        return operations.size();
    }

    /** The program of a rank, from its beginning, as often as asked. */
    @Override
    public Program open(int rank) {
        return new Program() {
            private int next;

            /** Appends one operation; a fast reader appends some hundreds at once. */
            @Override
            public boolean produce(OperationSink sink) {
                if (next == operations.get(rank).size()) {
                    return false;
                }
                operations.get(rank).get(next++).accept(sink);
                return true;
            }
        };
    }
}
