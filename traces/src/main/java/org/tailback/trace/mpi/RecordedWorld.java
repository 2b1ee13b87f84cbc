package org.tailback.trace.mpi;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.io.IdTable;

/**
 * A recorded run as a whole, and its ranks' records. A format sets the fields while it opens the trace; they do not
 * change later, so that ranks may be read by different threads.
 */
public abstract class RecordedWorld implements AutoCloseable {
    /** Number of ranks, >= 1. */
    protected int ranks;

    /** Resolution of the records' times, > 0. */
    protected double ticksPerSecond;

    /** Resolution of the clock, for formats that store it; NaN if the trace does not record it. */
    protected double clockResolution = Double.NaN;

    /** Duration of the run, seconds, >= 0; NaN if it has no times. */
    protected double span = Double.NaN;

    /** Communicators by their ids in the trace, or by any ids if those in the trace differ between ranks. */
    protected final IdTable<Communicator> communicators = new IdTable<>();

    /** Sentences about assumptions on the trace as a whole. */
    protected final List<String> notes = new ArrayList<>();

    /** Counts of records that are ignored or changed, over all ranks. */
    protected final WritingLosses omissions = new WritingLosses();

    /** Creates a world without communicators and notes. */
    protected RecordedWorld() {}

    /**
     * Begins to read the records of a rank.
     *
     * @param counts counts of approximations, those of the reader included
     * @return null for a rank without records
     */
    protected abstract @Nullable RecordedRank open(int rank, TranslationCounts counts);

    public final int ranks() {
        return ranks;
    }

    /** Returns the communicator of an id in the trace; null if it is not defined. */
    public final @Nullable Communicator communicator(long id) {
        return communicators.get(id);
    }

    /** Returns a communicator with the next free number; members that are all ranks in their order become null. */
    protected final Communicator newCommunicator(int[] members, boolean worldRanks) {
        boolean all = Communicator.isWorldOrder(members, ranks);
        return Communicator.of(communicators.size() + 1, all ? null : members, worldRanks);
    }

    /** Adds a communicator, or the world where the members are all ranks in their order. */
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
