package org.tailback.generator;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tailback.program.GuardedProgram;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * A program that is held in memory as values, to be compared with others.
 *
 * @param operations of each rank, in its order
 */
public record ExplicitProgram(ImmutableList<ImmutableList<Operation>> operations) implements ParallelProgram {
    private static final int BATCH = 128;

    static ExplicitProgram of(List<List<Operation>> operations) {
        return new ExplicitProgram(
                operations.stream().map(ImmutableList::copyOf).collect(ImmutableList.toImmutableList()));
    }

    /** Reads a whole program into memory, O(operations). */
    public static ExplicitProgram copyOf(ParallelProgram program) {
        return copyOf(program, Long.MAX_VALUE).orElseThrow();
    }

    /**
     * Reads a whole program into memory unless it is too long, O(operations).
     *
     * @param most maximum number of operations
     * @return empty if it has more; then no more than a few beyond that were read
     */
    public static Optional<ExplicitProgram> copyOf(ParallelProgram program, long most) {
        List<List<Operation>> operations = new ArrayList<>();
        long before = 0;
        for (int rank = 0; rank < program.ranks(); rank++) {
            List<Operation> ofRank = new ArrayList<>();
            OperationRecorder recorder = new OperationRecorder(ofRank);
            try (Program opened = new GuardedProgram(program.open(rank))) {
                boolean more = true;
                while (more) {
                    more = opened.produce(recorder);
                    if (before + ofRank.size() > most) {
                        return Optional.empty();
                    }
                }
            }
            before += ofRank.size();
            operations.add(ofRank);
        }
        return Optional.of(of(operations));
    }

    /** Returns the operations of a rank, in its order. */
    public List<Operation> operations(int rank) {
        return operations.get(rank);
    }

    @Override
    public boolean callsKernels() {
        return operations.stream().flatMap(List::stream).anyMatch(Operation.Kernel.class::isInstance);
    }

    @Override
    public int ranks() {
        return operations.size();
    }

    @Override
    public Program open(int rank) {
        List<Operation> all = operations.get(rank);
        return new SteppedProgram((all.size() + BATCH - 1) / BATCH, (step, sink) -> {
            int from = (int) step * BATCH;
            for (Operation operation : all.subList(from, Math.min(all.size(), from + BATCH))) {
                operation.performOn(sink);
            }
        });
    }
}
