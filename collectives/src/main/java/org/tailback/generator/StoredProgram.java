package org.tailback.generator;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.tailback.program.GuardedProgram;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.stability.Internal;

/**
 * A program whose operations are held in memory.
 *
 * @param stored operations of each rank in its order, as functions that append them to a sink
 */
@Internal
public record StoredProgram(ImmutableList<ImmutableList<Consumer<OperationSink>>> stored, boolean callsKernels)
        implements ParallelProgram {
    private static final int BATCH = 128;

    static StoredProgram of(List<List<Consumer<OperationSink>>> operations, boolean callsKernels) {
        return new StoredProgram(
                operations.stream().map(ImmutableList::copyOf).collect(ImmutableList.toImmutableList()), callsKernels);
    }

    /**
     * Reads a whole program into memory unless it is too long. O(operations).
     *
     * @param most maximum number of operations
     * @return the program; empty if it has more operations, in which case reading stops shortly after the maximum
     */
    public static Optional<StoredProgram> copyOf(ParallelProgram program, long most) {
        List<List<Consumer<OperationSink>>> operations = new ArrayList<>();
        long before = 0;
        for (int rank = 0; rank < program.ranks(); rank++) {
            List<Consumer<OperationSink>> ofRank = new ArrayList<>();
            StoringSink sink = new StoringSink(ofRank);
            try (Program opened = new GuardedProgram(program.open(rank))) {
                while (opened.produce(sink) && before + ofRank.size() <= most) {
                    continue;
                }
            }
            before += ofRank.size();
            if (before > most) {
                return Optional.empty();
            }
            operations.add(ofRank);
        }
        return Optional.of(of(operations, program.callsKernels()));
    }

    /** Returns the number of operations of all ranks. */
    public long operations() {
        return stored.stream().mapToLong(List::size).sum();
    }

    @Override
    public int ranks() {
        return stored.size();
    }

    @Override
    public Program open(int rank) {
        List<Consumer<OperationSink>> all = stored.get(rank);
        return new SteppedProgram((all.size() + BATCH - 1) / BATCH, (step, sink) -> {
            int from = (int) step * BATCH;
            all.subList(from, Math.min(all.size(), from + BATCH)).forEach(operation -> operation.accept(sink));
        });
    }
}
