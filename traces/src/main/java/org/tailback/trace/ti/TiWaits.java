package org.tailback.trace.ti;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.program.OperationSink;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.ti.TiCounts.Count;

/**
 * The waits that end the requests of one rank. {@code wait} completes the oldest open request of its source,
 * destination and tag, {@code waitall} the open requests of the rank that {@link WaitAudit} leaves it, the end of the
 * trace those that are left. A wait without a request is ignored and counted, where SimGrid ignores it or aborts. All
 * methods return the number of operations passed to the sink.
 */
final class TiWaits {
    private static final Logger LOG = LoggerFactory.getLogger(TiWaits.class);
    private static final int[] NO_REQUESTS = {};

    private final int rank;
    private final int ranks;
    private final IntFunction<LineReader> opener;
    private final TiRequests requests;
    private final TiCounts counts;
    private final WaitedRequest waited = new WaitedRequest();
    private @Nullable WaitAudit audit;
    private long tests;
    private boolean waitallPerformed;
    /** Requests of which waitAnys have ended some. */
    private final BitSet anyOf = new BitSet();

    private int waitanysPerformed;

    /** @param opener opens the lines that hold the actions of a rank, once more for the audit if there must be one */
    TiWaits(int rank, int ranks, IntFunction<LineReader> opener, TiRequests requests, TiCounts counts) {
        this.rank = rank;
        this.ranks = ranks;
        this.opener = opener;
        this.requests = requests;
        this.counts = counts;
    }

    private WaitAudit audit() {
        WaitAudit done = audit;
        if (done == null) {
            LOG.debug("rank {}: reading all actions to find out which requests its waits mean", rank);
            done = WaitAudit.of(opener, rank, ranks);
            audit = done;
        }
        return done;
    }

    private int takeWaited() {
        int request = waited.in(requests);
        if (request >= 0) {
            requests.remove(request);
        }
        return request;
    }

    int await(ActionLine action, OperationSink sink) {
        waited.read(action, rank);
        int request = takeWaited();
        if (request >= 0) {
            return end(request, sink);
        }
        if (!waited.isAny()) {
            counts.count(Count.WAITS_FOR_NO_RANK);
        } else {
            counts.count(waitallPerformed ? Count.UNKNOWN_WAITS_AFTER_WAITALL : Count.UNKNOWN_WAITS);
        }
        return 0;
    }

    int end(int request, OperationSink sink) {
        if (waitanysPerformed > 0 && anyOf.get(request)) {
            // a waitAny may have ended it
            anyOf.clear(request);
            sink.awaitAny(new int[] {request}, 1);
            counts.count(Count.WAITS_AS_WAITANYS);
        } else {
            sink.await(request);
        }
        return 1;
    }

    /** Performs {@code test}: a wait if it succeeded, otherwise nothing. */
    int test(ActionLine action, OperationSink sink) {
        waited.read(action, rank);
        if (!audit().succeeds(tests++)) {
            counts.count(Count.TESTS);
            return 0;
        }
        counts.count(Count.SUCCESSFUL_TESTS);
        int request = takeWaited();
        return request < 0 ? 0 : end(request, sink);
    }

    int awaitAll(ActionLine action, OperationSink sink) {
        long named = action.hasMore() ? action.count("number of requests") : Long.MAX_VALUE;
        int drained = drainAnyOf(sink);
        if (requests.size() == 0) {
            sink.awaitAll(NO_REQUESTS, 0);
        } else {
            WaitAudit findings = audit();
            int open = requests.size();
            long most = findings.takesOldestOnly() ? named : open;
            awaitAll(request -> !findings.survivesWaitall(requests.ordinal(request)), most, sink);
            counts.count(Count.SURVIVORS, requests.size());
        }
        waitallPerformed = true;
        return drained + 1;
    }

    private void awaitAll(IntPredicate eligible, long most, OperationSink sink) {
        int open = requests.size();
        int[] chosen = Arrays.copyOf(requests.list(), open);
        int count = 0;
        for (int i = 0; i < open && count < most; i++) {
            if (eligible.test(chosen[i])) {
                chosen[count++] = chosen[i];
            }
        }
        sink.awaitAll(chosen, count);
        if (count == open) {
            requests.clear();
        } else {
            for (int i = 0; i < count; i++) {
                requests.remove(chosen[i]);
            }
        }
    }

    /**
     * Performs {@code waitAny}. The trace records neither the requests of a waitAny nor which of them ended: they are
     * taken to be the open ones that no wait of their own ends. As it ends one of them, determined only in the replay,
     * all keep their numbers until a waitAny for each of them has been performed, or a waitall ends the rest.
     */
    int awaitAny(ActionLine action, OperationSink sink) {
        action.count("number of requests");
        WaitAudit findings = audit();
        int[] open = requests.list();
        int[] chosen = new int[requests.size()];
        int count = 0;
        for (int i = 0; i < requests.size(); i++) {
            if (!findings.isWaitedFor(requests.ordinal(open[i]))) {
                chosen[count++] = open[i];
            }
        }
        if (count == 0) {
            counts.count(Count.EMPTY_WAITANYS);
            return 0;
        }
        Arrays.stream(chosen, 0, count).forEach(anyOf::set);
        sink.awaitAny(chosen, count);
        counts.count(Count.WAITANYS);
        if (++waitanysPerformed == count) {
            forgetAnyOf();
        }
        return 1;
    }

    private int drainAnyOf(OperationSink sink) {
        if (anyOf.isEmpty()) {
            return 0;
        }
        int[] left = anyOf.stream().toArray();
        int added = Math.max(0, left.length - waitanysPerformed);
        for (int i = 0; i < added; i++) {
            sink.awaitAny(left, left.length);
        }
        counts.count(Count.ADDED_WAITANYS, added);
        forgetAnyOf();
        return added;
    }

    private void forgetAnyOf() {
        anyOf.stream().forEach(requests::remove);
        anyOf.clear();
        waitanysPerformed = 0;
    }

    int awaitRest(OperationSink sink) {
        int drained = drainAnyOf(sink);
        if (requests.size() == 0) {
            return drained;
        }
        counts.count(Count.LEFT_REQUESTS, requests.size());
        counts.count(Count.RANKS_WITH_LEFT_REQUESTS);
        awaitAll(request -> true, requests.size(), sink);
        return drained + 1;
    }
}
