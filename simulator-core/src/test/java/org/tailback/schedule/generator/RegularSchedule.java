package org.tailback.schedule.generator;

import com.google.common.base.Preconditions;
import org.tailback.schedule.Schedule;

/**
 * Common base of the patterns: one CPU, one NIC, messages of one size with tag 0 by default, dependencies on completion
 * only. By default operation 2s sends to the rank {@link #distance} above, operation 2s + 1 receives from the one as
 * far below, and step s + 1 begins to send when step s has received.
 */
abstract class RegularSchedule implements Schedule {
    final long bytes;

    private final int ranks;

    /**
     * @param ranks >= 1
     * @param bytes >= 0
     */
    RegularSchedule(int ranks, long bytes) {
        Preconditions.checkArgument(ranks >= 1, "a schedule needs at least one rank: %s", ranks);
        Preconditions.checkArgument(bytes >= 0, "bytes must be at least 0: %s", bytes);
        this.ranks = ranks;
        this.bytes = bytes;
    }

    @Override
    public final int ranks() {
        return ranks;
    }

    @Override
    public final int cpus() {
        return 1;
    }

    @Override
    public final int nics() {
        return 1;
    }

    @Override
    public long operations() {
        return (long) ranks * operations(0);
    }

    /** How far above a rank the receiver of its message in a step is, 0 to ranks. */
    int distance(int step) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Kind kind(int rank, int operation) {
        return operation % 2 == 0 ? Kind.SEND : Kind.RECEIVE;
    }

    @Override
    public int peer(int rank, int operation) {
        int distance = distance(operation >> 1);
        long peer = (long) rank + (operation % 2 == 0 ? distance : ranks - distance);
        return (int) (peer < ranks ? peer : peer - ranks);
    }

    @Override
    public int completionSuccessors(int rank, int operation) {
        return operation % 2 == 1 && operation + 1 < operations(rank) ? 1 : 0;
    }

    @Override
    public int completionSuccessor(int rank, int operation, int index) {
        return operation + 1;
    }

    @Override
    public long size(int rank, int operation) {
        return bytes;
    }

    @Override
    public int tag(int rank, int operation) {
        return 0;
    }

    @Override
    public final int cpu(int rank, int operation) {
        return 0;
    }

    @Override
    public final int nic(int rank, int operation) {
        return 0;
    }

    @Override
    public final int startSuccessors(int rank, int operation) {
        return 0;
    }

    @Override
    public final int startSuccessor(int rank, int operation, int index) {
        throw new IndexOutOfBoundsException("no operation waits for a start");
    }
}
