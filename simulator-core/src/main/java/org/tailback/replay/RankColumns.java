package org.tailback.replay;

/** Results of all ranks, from the columns of the replay. */
final class RankColumns extends ResultColumns<RankResult> {
    private final double[] finish;
    private final double[] compute;
    private final double[] blocked;
    private final long[] messages;
    private final long[] bytesSent;
    private final double[] penaltyBytes;
    private final double[] networkBytes;
    private final double[] lost;
    private final double[] timeouts;

    /** Keeps the columns, but not the table, whose other columns are as large. */
    RankColumns(RankStatistics ranks, Timeouts timeouts) {
        super(ranks.count);
        finish = ranks.finish;
        compute = ranks.compute;
        blocked = ranks.blocked;
        messages = ranks.messages;
        bytesSent = ranks.bytesSent;
        penaltyBytes = ranks.penaltyBytes;
        networkBytes = ranks.networkBytes;
        lost = ranks.lost;
        this.timeouts = timeouts.ofRanks();
    }

    @Override
    RankResult at(int rank) {
        return new RankData(
                rank,
                finish[rank],
                compute[rank],
                blocked[rank],
                messages[rank],
                bytesSent[rank],
                ReplayResults.average(penaltyBytes[rank], networkBytes[rank]),
                lost[rank],
                timeouts.length == 0 ? 0 : timeouts[rank]);
    }
}
