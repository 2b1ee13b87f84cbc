package org.tailback.generator;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/** A program that is held in memory operation by operation; made by {@link ProgramBuilder}. Immutable. */
public final class ExplicitProgram implements ParallelProgram {
    private static final int BATCH = 128;

    private final ImmutableList<ImmutableList<Operation>> operations;

    ExplicitProgram(List<List<Operation>> operations) {
        this.operations = operations.stream().map(ImmutableList::copyOf).collect(ImmutableList.toImmutableList());
    }

    /** Reads a whole program into memory, O(operations). */
    public static ExplicitProgram copyOf(ParallelProgram program) {
        List<List<Operation>> operations = new ArrayList<>();
        for (int rank = 0; rank < program.ranks(); rank++) {
            List<Operation> ofRank = new ArrayList<>();
            OperationRecorder recorder = new OperationRecorder(ofRank);
            try (Program opened = program.open(rank)) {
                boolean more = true;
                while (more) {
                    more = opened.produce(recorder);
                }
            }
            operations.add(ofRank);
        }
        return new ExplicitProgram(operations);
    }

    /** What a rank does, in its order. */
    public List<Operation> operations(int rank) {
        return operations.get(rank);
    }

    @Override
    public int ranks() {
        return operations.size();
    }

    @Override
    public Program open(int rank) {
        List<Operation> all = operations.get(rank);
        return new SteppedProgram((all.size() + BATCH - 1) / BATCH) {
            @Override
            protected void step(long step, OperationSink sink) {
                int from = (int) step * BATCH;
                for (Operation operation : all.subList(from, Math.min(all.size(), from + BATCH))) {
                    operation.performOn(sink);
                }
            }
        };
    }

    /** The Java expression that builds it, to be pasted into a test. */
    @Override
    public String toString() {
        StringBuilder java = new StringBuilder("ProgramBuilder.ranks(" + ranks() + ")\n");
        for (int rank = 0; rank < ranks(); rank++) {
            java.append("        .rank(").append(rank).append(")\n");
            for (Operation operation : operations.get(rank)) {
                java.append("        .").append(operation.toJava()).append('\n');
            }
        }
        return java.append("        .build()").toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ExplicitProgram that && operations.equals(that.operations);
    }

    @Override
    public int hashCode() {
        return operations.hashCode();
    }
}
