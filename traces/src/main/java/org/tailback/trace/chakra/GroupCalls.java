package org.tailback.trace.chakra;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.trace.WritingLosses;

/**
 * Collective operations of all process groups in the order of the ranks' calls, one rank after the other: the n-th
 * calls of all ranks of a group belong together. Calls that cannot belong together are an error, usually because a
 * converter lost an operation. O(1) time per call; memory is proportional to the number of operations per group.
 */
final class GroupCalls {
    private static final String ADVICE =
            "All ranks of a group call the same operations in the same order: did the converter or the linker lose one?";

    /** Call by the first rank that was read. */
    private record Call(int number, int rank, String node, Kind kind, int root, long bytes) {
        String text() {
            return kind.label()
                    + (kind == Kind.BARRIER ? "" : " of " + bytes + " B")
                    + (isRooted(kind) ? " with root " + root : "");
        }
    }

    private final WritingLosses counts;
    /** Calls by number of the group and index of the call in the group. */
    private final Map<Long, Call> calls = new HashMap<>();
    /** Number of calls so far per rank, by group. */
    private final Map<ProcessGroups.Group, TreeMap<Integer, Integer>> made = new HashMap<>();

    GroupCalls(WritingLosses counts) {
        this.counts = counts;
    }

    /**
     * Returns the index of a rank's call among the calls of its group, from 0.
     *
     * @param bytes size of the rank's input, bytes
     * @throws InputException if another rank's call has a different kind, root or size, or the rank is not a member
     */
    int next(int rank, ChakraNode node, ProcessGroups.Group group, Kind kind, int root, long bytes) {
        if (!group.contains(rank)) {
            throw InputException.at(
                    node.place(),
                    "is an operation of process group " + group.text() + ", to which rank " + rank + " does not belong",
                    ADVICE);
        }
        int nth = made.computeIfAbsent(group, key -> new TreeMap<>()).merge(rank, 1, Integer::sum) - 1;
        Call call = new Call(calls.size(), rank, node.label(), kind, isRooted(kind) ? root : 0, bytes);
        Call first = calls.putIfAbsent(key(group, nth), call);
        if (first != null) {
            check(first, call, group, nth, node);
        }
        return nth;
    }

    /** Returns a number that is unique to a call among the calls of all groups. */
    int number(ProcessGroups.Group group, int nth) {
        return call(group, nth).number;
    }

    private Call call(ProcessGroups.Group group, int nth) {
        return Objects.requireNonNull(calls.get(key(group, nth)));
    }

    private static long key(ProcessGroups.Group group, int nth) {
        return (long) group.number() << Integer.SIZE | nth;
    }

    static boolean isRooted(Kind kind) {
        return kind == Kind.REDUCE || kind == Kind.GATHER || kind == Kind.SCATTER || kind == Kind.BCAST;
    }

    private void check(Call first, Call call, ProcessGroups.Group group, int nth, ChakraNode node) {
        boolean sameSize = first.bytes == call.bytes || call.kind == Kind.BARRIER;
        if (call.kind == first.kind && call.root == first.root && (sameSize || call.kind == Kind.ALLTOALL)) {
            counts.count(
                    sameSize ? 0 : 1,
                    "all-to-all whose size differs from the first rank of its group: each rank"
                            + " sends equal parts of its own size");
            return;
        }
        throw InputException.at(
                node.place(),
                "operation " + (nth + 1) + " of process group " + group.text() + " is " + call.text() + " on rank "
                        + call.rank + ", and " + first.text() + " on rank " + first.rank + " (" + first.node + ")",
                ADVICE);
    }

    /**
     * Checks, after all ranks were read, that the ranks of each group have made the same number of calls.
     *
     * @throws InputException if the numbers differ
     */
    void finish() {
        made.forEach((group, ofRanks) -> {
            int most =
                    ofRanks.values().stream().mapToInt(Integer::intValue).max().orElse(0);
            for (int rank : group.ranks()) {
                int count = ofRanks.getOrDefault(rank, 0);
                if (count < most) {
                    Call missing = call(group, count);
                    int other = ofRanks.entrySet().stream()
                            .filter(entry -> entry.getValue() == most)
                            .findFirst()
                            .orElseThrow()
                            .getKey();
                    throw new InputException("Rank " + rank + " has " + count + " operations of process group "
                            + group.text() + ", and rank " + other + " has " + most + "; operation " + (count + 1)
                            + " is " + missing.text() + " on rank " + missing.rank + " (" + missing.node + "). "
                            + ADVICE);
                }
            }
        });
    }
}
