package org.tailback.collective;

import com.google.common.collect.Comparators;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Check that all ranks of one run make the same collective calls, as MPI requires. The n-th calls of all ranks on a
 * communicator must have the same kind and the same root, and must all be blocking or all be non-blocking. If all ranks
 * have a size or counts of the whole operation, these must be equal. Counts of pairs of ranks are compared when their
 * messages are matched.
 *
 * <p>Complexity per call: O(1) expected, O(counts) for calls with counts. Memory: a number for each rank of a
 * communicator, and the calls that only a subset of the ranks has made.
 */
final class CollectiveCheck {
    /** Whether differing sizes are an error; otherwise such calls are counted. */
    private final boolean exactSizes;

    private final int ranks;
    /** Groups by their communicator, their first rank and their size, because communicator numbers may be reused. */
    private final Map<List<Integer>, Group> groups = new HashMap<>();

    private long differingSizes;
    private String firstDifference = "";

    CollectiveCheck(int ranks, boolean exactSizes) {
        this.ranks = ranks;
        this.exactSizes = exactSizes;
    }

    /** Ranks of a communicator with the calls that not all of them have made. */
    private static final class Group {
        final CollectiveCall first;
        /** Number of calls of each rank, by position in the group. */
        final long[] calls;

        final Map<Long, Open> open = new HashMap<>();

        Group(CollectiveCall first, int size) {
            this.first = first;
            calls = new long[size];
        }
    }

    private static final class Open {
        final Made made;
        int count = 1;

        Open(Made made) {
            this.made = made;
        }
    }

    private record Made(int rank, long operation, boolean blocking, CollectiveCall call) {
        String text() {
            return (blocking ? "" : "i") + call.kind().label() + (call.kind().hasRoot() ? ", root " + root() : "");
        }

        /** Returns the root as a rank of the program. */
        private int root() {
            int[] group = call.group();
            return group == null ? call.root() : group[call.root()];
        }

        String line(String detail) {
            return "rank " + rank + ", operation " + operation + ": " + text() + detail;
        }
    }

    /**
     * Adds a call of a rank.
     *
     * @param position position of the rank in the call's group
     * @param sequence number of the call among the rank's calls on the communicator, from 0
     * @param operation number of the call in the rank's program, from 0
     * @throws UnfinishedProgramException if another rank's call is inconsistent with this one
     */
    void add(int rank, int position, long sequence, long operation, boolean blocking, CollectiveCall call) {
        int size = call.ranks(ranks);
        if (size == 1) {
            return;
        }
        List<Integer> key = List.of(call.communicator(), call.group() == null ? 0 : call.group()[0], size);
        Group group = groups.computeIfAbsent(key, number -> new Group(call, size));
        group.calls[position] = sequence + 1;
        Made made = new Made(rank, operation, blocking, call);
        Open open = group.open.get(sequence);
        if (open == null) {
            group.open.put(sequence, new Open(made));
            return;
        }
        compare(open.made, made, sequence);
        if (++open.count == size) {
            group.open.remove(sequence);
        }
    }

    private void compare(Made one, Made other, long sequence) {
        boolean same = one.call.kind() == other.call.kind()
                && one.blocking == other.blocking
                && (!one.call.kind().hasRoot() || one.call.root() == other.call.root());
        String ofOne = same ? difference(one.call, other.call) : "";
        if (same && ofOne.isEmpty()) {
            return;
        }
        String call = name(one.call.communicator(), sequence);
        String ofOther = same ? difference(other.call, one.call) : "";
        if (!same || exactSizes) {
            throw new UnfinishedProgramException(
                    "The ranks disagree about " + (same ? "the sizes of " : "") + "a collective operation: " + call,
                    List.of(
                            one.line(ofOne),
                            other.line(ofOther),
                            "All ranks of a communicator must make the same collective calls in the same order"));
        }
        if (differingSizes++ == 0) {
            firstDifference = call + ", " + one.line(ofOne) + ", " + other.line(ofOther);
        }
    }

    /** Returns a description of a call's size or counts if another call differs in them; otherwise an empty text. */
    private static String difference(CollectiveCall call, CollectiveCall other) {
        long[] mine = sharedCounts(call);
        long[] others = sharedCounts(other);
        if (hasOneSize(call.kind()) && call.bytes() != other.bytes()) {
            return ", " + call.bytes() + " B";
        }
        if (Arrays.equals(mine, others)) {
            return "";
        }
        if (mine == null || others == null) {
            return mine == null ? ", without counts" : ", with counts";
        }
        int first = Arrays.mismatch(mine, others);
        return first < mine.length && first < others.length
                ? ", " + mine[first] + " B for position " + first + " of the communicator"
                : ", " + mine.length + " counts";
    }

    /** Returns whether the size of a kind is the same at all ranks. */
    private static boolean hasOneSize(Kind kind) {
        return switch (kind) {
            case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE_SCATTER_BLOCK ->
                true;
            default -> false;
        };
    }

    /** Returns the counts of a call that are the same at all ranks; null if there are none. */
    private static long @Nullable [] sharedCounts(CollectiveCall call) {
        return switch (call.kind()) {
            case ALLGATHERV -> call.receiveCounts();
            case REDUCE_SCATTER -> call.sendCounts();
            default -> null;
        };
    }

    private static String name(int communicator, long sequence) {
        return "call " + sequence + " on communicator " + communicator + " (both counted from 0)";
    }

    /** Returns, for each communicator, a sentence about the first call that at least one rank has not made. */
    List<String> missing() {
        return groups.entrySet().stream()
                .filter(entry -> !entry.getValue().open.isEmpty())
                .sorted(Map.Entry.comparingByKey(Comparators.lexicographical(Comparator.<Integer>naturalOrder())))
                .map(entry -> missing(entry.getValue()))
                .toList();
    }

    private static String missing(Group group) {
        long sequence = Collections.min(group.open.keySet());
        Open open = Objects.requireNonNull(group.open.get(sequence));
        StringBuilder without = new StringBuilder();
        int shown = 0;
        int missing = group.calls.length - open.count;
        for (int position = 0; position < group.calls.length && shown < 5; position++) {
            if (group.calls[position] <= sequence) {
                int[] members = group.first.group();
                without.append(shown++ == 0 ? "" : ", ").append(members == null ? position : members[position]);
            }
        }
        return name(open.made.call.communicator(), sequence) + ": " + open.made.line("") + "; "
                + (open.count == 1 ? "no other rank has" : open.count + " of " + group.calls.length + " ranks have")
                + " called it, missing: " + (missing == 1 ? "rank " : "ranks ") + without
                + (missing > shown ? " and " + (missing - shown) + " more" : "");
    }

    /** Returns the warning about inexact sizes: one sentence, or an empty list. */
    List<String> approximations() {
        return differingSizes == 0
                ? List.of()
                : List.of(differingSizes
                        + (differingSizes == 1 ? " collective call differs" : " collective calls differ")
                        + " in size from the first rank's call, as recorded; each rank "
                        + "is replayed with its recorded size. The first: " + firstDifference + ".");
    }
}
