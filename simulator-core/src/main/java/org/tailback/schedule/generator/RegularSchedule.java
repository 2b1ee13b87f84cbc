package org.tailback.schedule.generator;

import com.google.common.base.Preconditions;
import org.tailback.schedule.Schedule;

/**
 * Common base of the patterns: one CPU, one NIC, messages of one size with tag 0 by default,
 * dependencies on completion only.
 */
abstract class RegularSchedule implements Schedule {
    /** Of each message. */
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

    /** (rank + distance) modulo ranks, for |distance| at most ranks. */
    final int wrapped(int rank, int distance) {
        long shifted = (long) rank + distance;
        return (int) (shifted < 0 ? shifted + ranks : shifted >= ranks ? shifted - ranks : shifted);
    }
}
