package org.tailback.collective;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;

/**
 * One rank's state of the communicators whose collectives it performs: its position, and the number of collectives so
 * far.
 */
final class CommunicatorTable {
    private static final class Entry {
        int @Nullable [] group;
        int position;
        long sequence;
    }

    private final int rank;
    private final int ranks;
    private final Map<Integer, Entry> entries = new HashMap<>();

    CommunicatorTable(int rank, int ranks) {
        this.rank = rank;
        this.ranks = ranks;
    }

    long nextSequence(CollectiveCall call) {
        return entry(call).sequence++;
    }

    /**
     * Returns the position of the rank in a call's group. O(1) as long as the group of a communicator is the same
     * array, otherwise O(group).
     *
     * @throws InputException if the rank is not there, or the call is inconsistent
     */
    int position(CollectiveCall call) {
        Entry entry = entry(call);
        int[] group = call.group();
        if (entry.group != group && group != null) {
            if (!Arrays.equals(entry.group, group)) {
                entry.position = find(call, group);
            }
            entry.group = group;
        }
        int size = call.ranks(ranks);
        if (call.root() < 0 || call.root() >= size) {
            throw problem(call, "names the root " + call.root() + ", but its group has " + size + " ranks");
        }
        return group == null ? rank : entry.position;
    }

    private int find(CollectiveCall call, int[] group) {
        int found = -1;
        for (int i = 0; i < group.length; i++) {
            if (group[i] < 0 || group[i] >= ranks) {
                throw problem(call, "has rank " + group[i] + " in its group, but the program has " + ranks + " ranks");
            }
            if (group[i] == rank) {
                found = i;
            }
        }
        if (found < 0) {
            throw problem(call, "does not have that rank in its group");
        }
        return found;
    }

    private Entry entry(CollectiveCall call) {
        if (call.communicator() < 0) {
            throw problem(call, "uses a negative communicator; communicators are numbered from 0");
        }
        return entries.computeIfAbsent(call.communicator(), communicator -> new Entry());
    }

    private InputException problem(CollectiveCall call, String problem) {
        return new InputException("Rank " + rank + " calls the collective "
                + call.kind().label() + " of communicator " + call.communicator() + ", which " + problem);
    }
}
