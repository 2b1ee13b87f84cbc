package org.tailback.trace.otf2;

/** Contents that archives cannot hold, in words that follow "N x ". */
final class Otf2Losses {
    static final String ROUNDED = "computation that is no whole number of the clock's ticks: rounded";
    static final String JOINED = "computation right after another one: both are one";
    static final String EMPTY = "computation of no time: left out";
    static final String WORK = "collective operation with reduction work: written as computation after it";
    static final String PROBE = "probe, of which an archive has no record: only the call is written";
    static final String WAITANY =
            "waitany or waitsome, of which an archive records what completed: the first of its requests is taken";
    static final String FREED_RECEIVE = "freed receive: written as one that is waited for at the end";
    static final String CANCELLED_RECEIVE = "cancelled receive: written as one that got no message";
    static final String TOTALS = "collective operation whose sizes per rank an archive tells by totals only";
    static final String NEIGHBOURS = "collective operation with neighbours: only the call is written";
    static final String NOT_A_MEMBER =
            "collective operation of a group without the rank itself: only the call is written";
    static final String LATE = "time that comes too early for the computations before it: moved";
    static final String MODE = "send in another mode than its call: written as that of the call";
    static final String TAG = "tag below 0: written as its lower 31 bits";

    private Otf2Losses() {}
}
