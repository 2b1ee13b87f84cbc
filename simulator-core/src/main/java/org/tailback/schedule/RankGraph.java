package org.tailback.schedule;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import java.util.List;
import org.tailback.columns.Columns;
import org.tailback.stability.Internal;

/**
 * The dependency graph of one rank under construction. Readers, generators and writers fill and pass on one graph for
 * each rank, and {@link PackedSchedule.Builder} collects the graphs. Mutable and reusable ({@link #clear}), so one
 * object suffices for files of a million ranks. Not thread-safe.
 */
@Internal
public final class RankGraph {
    private static final int[] NO_CYCLE = {};

    private byte[] kinds = new byte[16];
    private byte[] cpus = new byte[16];
    private byte[] nics = new byte[16];
    private int[] peers = new int[16];
    private int[] tags = new int[16];
    private long[] sizes = new long[16];
    private int operations;
    private boolean mayHaveCycle;
    private final Dependencies onCompletion = new Dependencies();
    private final Dependencies onStart = new Dependencies();

    /** Removes all operations. */
    public void clear() {
        operations = 0;
        mayHaveCycle = false;
        onCompletion.clear();
        onStart.clear();
    }

    /**
     * Appends an operation.
     *
     * @param size bytes or duration, an unsigned number
     * @param peer a rank, or {@link Schedule#ANY} for a receive; 0 for a calculation
     * @param tag 32-bit tag; {@link Schedule#ANY} for any tag, 0 for a calculation
     * @param cpu 0 to 255
     * @param nic 0 to 255; 0 for a calculation
     * @return number of the operation
     */
    public int add(Schedule.Kind kind, long size, int peer, int tag, int cpu, int nic) {
        Preconditions.checkArgument(cpu >= 0 && cpu <= 255, "cpu must be 0 to 255: %s", cpu);
        Preconditions.checkArgument(nic >= 0 && nic <= 255, "nic must be 0 to 255: %s", nic);
        Preconditions.checkArgument(
                peer >= 0 || (peer == Schedule.ANY && kind == Schedule.Kind.RECEIVE), "no such peer: %s", peer);
        if (operations == kinds.length) {
            grow();
        }
        kinds[operations] = (byte) kind.ordinal();
        sizes[operations] = size;
        peers[operations] = peer;
        tags[operations] = tag;
        cpus[operations] = (byte) cpu;
        nics[operations] = (byte) nic;
        return operations++;
    }

    /** Appends a send on CPU and NIC 0; see {@link #add}. */
    public int send(long bytes, int destination, int tag) {
        return add(Schedule.Kind.SEND, bytes, destination, tag, 0, 0);
    }

    /** Appends a receive on CPU and NIC 0; see {@link #add}. */
    public int receive(long bytes, int source, int tag) {
        return add(Schedule.Kind.RECEIVE, bytes, source, tag, 0, 0);
    }

    /** Appends a calculation on CPU 0; see {@link #add}. */
    public int calculate(long duration) {
        return add(Schedule.Kind.CALCULATION, duration, 0, 0, 0, 0);
    }

    /** Declares that one operation may start when another operation has completed ({@code requires}). */
    public void afterCompletion(int operation, int waitedFor) {
        depend(onCompletion, operation, waitedFor);
    }

    /** Declares that one operation may start when another operation has started ({@code irequires}). */
    public void afterStart(int operation, int waitedFor) {
        depend(onStart, operation, waitedFor);
    }

    /** Returns the number of operations. */
    public int operations() {
        return operations;
    }

    /** Returns the kind of an operation, see {@link Schedule#kind}. */
    public Schedule.Kind kind(int operation) {
        return Schedule.Kind.of(kinds[operation]);
    }

    /** Returns the size of an operation, see {@link Schedule#size}. */
    public long size(int operation) {
        return sizes[operation];
    }

    /** Returns the peer of an operation, see {@link Schedule#peer}. */
    public int peer(int operation) {
        return peers[operation];
    }

    /** Returns the tag of an operation, see {@link Schedule#tag}. */
    public int tag(int operation) {
        return tags[operation];
    }

    /** Returns the CPU of an operation, see {@link Schedule#cpu}. */
    public int cpu(int operation) {
        return cpus[operation] & 0xff;
    }

    /** Returns the network interface of an operation, see {@link Schedule#nic}. */
    public int nic(int operation) {
        return nics[operation] & 0xff;
    }

    /**
     * Returns the number of operations that wait for the completion of this one, see {@link
     * Schedule#completionSuccessors}; O(operations and dependencies) after a change, then O(1).
     */
    public int completionSuccessors(int operation) {
        onCompletion.group(operations);
        return onCompletion.successors(operation);
    }

    /**
     * Returns an operation that waits for the completion of this one, see {@link Schedule#completionSuccessor}. Call
     * {@link #completionSuccessors} first.
     */
    public int completionSuccessor(int operation, int index) {
        return onCompletion.at(onCompletion.first(operation) + index);
    }

    /**
     * Returns the number of operations that wait for the start of this one, see {@link Schedule#startSuccessors};
     * O(operations and dependencies) after a change, then O(1).
     */
    public int startSuccessors(int operation) {
        onStart.group(operations);
        return onStart.successors(operation);
    }

    /**
     * Returns an operation that waits for the start of this one, see {@link Schedule#startSuccessor}. Call {@link
     * #startSuccessors} first.
     */
    public int startSuccessor(int operation, int index) {
        return onStart.at(onStart.first(operation) + index);
    }

    /** Writes the number of dependencies of each operation, see {@link Schedule#dependencyCounts}. */
    public void dependencyCounts(int[] counts) {
        Arrays.fill(counts, 0, operations, 0);
        for (Dependencies dependencies : List.of(onCompletion, onStart)) {
            dependencies.group(operations);
            for (int i = 0; i < dependencies.count(); i++) {
                counts[dependencies.at(i)]++;
            }
        }
    }

    /**
     * Returns the operations of a cycle of waits; empty without a cycle. Each operation of the cycle waits for the
     * previous operation, and the first waits for the last. O(1) if all dependencies are on earlier operations,
     * otherwise O(operations and dependencies).
     */
    public int[] findCycle() {
        if (!mayHaveCycle) {
            return NO_CYCLE;
        }
        WaitGraph graph = new WaitGraph(operations);
        List<Dependencies> kinds = List.of(onCompletion, onStart);
        kinds.forEach(dependencies -> dependencies.group(operations));
        for (int operation = 0; operation < operations; operation++) {
            for (Dependencies dependencies : kinds) {
                for (int i = 0; i < dependencies.successors(operation); i++) {
                    graph.add(operation, dependencies.at(dependencies.first(operation) + i));
                }
            }
        }
        return graph.cycle();
    }

    private void depend(Dependencies dependencies, int operation, int waitedFor) {
        Preconditions.checkElementIndex(operation, operations, "operation");
        Preconditions.checkElementIndex(waitedFor, operations, "operation waited for");
        mayHaveCycle |= operation <= waitedFor;
        dependencies.add(operation, waitedFor);
    }

    private void grow() {
        kinds = Columns.fit(kinds, operations);
        cpus = Columns.fit(cpus, operations);
        nics = Columns.fit(nics, operations);
        peers = Columns.fit(peers, operations);
        tags = Columns.fit(tags, operations);
        sizes = Columns.fit(sizes, operations);
    }
}
