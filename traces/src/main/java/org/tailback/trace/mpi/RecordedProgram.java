package org.tailback.trace.mpi;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;

/**
 * The program of one rank, read from its records while it runs.
 *
 * @param <R> the format's reader of a rank's records
 */
public final class RecordedProgram<R extends RecordedRank> implements Program {
    /** Enough to make a call of produce cheap, few enough to keep little in the receiver's memory. */
    private static final int BATCH = 128;

    private final Supplier<? extends @Nullable R> opener;
    private final Consumer<@Nullable R> whenEnded;
    private boolean opened;
    private boolean closed;
    private @Nullable R records;

    /**
     * @param opener called when the first operation is asked for; null for a rank without records
     * @param whenEnded called once when a program that was opened has ended or is closed
     */
    public RecordedProgram(Supplier<? extends @Nullable R> opener, Consumer<@Nullable R> whenEnded) {
        this.opener = opener;
        this.whenEnded = whenEnded;
    }

    @Override
    public boolean produce(OperationSink sink) {
        if (closed) {
            return false;
        }
        if (!opened) {
            opened = true;
            records = opener.get();
        }
        R source = records;
        int produced = 0;
        while (source != null && produced < BATCH && source.readToOperation()) {
            source.translator().take(sink);
            produced++;
        }
        if (produced == 0) {
            close();
        }
        return produced > 0;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (opened) {
                whenEnded.accept(records);
            }
            records = null;
        }
    }
}
