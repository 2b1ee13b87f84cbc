package org.tailback.trace.mpi;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.io.IdTable;

/**
 * A recorded run as a whole, with access to its ranks' records. A format sets the fields while it opens the trace; they
 * are constant afterwards, so ranks may be read by different threads.
 */
public abstract class RecordedWorld implements AutoCloseable {
    /** Number of ranks, >= 1. */
    protected int ranks;

    /** Resolution of the records' times in ticks per second, > 0. */
    protected double ticksPerSecond;

    /** Resolution of the clock in ticks per second, for formats that store it; NaN if the trace does not record it. */
    protected double clockResolution = Double.NaN;

    /** Duration of the run, seconds, >= 0; NaN for a trace without times. */
    protected double span = Double.NaN;

    /** Communicators by their ids in the trace, or by other ids if the trace's ids differ between ranks. */
    protected final IdTable<Communicator> communicators = new IdTable<>();

    /** Sentences about assumptions on the trace as a whole. */
    protected final List<String> notes = new ArrayList<>();

    /** Counts of ignored or changed records, over all ranks. */
    protected final WritingLosses omissions = new WritingLosses();

    /** Creates a world without communicators and notes. */
    protected RecordedWorld() {}

    /**
     * Opens the records of a rank.
     *
     * @param counts counts of approximations, including those of the reader
     * @return null for a rank without records
     */
    protected abstract @Nullable RecordedRank open(int rank, TranslationCounts counts);

    public final int ranks() {
        return ranks;
    }

    /** Returns the communicator with an id in the trace; null for an undefined id. */
    public final @Nullable Communicator communicator(long id) {
        return communicators.get(id);
    }

    /**
     * Returns a communicator with the next free number. Members that are all ranks in their order are replaced by null.
     */
    protected final Communicator newCommunicator(int[] members, boolean worldRanks) {
        boolean all = Communicator.isWorldOrder(members, ranks);
        return Communicator.of(communicators.size() + 1, all ? null : members, worldRanks);
    }

    /** Adds a communicator, or the world if the members are all ranks in their order. */
    protected final void addCommunicator(long id, int[] members, boolean worldRanks) {
        Communicator added = newCommunicator(members, worldRanks);
        communicators.put(id, added.members() == null ? Communicator.world() : added);
    }

    /** Returns the sentences about the trace as a whole. */
    final List<String> sentences() {
        List<String> sentences = new ArrayList<>(notes);
        sentences.addAll(omissions.sentences());
        return sentences;
    }

    @Override
    public void close() {}
}
