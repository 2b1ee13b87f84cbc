package org.tailback.replay;

import java.io.Serializable;

/** The components of a pair's result. */
record PairData(int sender, int receiver, long messages, long bytes, double lostToContention, double lostToTimeouts)
        implements PairResult, Serializable {}
