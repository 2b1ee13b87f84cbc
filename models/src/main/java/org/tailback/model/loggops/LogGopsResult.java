package org.tailback.model.loggops;

import org.tailback.schedule.ScheduleTotals;

/**
 * What a simulation under LogGOPS found. Times are in the unit of the parameters (nanoseconds by convention) and
 * unsigned 64-bit numbers, as the model computes modulo 2^64. Immutable.
 */
public final class LogGopsResult {
    private final long[] finishTimes;
    private final ScheduleTotals totals;
    private final long unexpectedMessages;
    private final long lostCompletions;
    private final long repeatedCompletions;

    LogGopsResult(
            long[] finishTimes,
            ScheduleTotals totals,
            long unexpectedMessages,
            long lostCompletions,
            long repeatedCompletions) {
        this.finishTimes = finishTimes;
        this.totals = totals;
        this.unexpectedMessages = unexpectedMessages;
        this.lostCompletions = lostCompletions;
        this.repeatedCompletions = repeatedCompletions;
    }

    /** When the last of a rank's CPUs becomes free and stays so; gaps do not count. */
    public long finishTime(int rank) {
        return finishTimes[rank];
    }

    /** The finish times of all ranks, a copy. */
    public long[] finishTimes() {
        return finishTimes.clone();
    }

    /** The largest finish time. O(ranks). */
    public long makespan() {
        long makespan = 0;
        for (long time : finishTimes) {
            makespan = Long.compareUnsigned(time, makespan) > 0 ? time : makespan;
        }
        return makespan;
    }

    /** What the ranks did, without their receives and dependencies. */
    ScheduleTotals totals() {
        return totals;
    }

    /** Messages sent, each of which was received. */
    public long messages() {
        return totals.sends();
    }

    /** Messages that came before their receive was posted. */
    public long unexpectedMessages() {
        return unexpectedMessages;
    }

    /** Messages whose receive was posted before they came. */
    public long expectedMessages() {
        return messages() - unexpectedMessages;
    }

    /**
     * Rendezvous sends that never completed, without an effect on anything else, because they matched a late receive
     * that was declared with an eager size. The schedule's two ends disagree about sizes.
     */
    public long lostCompletions() {
        return lostCompletions;
    }

    /**
     * Eager sends that completed a second time, because they matched a late receive that was declared with a rendezvous
     * size; what depends on them may have started too early. The schedule's two ends disagree about sizes.
     */
    public long repeatedCompletions() {
        return repeatedCompletions;
    }

    /** Events of the model: sends, receives, calculations and arrivals; waiting for a CPU or NIC does not count. */
    public long events() {
        return 3 * messages() + totals.calculations();
    }
}
