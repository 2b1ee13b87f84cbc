package org.tailback.collective;

/** The root starts a request with every other rank, some per step, and waits for all; the others have one with the root. */
abstract class FanSchedule implements CollectiveSchedule {
    private static final int PER_STEP = 128;

    private final int rank;
    private final int root;
    private final int peers;

    FanSchedule(int rank, int root, int ranks) {
        this.rank = rank;
        this.root = root;
        this.peers = ranks - 1;
    }

    /** At the root: starts the request with one other rank. */
    abstract void withPeer(int request, int peer, CollectiveSink sink);

    /** At another rank: the message from or to the root. */
    abstract void withRoot(CollectiveSink sink);

    @Override
    public int steps() {
        return rank == root ? (peers + PER_STEP - 1) / PER_STEP : 1;
    }

    @Override
    public void step(int step, CollectiveSink sink) {
        if (rank != root) {
            withRoot(sink);
            return;
        }
        int from = step * PER_STEP;
        int to = Math.min(peers, from + PER_STEP);
        for (int i = from; i < to; i++) {
            withPeer(i, i < root ? i : i + 1, sink);
        }
        if (to == peers) {
            sink.awaitAll(0, peers);
        }
    }
}
