package org.tailback.trace.allprof;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.trace.mpi.Argument;
import org.tailback.trace.mpi.Communicator;

/**
 * Members of communicators. Lines identify a communicator by an address that is valid on one rank only, by the position
 * of the rank and by the size. Calls that create communicators do not record the new address, but MPI_Comm_split
 * records colour and key. Therefore the calls of all ranks are examined together: a new address on a rank belongs to
 * the oldest earlier communicator of the same size and position that has no address.
 *
 * <p>O(creations of all ranks) time and memory.
 */
final class CommunicatorMembers {
    private static final int SELF = 1;

    private final List<Rank> ranks = new ArrayList<>();
    private final Group world;
    /** Groups that calls have created. */
    private final List<Group> groups = new ArrayList<>();

    private final Deque<Rank> ready = new ArrayDeque<>();
    /** True if an additional communicator of all ranks is read as MPI_COMM_WORLD. */
    boolean otherWorlds;

    private record Key(long address, long position, long size) {}

    /** First use of a key, or call that creates a communicator from the key's communicator. */
    private record Event(Key key, @Nullable Creation creation, String place) {}

    private record Creation(long colour, long key) {}

    /**
     * Members of a communicator as world ranks, and their next calls that create communicators from this communicator.
     */
    private record Group(int[] members, Communicator communicator, Map<Integer, Creation> arrived) {
        Group(int[] members, Communicator communicator) {
            this(members, communicator, new TreeMap<>());
        }
    }

    /** Calls of one rank on communicators, in program order, and their results. */
    private static final class Rank {
        private final int number;
        private final List<Event> events = new ArrayList<>();
        private int next;
        /** Groups by key; the world for keys that are not yet resolved. */
        private final Map<Key, Group> byKey = new HashMap<>();
        /** Groups with the rank as a member that do not have a key yet. */
        private final List<Group> made = new ArrayList<>();

        private boolean hasWorld;

        Rank(int number) {
            this.number = number;
        }
    }

    CommunicatorMembers(int ranks) {
        world = new Group(IntStream.range(0, ranks).toArray(), Communicator.world());
        for (int rank = 0; rank < ranks; rank++) {
            this.ranks.add(new Rank(rank));
        }
        ready.addAll(this.ranks);
    }

    private static Key key(CallLine line) {
        return new Key(line.address(Argument.COMMUNICATOR), line.communicatorRank(), line.communicatorSize());
    }

    /** Adds a line of a rank that contains a communicator. */
    void used(int rank, CallLine line) {
        Key key = key(line);
        Rank user = ranks.get(rank);
        if (!user.byKey.containsKey(key)) {
            check(key, line);
            boolean isWorld = key.size() == ranks.size() && key.position() == rank && !user.hasWorld;
            user.hasWorld |= isWorld;
            boolean isSelf = !isWorld && key.size() == 1;
            user.byKey.put(key, isSelf ? new Group(new int[] {rank}, Communicator.self(SELF)) : world);
            if (!isWorld && !isSelf) {
                user.events.add(new Event(key, null, line.place()));
            }
        }
        Creation creation = switch (line.name()) {
            case "MPI_Comm_split" -> new Creation(line.integer(Argument.COLOUR), line.integer(Argument.KEY));
            case "MPI_Comm_dup", "MPI_Cart_create" -> new Creation(0, 0);
            default -> null;
        };
        if (creation != null) {
            user.events.add(new Event(key, creation, line.place()));
        }
    }

    private void check(Key key, CallLine line) {
        if (key.size() < 1 || key.position() < 0 || key.position() >= key.size()) {
            throw line.malformed("a communicator as address,rank,size");
        }
        if (key.size() > ranks.size()) {
            throw InputException.at(
                    line.place(),
                    "found a communicator of " + key.size() + " ranks, but there are files of " + ranks.size()
                            + " ranks only",
                    "Put the files of all ranks into one folder");
        }
    }

    /** Determines the members of all communicators. No lines may be added afterwards. */
    void resolve() {
        while (!ready.isEmpty()) {
            advance(ready.remove());
        }
        for (Rank rank : ranks) {
            if (rank.next < rank.events.size()) {
                Event event = rank.events.get(rank.next);
                throw InputException.at(
                        event.place(),
                        "not all ranks of the communicator " + event.key().address()
                                + " create a new communicator from it here, so the ranks of the new communicator"
                                + " cannot be determined",
                        "Check that the files are complete and belong to the same run");
            }
            rank.events.clear();
        }
    }

    /** Performs the calls of a rank up to the first call that waits for other ranks. */
    private void advance(Rank rank) {
        while (rank.next < rank.events.size()) {
            Event event = rank.events.get(rank.next);
            if (event.creation() == null) {
                find(rank, event);
                rank.next++;
            } else {
                Group parent = Objects.requireNonNull(rank.byKey.get(event.key()));
                parent.arrived.put(rank.number, event.creation());
                if (parent.arrived.size() == parent.members.length) {
                    make(parent);
                    parent.arrived.clear();
                    for (int member : parent.members) {
                        ranks.get(member).next++;
                        ready.add(ranks.get(member));
                    }
                }
                return;
            }
        }
    }

    /** Finds the group of a key that is new to a rank. */
    private void find(Rank rank, Event event) {
        Key key = event.key();
        Optional<Group> found = rank.made.stream()
                .filter(group ->
                        group.members.length == key.size() && group.members[(int) key.position()] == rank.number)
                .findFirst();
        if (found.isPresent()) {
            rank.made.remove(found.get());
            rank.byKey.put(key, found.get());
        } else if (key.size() == ranks.size() && key.position() == rank.number) {
            otherWorlds = true;
        } else {
            throw InputException.at(
                    event.place(),
                    "the ranks of the communicator " + key.address() + " (rank " + key.position() + " of " + key.size()
                            + ") cannot be determined: only communicators of MPI_Comm_split, MPI_Comm_dup and"
                            + " MPI_Cart_create with all ranks are supported",
                    "Record the program in a format with these records, such as OTF2");
        }
    }

    private void make(Group parent) {
        ListMultimap<Long, Integer> byColour =
                MultimapBuilder.treeKeys().arrayListValues().build();
        Map<Integer, Long> keys = new HashMap<>();
        for (int member : parent.members) {
            Creation creation = Objects.requireNonNull(parent.arrived.get(member));
            keys.put(member, creation.key());
            if (creation.colour() >= 0) {
                byColour.put(creation.colour(), member);
            }
        }
        for (Collection<Integer> ofColour : byColour.asMap().values()) {
            int[] members = ofColour.stream()
                    .sorted(Comparator.comparing(keys::get)) // the sort is stable
                    .mapToInt(Integer::intValue)
                    .toArray();
            if (members.length > 1) {
                Group group = new Group(members, Communicator.of(groups.size() + SELF + 1, members, false));
                groups.add(group);
                ofColour.forEach(member -> ranks.get(member).made.add(group));
            }
        }
    }

    /** Returns the communicator of a line that was passed to {@link #used}. */
    Communicator of(int rank, CallLine line) {
        Group group = ranks.get(rank).byKey.get(key(line));
        if (group == null) {
            throw line.malformed("a communicator that was in the file when it was first read");
        }
        return group.communicator;
    }

    List<Communicator> all() {
        return Stream.concat(Stream.of(world), groups.stream())
                .map(Group::communicator)
                .toList();
    }
}
