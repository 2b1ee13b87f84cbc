package org.tailback.replay;

import java.io.Serializable;

/** The components of a rank's result. */
record RankData(
        int rank,
        double finish,
        double compute,
        double blocked,
        long messages,
        long bytesSent,
        double averagePenalty,
        double lostToContention,
        double lostToTimeouts)
        implements RankResult, Serializable {}
