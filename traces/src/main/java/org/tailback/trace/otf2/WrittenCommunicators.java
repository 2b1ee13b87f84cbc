package org.tailback.trace.otf2;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;

/**
 * The communicators of a program that is being written. Collective operations name the group of theirs; messages only a
 * number. A message belongs to the first group of its communicator that has both its ranks, else to all ranks.
 */
final class WrittenCommunicators {
    /** One of them. */
    static final class Entry {
        final int communicator;
        /** Null for all ranks. */
        final int @Nullable [] group;

        private final Map<Integer, Integer> positions = new HashMap<>();
        /** Its number in the archive. */
        int id;

        private Entry(int communicator, int @Nullable [] group) {
            this.communicator = communicator;
            this.group = group;
            if (group != null) {
                for (int i = group.length - 1; i >= 0; i--) {
                    positions.put(group[i], i);
                }
            }
        }

        /** Returns the position of a rank, or -1. */
        int position(int rank) {
            return group == null ? rank : positions.getOrDefault(rank, -1);
        }

        int size(int ranks) {
            return group == null ? ranks : group.length;
        }
    }

    private final Map<Integer, List<Entry>> entries = new TreeMap<>();

    /** Notes the group of a communicator; null for all ranks. */
    void see(int communicator, int @Nullable [] group) {
        if (of(communicator, group) == null) {
            entries.computeIfAbsent(communicator, c -> new ArrayList<>())
                    .add(new Entry(communicator, group == null ? null : group.clone()));
        }
    }

    /** Notes that messages have a communicator. */
    void seeMessage(int communicator) {
        entries.computeIfAbsent(communicator, c -> new ArrayList<>());
    }

    private @Nullable Entry of(int communicator, int @Nullable [] group) {
        for (Entry entry : entries.getOrDefault(communicator, List.of())) {
            if (group == null ? entry.group == null : Arrays.equals(entry.group, group)) {
                return entry;
            }
        }
        return null;
    }

    /** Numbers them, the world first. */
    void number() {
        see(OperationSink.WORLD, null);
        entries.forEach((communicator, known) -> {
            if (known.isEmpty()) {
                known.add(new Entry(communicator, null));
            }
        });
        int id = 0;
        Entry world = find(OperationSink.WORLD, null);
        world.id = id++;
        for (List<Entry> ofCommunicator : entries.values()) {
            for (Entry entry : ofCommunicator) {
                if (entry != world) {
                    entry.id = id++;
                }
            }
        }
    }

    /** Returns all of them, by number. */
    List<Entry> all() {
        List<Entry> all = new ArrayList<>();
        entries.values().forEach(all::addAll);
        all.sort((a, b) -> Integer.compare(a.id, b.id));
        return all;
    }

    /** Returns that of a collective operation. */
    Entry find(int communicator, int @Nullable [] group) {
        Entry entry = of(communicator, group);
        if (entry == null) {
            throw new IllegalStateException("communicator " + communicator + " was not noted; did the program change?");
        }
        return entry;
    }

    /** Returns that of a message: the first group that has both ranks. */
    Entry between(int communicator, int rank, int peer) {
        Entry ofAll = null;
        for (Entry entry : entries.getOrDefault(communicator, List.of())) {
            if (entry.group == null) {
                ofAll = entry;
            } else if (entry.position(rank) >= 0 && entry.position(peer) >= 0) {
                return entry;
            }
        }
        return ofAll == null ? find(OperationSink.WORLD, null) : ofAll;
    }
}
