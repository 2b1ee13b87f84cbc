package org.tailback.trace.ti;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;
import org.tailback.trace.io.LineReader;

/**
 * Determines, from all of a rank's actions, the requests that its waits leave open. Of a waitall or waitAny, SMPI records
 * only the number of requests in its array (inactive ones included); of a test, it does not record whether it succeeded.
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
    /** The key by which a wait finds its request. */
    record Key(int source, int destination, int tag) {
        static final Key COLLECTIVE = new Key(WaitedRequest.COLLECTIVE, WaitedRequest.COLLECTIVE, 0);

        // written out, as the JVM takes 10 ms to make those of the first record in a run

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && key.source == source && key.destination == destination && key.tag == tag;
        }

        @Override
        public int hashCode() {
            return (source * 31 + destination) * 31 + tag;
        }
    }

    private static final class Entry {
        final int ordinal;
        int lastTest = -1;

        Entry(int ordinal) {
            this.ordinal = ordinal;
        }
    }

    private static final class Queue {
        final ArrayDeque<Entry> open = new ArrayDeque<>();
        /** Ended by a waitall, unless a wait proves otherwise. */
        final ArrayDeque<Entry> doubtful = new ArrayDeque<>();
    }

    private final int rank;
    private final BitSet survivors = new BitSet();
    private final BitSet waitedFor = new BitSet();
    private final BitSet successfulTests = new BitSet();
    private boolean oldestOnly;

    private final WaitedRequest waited = new WaitedRequest();
    private Map<Key, Queue> queues = new LinkedHashMap<>();
    private int started;
    private int tests;
    private boolean limited;
    private boolean uncertain;

    private WaitAudit(int rank) {
        this.rank = rank;
    }

    static WaitAudit of(IntFunction<LineReader> opener, int rank, int ranks) {
        WaitAudit audit = new WaitAudit(rank);
        try (LineReader lines = opener.apply(rank)) {
            audit.read(lines, ranks, false);
        }
        audit.judgeTests();
        if (audit.limited && !audit.uncertain) {
            audit.restart();
            try (LineReader lines = opener.apply(rank)) {
                audit.read(lines, ranks, true);
            }
            audit.oldestOnly = audit.queues.values().stream().allMatch(queue -> queue.open.isEmpty());
        }
        audit.queues = new HashMap<>();
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

    private void restart() {
        queues = new LinkedHashMap<>();
        started = 0;
        tests = 0;
    }

    private void read(LineReader lines, int ranks, boolean limiting) {
        ActionLine action = new ActionLine(lines, ranks, new TiCounts());
        PlainAction plain = new PlainAction(lines);
        while (lines.advance()) {
            if (plain.take() && plain.owner() == rank && isIndifferent(plain.keyword())) {
                continue;
            }
            if (action.begin() && action.owner() == rank) {
                perform(action, limiting);
            }
            action.end();
        }
    }

    private static boolean isIndifferent(@Nullable Keyword keyword) {
        return keyword == Keyword.COMPUTE || keyword == Keyword.SEND || keyword == Keyword.RECV;
    }

    private void perform(ActionLine action, boolean limiting) {
        Keyword keyword = action.keyword();
        if (keyword == null) {
            return;
        }
        switch (keyword) {
            case ISEND, ISSEND, IBSEND, START -> {
                int destination = action.destination();
                int tag = action.tag();
                if (destination == rank && keyword == Keyword.START) {
                    start(new Key(OperationSink.ANY_SOURCE, rank, tag));
                } else if (destination != ActionLine.NOBODY) {
                    start(new Key(rank, destination, tag));
                }
            }
            case IRECV -> {
                int source = action.source();
                start(new Key(source, rank, action.receiveTag()));
            }
            case WAIT -> {
                waited.read(action, rank);
                if (!take(true)) {
                    take(false);
                }
            }
            case TEST -> {
                waited.read(action, rank);
                for (int i = 0; i < waited.count(); i++) {
                    Queue queue = queues.get(key(i));
                    if (queue != null && !queue.open.isEmpty()) {
                        queue.open.getFirst().lastTest = tests;
                        break;
                    }
                }
                tests++;
            }
            case WAITALL -> waitall(action, limiting);
            case SENDRECV -> started += 2;
            case WAITANY, TESTANY, TESTALL, TESTSOME -> uncertain = true;
            default -> {
                if (keyword.blocking() != null) {
                    start(Key.COLLECTIVE);
                }
            }
        }
    }

    private Key key(int i) {
        return new Key(waited.source(i), waited.destination(), waited.tag(i));
    }

    private void start(Key key) {
        Queue queue = queues.computeIfAbsent(key, k -> new Queue());
        queue.doubtful.clear();
        queue.open.add(new Entry(started++));
    }

    /** Lets a wait end the oldest request of the first key that has one. */
    private boolean take(boolean open) {
        for (int i = 0; i < waited.count(); i++) {
            Queue queue = queues.get(key(i));
            ArrayDeque<Entry> entries = queue == null ? null : open ? queue.open : queue.doubtful;
            if (entries != null && !entries.isEmpty()) {
                Entry taken = entries.remove();
                waitedFor.set(taken.ordinal);
                if (!open) {
                    survivors.set(taken.ordinal);
                }
                return true;
            }
        }
        return false;
    }

    private void waitall(ActionLine action, boolean limiting) {
        long named = action.hasMore() ? action.count("number of requests") : Long.MAX_VALUE;
        List<Entry> eligible = new ArrayList<>();
        for (Queue queue : queues.values()) {
            for (Entry entry : queue.open) {
                if (!limiting || !survivors.get(entry.ordinal)) {
                    eligible.add(entry);
                }
            }
        }
        if (!limiting) {
            limited |= eligible.size() > named;
            for (Queue queue : queues.values()) {
                queue.doubtful.addAll(queue.open);
                queue.open.clear();
            }
            return;
        }
        eligible.sort((a, b) -> Integer.compare(a.ordinal, b.ordinal));
        BitSet taken = new BitSet();
        eligible.stream().limit(named).forEach(entry -> taken.set(entry.ordinal));
        for (Queue queue : queues.values()) {
            queue.open.removeIf(entry -> taken.get(entry.ordinal));
        }
    }

    /** Requests that are still open at the end and were tested: their last test succeeded. */
    private void judgeTests() {
        for (Queue queue : queues.values()) {
            for (Entry entry : queue.open) {
                if (entry.lastTest >= 0) {
                    successfulTests.set(entry.lastTest);
                    uncertain = true;
                }
            }
        }
    }
}
