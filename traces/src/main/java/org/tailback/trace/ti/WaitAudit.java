package org.tailback.trace.ti;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.program.OperationSink;
import org.tailback.trace.io.LineReader;

/**
 * Determines, from all of a rank's actions, the requests that its waits leave open. Of a waitall or waitAny, SMPI
 * records only the number of requests in its array (inactive ones included); of a test, it does not record whether it
 * succeeded.
 *
 * <ul>
 *   <li>A wait for a request whose key (source, destination, tag) has none open, but had one at an earlier waitall and
 *       none since, proves that the waitall did not include that one: LULESH waits for its sends with a waitall and for
 *       its receives one by one afterwards. Such requests survive waitalls.
 *   <li>Where a waitall names fewer requests than are open otherwise, it takes the oldest ones, if the rank's waits
 *       then end all its requests; if they do not (requests freed, tested, or part of a waitAny), it takes all, as
 *       SimGrid does.
 *   <li>If nothing waits for a request, its last test is assumed to have succeeded and is treated as a wait.
 * </ul>
 *
 * <p>Requests are numbered in the order in which the rank starts them, tests in the order of their lines. Cost: one
 * more reading of the rank's actions, two if a waitall names fewer requests than are open.
 */
final class WaitAudit {
    private final BitSet survivors = new BitSet();
    private final BitSet waitedFor = new BitSet();
    private final BitSet successfulTests = new BitSet();
    private boolean oldestOnly;

    private WaitAudit() {}

    static WaitAudit of(IntFunction<LineReader> opener, int rank, int ranks) {
        WaitAudit audit = new WaitAudit();
        Reading first = audit.new Reading(rank, false);
        first.read(opener, ranks);
        first.judgeTests();
        if (first.limited && !first.uncertain) {
            Reading limiting = audit.new Reading(rank, true);
            limiting.read(opener, ranks);
            audit.oldestOnly = limiting.open.size() == 0;
        }
        return audit;
    }

    boolean survivesWaitall(long ordinal) {
        return survivors.get((int) ordinal);
    }

    boolean isWaitedFor(long ordinal) {
        return waitedFor.get((int) ordinal);
    }

    /** Returns whether a waitall takes no more requests than it names. */
    boolean takesOldestOnly() {
        return oldestOnly;
    }

    boolean succeeds(long test) {
        return successfulTests.get((int) test);
    }

    /** One reading of the rank's actions. */
    private final class Reading {
        private final int rank;
        /** Whether waitalls take no more requests than they name. */
        private final boolean limiting;

        private final WaitedRequest waited = new WaitedRequest();
        private final TiRequests open = new TiRequests();
        /** Requests that a waitall has ended, unless a wait proves otherwise. */
        private final TiRequests doubtful = new TiRequests();

        private int[] doubtfulOrdinals = new int[16];
        /** Number of the last test of each request, -1 without one. */
        private int[] lastTests = new int[0];

        private int tests;
        /** Whether a waitall names fewer requests than are open. */
        private boolean limited;

        private boolean uncertain;

        Reading(int rank, boolean limiting) {
            this.rank = rank;
            this.limiting = limiting;
        }

        void read(IntFunction<LineReader> opener, int ranks) {
            try (LineReader lines = opener.apply(rank)) {
                ActionLine action = new ActionLine(lines, ranks, new TiCounts());
                PlainAction plain = new PlainAction(lines);
                while (lines.advance()) {
                    if (plain.take() && plain.owner() == rank && isIndifferent(plain.keyword())) {
                        continue;
                    }
                    if (action.begin() && action.owner() == rank) {
                        perform(action);
                    }
                    action.end();
                }
            }
        }

        private static boolean isIndifferent(@Nullable Keyword keyword) {
            return keyword == Keyword.COMPUTE || keyword == Keyword.SEND || keyword == Keyword.RECV;
        }

        private void perform(ActionLine action) {
            Keyword keyword = action.keyword();
            if (keyword == null) {
                return;
            }
            switch (keyword) {
                case ISEND, ISSEND, IBSEND, START -> {
                    int destination = action.destination();
                    int tag = action.tag();
                    if (destination == rank && keyword == Keyword.START) {
                        start(OperationSink.ANY_SOURCE, rank, tag);
                    } else if (destination != ActionLine.NO_RANK) {
                        start(rank, destination, tag);
                    }
                }
                case IRECV -> {
                    int source = action.source();
                    start(source, rank, action.receiveTag());
                }
                case WAIT -> {
                    waited.read(action, rank);
                    await();
                }
                case TEST -> {
                    waited.read(action, rank);
                    int request = waited.in(open);
                    if (request >= 0) {
                        lastTests[(int) open.ordinal(request)] = tests;
                    }
                    tests++;
                }
                case WAITALL -> awaitAll(action.hasMore() ? action.count("number of requests") : Long.MAX_VALUE);
                case SENDRECV -> open.skipOrdinals(2);
                case WAITANY, TESTANY, TESTALL, TESTSOME -> uncertain = true;
                default -> {
                    if (keyword.blocking() != null) {
                        start(WaitedRequest.COLLECTIVE, WaitedRequest.COLLECTIVE, 0);
                    }
                }
            }
        }

        private void start(int source, int destination, int tag) {
            while (doubtful.take(source, destination, tag) >= 0) {
                // a request that starts again had ended
            }
            long ordinal = open.ordinal(open.add(source, destination, tag));
            lastTests = Columns.fit(lastTests, (int) ordinal, -1);
        }

        /** Ends the oldest request that a wait may mean, of those that no waitall has ended if there is one. */
        private void await() {
            int request = waited.in(open);
            if (request >= 0) {
                waitedFor.set((int) open.ordinal(request));
                open.remove(request);
                return;
            }
            request = waited.in(doubtful);
            if (request >= 0) {
                waitedFor.set(doubtfulOrdinals[request]);
                survivors.set(doubtfulOrdinals[request]);
                doubtful.remove(request);
            }
        }

        private void awaitAll(long named) {
            limited |= !limiting && open.size() > named;
            int[] oldestFirst = Arrays.copyOf(open.list(), open.size());
            long taken = 0;
            for (int request : oldestFirst) {
                int ordinal = (int) open.ordinal(request);
                if (!limiting) {
                    int other = open.copyTo(doubtful, request);
                    doubtfulOrdinals = Columns.fit(doubtfulOrdinals, other);
                    doubtfulOrdinals[other] = ordinal;
                    open.remove(request);
                } else if (!survivors.get(ordinal) && taken < named) {
                    taken++;
                    open.remove(request);
                }
            }
        }

        /** Takes the last tests of requests that are still open at the end as successful. */
        private void judgeTests() {
            int[] left = open.list();
            for (int i = 0; i < open.size(); i++) {
                int test = lastTests[(int) open.ordinal(left[i])];
                if (test >= 0) {
                    successfulTests.set(test);
                    uncertain = true;
                }
            }
        }
    }
}
