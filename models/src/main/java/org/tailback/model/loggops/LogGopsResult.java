package org.tailback.model.loggops;

import org.tailback.schedule.ScheduleTotals;

/**
 * Result of a simulation under LogGOPS. Times are unsigned 64-bit numbers in the unit of the parameters (nanoseconds by
 * convention), because the model computes modulo 2^64. Instances are immutable.
 *
 * @param finishTimes times from which all CPUs of a rank are free until the end of the run; gaps do not count
 * @param totals totals of the ranks' operations, without receives
 * @param lostCompletions number of rendezvous sends that never completed, without other effects, because they matched a
 *     late receive that was declared with an eager size. The schedule then has different sizes for send and receive
 * @param repeatedCompletions number of eager sends that completed a second time, because they matched a late receive
 *     that was declared with a rendezvous size; dependent operations may have started too early
 */
public record LogGopsResult(long[] finishTimes, ScheduleTotals totals, long lostCompletions, long repeatedCompletions) {
    /** Returns the finish time of a rank. */
    public long finishTime(int rank) {
        return finishTimes[rank];
    }

    /** Returns the largest finish time. The cost is O(ranks). */
    public long makespan() {
        long makespan = 0;
        for (long time : finishTimes) {
            makespan = Long.compareUnsigned(time, makespan) > 0 ? time : makespan;
        }
        return makespan;
    }

    /** Returns the number of messages sent, each of which was received. */
    public long messages() {
        return totals.sends();
    }
}
