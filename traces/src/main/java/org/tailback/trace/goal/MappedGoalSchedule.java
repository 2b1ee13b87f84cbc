package org.tailback.trace.goal;

import java.nio.ByteBuffer;
import org.tailback.schedule.Schedule;

/**
 * A binary GOAL schedule as it lies in a memory-mapped file; {@link GoalBinaryReader} has checked it. In the heap there
 * are 10 bytes per rank, the rest is the operating system's cache of the file. The file must not change meanwhile.
 *
 * <p>Files above 2 GiB are seen through overlapping windows, one beginning at each multiple of 1 GiB; a rank is read
 * through the window in which it begins and must not be longer than 1 GiB.
 */
final class MappedGoalSchedule implements Schedule {
    private final String name;
    private final int cpus;
    private final int nics;
    private final long operations;
    private final ByteBuffer[] windows;
    private final short[] windowOf;
    private final int[] nodesAt;
    private final int[] nodes;

    /**
     * @param windows the mapped parts of the file, little-endian
     * @param windowOf the window of each rank
     * @param nodesAt where in its window the operations of each rank begin
     * @param nodes operations of each rank
     */
    MappedGoalSchedule(
            String name, int cpus, int nics, ByteBuffer[] windows, short[] windowOf, int[] nodesAt, int[] nodes) {
        this.name = name;
        this.cpus = cpus;
        this.nics = nics;
        this.windows = windows;
        this.windowOf = windowOf;
        this.nodesAt = nodesAt;
        this.nodes = nodes;
        long sum = 0;
        for (int count : nodes) {
            sum += count;
        }
        operations = sum;
    }

    @Override
    public int ranks() {
        return nodes.length;
    }

    @Override
    public int cpus() {
        return cpus;
    }

    @Override
    public int nics() {
        return nics;
    }

    @Override
    public long operations() {
        return operations;
    }

    @Override
    public int operations(int rank) {
        return nodes[rank];
    }

    @Override
    public Kind kind(int rank, int operation) {
        return Kind.of(window(rank).get(at(rank, operation) + GoalNode.TYPE) - 1);
    }

    @Override
    public long size(int rank, int operation) {
        return window(rank).getLong(at(rank, operation) + GoalNode.SIZE);
    }

    @Override
    public int peer(int rank, int operation) {
        return window(rank).getInt(at(rank, operation) + GoalNode.PEER);
    }

    @Override
    public int tag(int rank, int operation) {
        return window(rank).getInt(at(rank, operation) + GoalNode.TAG);
    }

    @Override
    public int cpu(int rank, int operation) {
        return window(rank).get(at(rank, operation) + GoalNode.CPU) & 0xff;
    }

    @Override
    public int nic(int rank, int operation) {
        return window(rank).get(at(rank, operation) + GoalNode.NIC) & 0xff;
    }

    @Override
    public int completionSuccessors(int rank, int operation) {
        return window(rank).getInt(at(rank, operation) + GoalNode.COMPLETION_COUNT);
    }

    @Override
    public int completionSuccessor(int rank, int operation, int index) {
        return successor(rank, at(rank, operation) + GoalNode.COMPLETION_FIRST, index);
    }

    @Override
    public int startSuccessors(int rank, int operation) {
        return window(rank).getInt(at(rank, operation) + GoalNode.START_COUNT);
    }

    @Override
    public int startSuccessor(int rank, int operation, int index) {
        return successor(rank, at(rank, operation) + GoalNode.START_FIRST, index);
    }

    @Override
    public void dependencyCounts(int rank, int[] counts, int offset) {
        ByteBuffer window = window(rank);
        int count = nodes[rank];
        int at = nodesAt[rank] + GoalNode.DEPENDENCIES;
        for (int operation = 0; operation < count; operation++) {
            counts[offset + operation] = window.getInt(at);
            at += GoalNode.BYTES;
        }
    }

    @Override
    public String placeOf(int rank, int operation) {
        return name + ": byte " + (windowOf[rank] * GoalBinaryReader.WINDOW_STEP + at(rank, operation));
    }

    private ByteBuffer window(int rank) {
        return windows[windowOf[rank]];
    }

    private int at(int rank, int operation) {
        return nodesAt[rank] + GoalNode.BYTES * operation;
    }

    private int successor(int rank, int firstField, int index) {
        ByteBuffer window = window(rank);
        int appendix = nodesAt[rank] + GoalNode.BYTES * nodes[rank];
        return window.getInt(appendix + Integer.BYTES * (window.getInt(firstField) + index));
    }
}
