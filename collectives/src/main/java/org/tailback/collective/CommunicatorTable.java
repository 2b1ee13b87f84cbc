package org.tailback.collective;

import com.google.common.primitives.Ints;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;

/**
 * State of one rank in each communicator whose collectives it performs: its position, and the number of collectives
 * performed.
 */
final class CommunicatorTable {
    static final class Entry {
        private int @Nullable [] group;
        /** Position of the rank in the group. */
        int position;
        /** Number of collectives performed so far. */
        long calls;
    }

    private final int rank;
    private final int ranks;
    private final Map<Integer, Entry> entries = new HashMap<>();

    CommunicatorTable(int rank, int ranks) {
        this.rank = rank;
        this.ranks = ranks;
    }

    /**
     * Returns the communicator of a call. O(1) as long as the group of a communicator is the same array, otherwise
     * O(group).
     *
     * @throws InputException if the rank is not in the group, or the call is inconsistent
     */
    Entry entry(CollectiveCall call) {
        if (call.communicator() < 0) {
            throw problem(call, "uses a negative communicator; communicators are numbered from 0");
        }
        Entry entry = entries.computeIfAbsent(call.communicator(), communicator -> new Entry());
        int[] group = call.group();
        if (group == null) {
            entry.position = rank;
        } else if (entry.group != group) {
            entry.position = Arrays.equals(entry.group, group) ? entry.position : find(call, group);
        }
        entry.group = group;
        int size = call.ranks(ranks);
        if (call.root() < 0 || call.root() >= size) {
            throw problem(call, "names the root " + call.root() + ", but its group has " + size + " ranks");
        }
        return entry;
    }

    private int find(CollectiveCall call, int[] group) {
        for (int member : group) {
            if (member < 0 || member >= ranks) {
                throw problem(call, "has rank " + member + " in its group, but the program has " + ranks + " ranks");
            }
        }
        int found = Ints.lastIndexOf(group, rank);
        if (found < 0) {
            throw problem(call, "does not have that rank in its group");
        }
        return found;
    }

    private InputException problem(CollectiveCall call, String problem) {
        return new InputException("Rank " + rank + " calls the collective "
                + call.kind().label() + " of communicator " + call.communicator() + ", which " + problem);
    }
}
