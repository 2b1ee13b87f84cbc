package org.tailback.trace.ti;

import com.google.common.base.Suppliers;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.tailback.program.OperationSink;
import org.tailback.trace.ti.TiCounts.Count;

/**
 * Waits of a program. {@code wait} completes the oldest open request of its source, destination and tag. {@code
 * waitall} completes the open requests of the rank that {@link WaitAudit} assigns to it. The end of the trace completes
 * all remaining requests. A wait without a request is ignored and counted; SimGrid ignores it or aborts.
 */
final class ReplayedWaits extends TiWaits {
    private final Supplier<WaitAudit> audit;
    private final TiCounts counts;
    private int tests;
    private boolean waitallPerformed;
    /** Requests that a waitAny may have ended. */
    private final BitSet anyOf = new BitSet();

    private int waitanysPerformed;

    /**
     * Creates the waits of a rank.
     *
     * @param auditor function that reads all actions of the rank; called at most once
     */
    ReplayedWaits(int rank, Supplier<WaitAudit> auditor, TiCounts counts) {
        super(rank);
        this.audit = Suppliers.memoize(auditor::get);
        this.counts = counts;
    }

    @Override
    int await(ActionLine action, OperationSink sink) {
        boolean named = read(action);
        int request = waitedIn(open);
        if (request >= 0) {
            return end(request, sink);
        }
        counts.count(
                !named
                        ? Count.WAITS_FOR_NO_RANK
                        : waitallPerformed ? Count.UNKNOWN_WAITS_AFTER_WAITALL : Count.UNKNOWN_WAITS);
        return 0;
    }

    private int end(int request, OperationSink sink) {
        open.remove(request);
        if (waitanysPerformed > 0 && anyOf.get(request)) {
            // a waitAny may have ended the request
            anyOf.clear(request);
            sink.awaitAny(new int[] {request}, 1);
            counts.count(Count.WAITS_AS_WAITANYS);
        } else {
            sink.await(request);
        }
        return 1;
    }

    /** Performs {@code test}: a wait if the test succeeded, otherwise no operation. */
    @Override
    int test(ActionLine action, OperationSink sink) {
        read(action);
        if (!audit.get().successfulTests.get(tests++)) {
            counts.count(Count.TESTS);
            return 0;
        }
        counts.count(Count.SUCCESSFUL_TESTS);
        int request = waitedIn(open);
        return request < 0 ? 0 : end(request, sink);
    }

    @Override
    int awaitAll(long named, OperationSink sink) {
        int drained = drainAnyOf(sink);
        if (open.size() == 0) {
            sink.awaitAll(new int[0], 0);
        } else {
            WaitAudit findings = audit.get();
            awaitAll(
                    request -> !findings.survivors.get((int) open.ordinal(request)),
                    findings.oldestOnly ? named : open.size(),
                    sink);
            counts.count(Count.SURVIVORS, open.size());
        }
        waitallPerformed = true;
        return drained + 1;
    }

    private void awaitAll(IntPredicate eligible, long most, OperationSink sink) {
        int[] chosen = open.list();
        int count = 0;
        for (int i = 0; i < chosen.length && count < most; i++) {
            if (eligible.test(chosen[i])) {
                chosen[count++] = chosen[i];
            }
        }
        sink.awaitAll(chosen, count);
        for (int i = 0; i < count; i++) {
            open.remove(chosen[i]);
        }
        open.restart();
    }

    /**
     * Performs {@code waitAny}. The trace records neither the requests of a waitAny nor which of them ended. They are
     * assumed to be the open requests that no other wait ends. A waitAny ends one of them, which is determined only in
     * the replay. All of them therefore keep their numbers until a waitAny for each has been performed, or a waitall
     * ends the remaining requests.
     */
    @Override
    int awaitAny(OperationSink sink) {
        WaitAudit findings = audit.get();
        int[] chosen = Arrays.stream(open.list())
                .filter(request -> !findings.waitedFor.get((int) open.ordinal(request)))
                .toArray();
        if (chosen.length == 0) {
            counts.count(Count.EMPTY_WAITANYS);
            return 0;
        }
        Arrays.stream(chosen).forEach(anyOf::set);
        sink.awaitAny(chosen, chosen.length);
        counts.count(Count.WAITANYS);
        if (++waitanysPerformed == chosen.length) {
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
        anyOf.stream().forEach(open::remove);
        anyOf.clear();
        waitanysPerformed = 0;
    }

    @Override
    int awaitRest(OperationSink sink) {
        int drained = drainAnyOf(sink);
        if (open.size() == 0) {
            return drained;
        }
        counts.count(Count.LEFT_REQUESTS, open.size());
        counts.count(Count.RANKS_WITH_LEFT_REQUESTS);
        awaitAll(request -> true, open.size(), sink);
        return drained + 1;
    }
}
