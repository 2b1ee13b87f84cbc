package org.tailback.trace.ti;

import java.util.BitSet;
import java.util.function.Consumer;
import org.tailback.columns.Columns;
import org.tailback.program.OperationSink;

/**
 * Search for the requests that a rank's waits leave open, based on all of its actions. For a waitall or waitAny, SMPI
 * records only the number of requests in its array (including inactive requests); for a test, it does not record the
 * success.
 *
 * <ul>
 *   <li>A wait may find no open request with its key (source, destination, tag), although a request with this key was
 *       open at an earlier waitall and none has started since. This proves that the waitall did not include the
 *       request: LULESH waits for its sends with a waitall and for its receives one by one afterwards. Such requests
 *       stay open after waitalls.
 *   <li>If the number in a waitall's line is smaller than the number of otherwise open requests, the waitall ends the
 *       oldest requests, provided that the rank's waits then end all its requests. If they do not (requests freed,
 *       tested, or in a waitAny), the waitall ends all requests, as in SimGrid.
 *   <li>If a request has no wait, its last test is assumed to have succeeded and is treated as a wait.
 * </ul>
 *
 * <p>Requests are numbered in the order in which the rank starts them, tests in the order of their lines. Cost: one
 * additional reading of the rank's actions, two if a waitall names fewer requests than are open.
 */
final class WaitAudit {
    /** Ordinals of the requests that waitalls leave open. */
    final BitSet survivors = new BitSet();
    /** Ordinals of the requests that a wait ends. */
    final BitSet waitedFor = new BitSet();
    /** Numbers of the successful tests. */
    final BitSet successfulTests = new BitSet();
    /** True if a waitall ends at most the number of requests in its line. */
    boolean oldestOnly;

    private WaitAudit() {}

    /**
     * Audits the waits of a rank.
     *
     * @param actions function that performs all actions of a rank with the given waits; called once or twice
     */
    static WaitAudit of(int rank, Consumer<TiWaits> actions) {
        WaitAudit audit = new WaitAudit();
        Reading first = audit.new Reading(rank, false);
        actions.accept(first);
        first.judgeTests();
        if (first.limited && !first.uncertain) {
            Reading limiting = audit.new Reading(rank, true);
            actions.accept(limiting);
            audit.oldestOnly = limiting.open.size() == 0;
        }
        return audit;
    }

    /** One reading of the rank's actions. */
    private final class Reading extends TiWaits {
        /** True if waitalls end at most the number of requests in their lines. */
        private final boolean limiting;
        /** Requests ended by a waitall, unless a wait proves otherwise. */
        private final TiRequests doubtful = new TiRequests();
        /** Number of the last test of each request, -1 for requests without a test. */
        private int[] lastTests = new int[0];

        private int tests;
        /** True if the number in a waitall's line was smaller than the number of open requests. */
        private boolean limited;

        private boolean uncertain;

        Reading(int rank, boolean limiting) {
            super(rank);
            this.limiting = limiting;
        }

        @Override
        boolean passes(Keyword keyword) {
            return keyword == Keyword.COMPUTE || keyword == Keyword.SEND || keyword == Keyword.RECV;
        }

        @Override
        int start(int from, int to, int itsTag) {
            // the earlier request had ended if another request with the same key starts
            for (int ended = doubtful.find(from, to, itsTag); ended >= 0; ended = doubtful.find(from, to, itsTag)) {
                doubtful.remove(ended);
            }
            int request = super.start(from, to, itsTag);
            lastTests = Columns.fit(lastTests, (int) open.ordinal(request), -1);
            return request;
        }

        /** Ends the oldest request that a wait may refer to: a request that no waitall has ended, if there is one. */
        @Override
        int await(ActionLine action, OperationSink sink) {
            read(action);
            int request = waitedIn(open);
            TiRequests requests = request >= 0 ? open : doubtful;
            request = request >= 0 ? request : waitedIn(doubtful);
            if (request >= 0) {
                int ordinal = (int) requests.ordinal(request);
                waitedFor.set(ordinal);
                survivors.set(ordinal, requests == doubtful || survivors.get(ordinal));
                requests.remove(request);
            }
            return 0;
        }

        @Override
        int test(ActionLine action, OperationSink sink) {
            read(action);
            int request = waitedIn(open);
            if (request >= 0) {
                lastTests[(int) open.ordinal(request)] = tests;
            }
            tests++;
            return 0;
        }

        @Override
        void testSeveral(TiCounts counts, TiCounts.Count kind) {
            uncertain = true;
        }

        @Override
        int awaitAny(OperationSink sink) {
            uncertain = true;
            return 0;
        }

        @Override
        int awaitAll(long named, OperationSink sink) {
            limited |= !limiting && open.size() > named;
            long taken = 0;
            for (int request : open.list()) {
                if (!limiting) {
                    open.move(request, doubtful);
                } else if (!survivors.get((int) open.ordinal(request)) && taken < named) {
                    taken++;
                    open.remove(request);
                }
            }
            return 0;
        }

        @Override
        int awaitRest(OperationSink sink) {
            return 0;
        }

        /** Marks the last tests of requests that are still open at the end as successful. */
        private void judgeTests() {
            for (int request : open.list()) {
                int test = lastTests[(int) open.ordinal(request)];
                if (test >= 0) {
                    successfulTests.set(test);
                    uncertain = true;
                }
            }
        }
    }
}
