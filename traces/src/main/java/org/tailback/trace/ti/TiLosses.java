package org.tailback.trace.ti;

/** Contents that TI traces cannot hold, in words that follow "N x ". */
final class TiLosses {
    static final String NAMES_OF_REQUESTS =
            "wait for a request that is not the oldest of its partner and tag: the line waits for the oldest";
    static final String FREE = "request freed: the trace cannot say so, and it is waited for at the end";
    static final String CANCEL =
            "request cancelled: the trace cannot say so, and it is waited for at the end, perhaps for ever";
    static final String PROBE = "probe that no receive of the same source and tag follows: left out";
    static final String READY = "send in ready mode: written as standard";
    static final String WAITANY =
            "waitany or waitsome: written as waitAny, which names no requests; another one may end";
    static final String TAG =
            "tag that the trace gives another meaning, -444 or below 0 within a rank: written as it is";
    static final String COMMUNICATOR =
            "message of another communicator whose number or tag is too large to be told apart by its tag: written as"
                    + " it is";
    static final String COLLECTIVE_COMMUNICATOR =
            "collective operation of another communicator of all ranks: written as one of the world";
    static final String REDUCE_SCATTER_BLOCK = "reducescatterblock: written as reducescatter with equal counts";
    static final String ALLTOALLW = "alltoallw: written as alltoallv";
    static final String WORK = "reduction work that no number of flop is exactly: written as the nearest one";
    static final String NEIGHBOURS = "collective with neighbours";

    private TiLosses() {}
}
