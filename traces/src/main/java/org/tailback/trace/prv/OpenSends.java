package org.tailback.trace.prv;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.LongConsumer;

/**
 * Non-blocking sends and collective operations of a rank that no call has completed so far, oldest first. Collective
 * operations can be completed at any time.
 */
final class OpenSends {
    /** Largest number of open operations that are waited for. Real traces have fewer in progress. */
    private static final int MOST = 1 << 14;

    private final Deque<Entry> entries = new ArrayDeque<>();

    private record Entry(long request, long possible, long done) {}

    /**
     * Adds an operation.
     *
     * @param possible earliest time of the operation's completion: for a send, the start of its receive; for a
     *     collective operation, {@link Long#MIN_VALUE}
     * @param done latest time of the operation's completion; for a collective operation, {@link Long#MIN_VALUE}
     * @return a request that no call will wait for; -1 for none
     */
    long add(long request, long possible, long done) {
        entries.add(new Entry(request, possible, done));
        return entries.size() > MOST ? entries.remove().request() : -1;
    }

    /**
     * Completes operations, oldest first.
     *
     * @param time time up to which operations can or must have been completed
     * @param certainly whether to complete only operations that must have been completed
     * @param one whether to complete at most one operation
     */
    void complete(long time, boolean certainly, boolean one, LongConsumer completion) {
        Iterator<Entry> all = entries.iterator();
        while (all.hasNext()) {
            Entry entry = all.next();
            if ((certainly ? entry.done() : entry.possible()) <= time) {
                all.remove();
                completion.accept(entry.request());
                if (one) {
                    return;
                }
            }
        }
    }
}
