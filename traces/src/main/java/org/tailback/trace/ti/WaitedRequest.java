package org.tailback.trace.ti;

import org.tailback.program.OperationSink;

/**
 * The request of a wait or test: the keys that its line may have, the likeliest first. These are its own and
 * those of receives that were started with wildcards; or that of the non-blocking collectives, to which SMPI gives
 * negative tags and one rank as both partners. One object serves all lines of a rank.
 */
final class WaitedRequest {
    /** Source and destination of all non-blocking collectives; their tag is 0. */
    static final int COLLECTIVE = -3;

    private int source;
    private int destination;
    private int tag;
    private int count;

    void read(ActionLine action, int rank) {
        int writtenSource = action.anyInteger("source");
        int writtenDestination = action.anyInteger("destination");
        tag = action.receiveTag();
        if (writtenSource == writtenDestination && tag < 0 && tag != OperationSink.ANY_TAG) {
            source = COLLECTIVE;
            destination = COLLECTIVE;
            tag = 0;
            count = 1;
        } else if (ActionLine.isWildcard(writtenDestination)) {
            count = 0;
        } else {
            destination = action.checkedRank(writtenDestination, "destination");
            source = ActionLine.isWildcard(writtenSource)
                    ? OperationSink.ANY_SOURCE
                    : action.checkedRank(writtenSource, "source");
            count = destination == rank ? 4 : 1;
        }
    }

    /** Returns whether the line can name a request. */
    boolean isAny() {
        return count > 0;
    }

    /**
     * Returns the number of the request in a table, the oldest one of the first key that has one; -1 if there is none.
     */
    int in(TiRequests requests) {
        int found = -1;
        for (int i = 0; i < count && found < 0; i++) {
            int from = (i & 1) == 0 ? source : OperationSink.ANY_SOURCE;
            found = requests.find(from, destination, i < 2 ? tag : OperationSink.ANY_TAG);
        }
        return found;
    }
}
