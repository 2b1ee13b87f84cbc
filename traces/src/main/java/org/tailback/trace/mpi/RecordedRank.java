package org.tailback.trace.mpi;

/** The records of one rank, being read and told to a translator. */
public abstract class RecordedRank implements Lookahead {
    /** To whom they are told. */
    protected final CallTranslator translator;

    private boolean ended;

    /**
     * @param rank whose records
     * @param ranks of the trace, >= 1
     * @param ticksPerSecond of the records' times, > 0
     * @param counts what the translator comes upon
     */
    protected RecordedRank(int rank, int ranks, double ticksPerSecond, TranslationCounts counts) {
        this(rank, ranks, ticksPerSecond, SizeConvention.TOTALS_PERHAPS_WITHOUT_ROOT, counts);
    }

    /**
     * @param rank whose records
     * @param ranks of the trace, >= 1
     * @param ticksPerSecond of the records' times, > 0
     * @param convention how the sizes of collective operations are counted
     * @param counts what the translator comes upon
     */
    protected RecordedRank(
            int rank, int ranks, double ticksPerSecond, SizeConvention convention, TranslationCounts counts) {
        translator = new CallTranslator(rank, ranks, ticksPerSecond, this, convention, counts);
    }

    /**
     * Reads a record and tells the translator of it if it matters.
     *
     * @return false if there is none any more, with nothing left untold
     * @throws org.tailback.error.InputException if the trace is malformed
     */
    protected abstract boolean tellNext();

    /** To whom the records are told. */
    public final CallTranslator translator() {
        return translator;
    }

    /**
     * Reads until an operation can be taken from the translator.
     *
     * @return false at the end of the rank's program, then and later
     * @throws org.tailback.error.InputException if the trace is malformed
     */
    public final boolean readToOperation() {
        while (!translator.ready()) {
            if (ended) {
                return false;
            }
            if (!tellNext()) {
                ended = true;
                translator.finish();
            }
        }
        return true;
    }
}
