package org.tailback.trace.mpi;

/** Reader of the records of one rank, which passes them to a translator. */
public abstract class RecordedRank implements Lookahead, AutoCloseable {
    /** Translator of calls and times, which provides the other three translators. */
    protected final CallTranslator translator;

    protected final MessageRecords messages;
    protected final RequestRecords requests;
    protected final CollectiveRecords collectives;

    private boolean ended;

    /**
     * Creates a reader.
     *
     * @param convention convention by which the sizes of collective operations are counted
     */
    protected RecordedRank(int rank, RecordedWorld world, SizeConvention convention, TranslationCounts counts) {
        translator = new CallTranslator(rank, world.ranks, world.ticksPerSecond, this, convention, counts);
        messages = translator.messageRecords;
        requests = translator.requestRecords;
        collectives = translator.collectiveRecords;
    }

    /**
     * Reads a record and passes it to the translator if it is relevant to the program.
     *
     * @return false at the end of the records
     * @throws org.tailback.error.InputException if the trace is malformed
     */
    protected abstract boolean readNext();

    /**
     * Reads until an operation can be taken from the translator.
     *
     * @return false at the end of the rank's program, also when called again
     * @throws org.tailback.error.InputException if the trace is malformed
     */
    final boolean readToOperation() {
        while (!translator.ready()) {
            if (ended) {
                return false;
            }
            if (!readNext()) {
                ended = true;
                translator.finish();
            }
        }
        return true;
    }

    @Override
    public void close() {}
}
