package org.tailback.trace.ti;

import org.tailback.program.OperationSink;

/**
 * Open requests of one rank and the actions that end them. Methods of actions return the number of operations that they
 * pass to the sink.
 *
 * <p>A wait or test identifies a request by several keys, the most likely key first. The keys are its own key and the
 * keys of receives that were started with wildcards, or the key of the non-blocking collectives. Non-blocking
 * collectives have negative tags in SMPI and one rank as both partners.
 */
abstract class TiWaits {
    /** Source and destination in the key of all non-blocking collectives; its tag is 0. */
    static final int COLLECTIVE = -3;

    final TiRequests open = new TiRequests();
    private final int rank;
    private int source;
    private int destination;
    private int tag;
    private int keys;

    TiWaits(int rank) {
        this.rank = rank;
    }

    /** Returns whether actions with a keyword can be skipped. */
    boolean passes(Keyword keyword) {
        return false;
    }

    /** Begins a request; returns its number. */
    int start(int from, int to, int itsTag) {
        return open.add(from, to, itsTag);
    }

    abstract int await(ActionLine action, OperationSink sink);

    abstract int test(ActionLine action, OperationSink sink);

    /** Performs testany, testall or testsome, whose requests are not recorded. */
    void testSeveral(TiCounts counts, TiCounts.Count kind) {
        counts.count(kind);
    }

    /**
     * Performs waitall.
     *
     * @param named number of requests in the line; {@link Long#MAX_VALUE} if the line has none
     */
    abstract int awaitAll(long named, OperationSink sink);

    abstract int awaitAny(OperationSink sink);

    /** Ends the rank's actions. */
    abstract int awaitRest(OperationSink sink);

    /** Reads the arguments of a wait or test; returns false if the line cannot identify a request. */
    final boolean read(ActionLine action) {
        int writtenSource = action.anyInteger("source");
        int writtenDestination = action.anyInteger("destination");
        tag = action.receiveTag();
        if (writtenSource == writtenDestination && tag < 0 && tag != OperationSink.ANY_TAG) {
            source = COLLECTIVE;
            destination = COLLECTIVE;
            tag = 0;
            keys = 1;
        } else if (ActionLine.isWildcard(writtenDestination)) {
            keys = 0;
        } else {
            destination = action.checkedRank(writtenDestination, "destination");
            source = ActionLine.isWildcard(writtenSource)
                    ? OperationSink.ANY_SOURCE
                    : action.checkedRank(writtenSource, "source");
            keys = destination == rank ? 4 : 1;
        }
        return keys > 0;
    }

    /**
     * Returns the oldest request in a table for the keys of the last line read. The keys are tried in order; the result
     * is -1 if the table has no request for any of them.
     */
    final int waitedIn(TiRequests requests) {
        int found = -1;
        for (int i = 0; i < keys && found < 0; i++) {
            int from = (i & 1) == 0 ? source : OperationSink.ANY_SOURCE;
            found = requests.find(from, destination, i < 2 ? tag : OperationSink.ANY_TAG);
        }
        return found;
    }
}
