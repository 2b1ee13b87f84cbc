package org.tailback.trace.allprof;

import com.google.common.primitives.Ints;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.trace.mpi.Argument;
import org.tailback.trace.mpi.Communicator;

/**
 * Finds the members of communicators. Lines name a communicator by an address that is valid on its own rank only,
 * with the rank's position and the size. The calls that make communicators do not have the new address, but
 * MPI_Comm_split has colour and key: so the calls of all ranks are examined together, and an address that is
 * new to a rank is taken for the oldest communicator made before, of the right size and position, that has no address
 * yet.
 *
 * <p>O(creations of all ranks) time and memory.
 */
final class CommunicatorMembers {
    private static final int SELF = 1;

    private final int ranks;
    /** Each rank's calls on communicators, in its order. */
    private final List<List<Event>> events = new ArrayList<>();

    private final List<Map<Key, Communicator>> byRank = new ArrayList<>();
    private final List<@Nullable Key> worldKeys = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();
    private final Communicator world = Communicator.world();
    private final Communicator self = Communicator.self(SELF);
    private boolean otherWorlds;

    private record Key(long address, long position, long size) {}

    /** The first use of a key, or a call that makes a communicator of it. */
    private record Event(Key key, @Nullable Creation creation, String place) {}

    private record Creation(long colour, long key) {}

    /** A communicator's members as world ranks, and their next operations on it. */
    private record Group(int[] members, Communicator communicator, Map<Integer, Creation> arrived) {
        Group(int[] members, Communicator communicator) {
            this(members, communicator, new TreeMap<>());
        }
    }

    CommunicatorMembers(int ranks) {
        this.ranks = ranks;
        for (int rank = 0; rank < ranks; rank++) {
            events.add(new ArrayList<>());
            byRank.add(new HashMap<>());
            worldKeys.add(null);
        }
    }

    private static Key key(CallLine line) {
        return new Key(line.communicator(), line.communicatorRank(), line.communicatorSize());
    }

    /** Notes a line of a rank that names a communicator. */
    void used(int rank, CallLine line) {
        Key key = key(line);
        List<Event> ofRank = events.get(rank);
        if (!byRank.get(rank).containsKey(key)) {
            check(key, line);
            boolean whole = key.size() == ranks && key.position() == rank && worldKeys.get(rank) == null;
            if (whole) {
                worldKeys.set(rank, key);
            } else if (key.size() > 1) {
                ofRank.add(new Event(key, null, line.place()));
            }
            // of several ranks until it is resolved
            byRank.get(rank).put(key, !whole && key.size() == 1 ? self : world);
        }
        Creation creation = switch (line.name()) {
            case "MPI_Comm_split" -> new Creation(line.integer(Argument.COLOUR), line.integer(Argument.KEY));
            case "MPI_Comm_dup", "MPI_Cart_create" -> new Creation(0, 0);
            default -> null;
        };
        if (creation != null) {
            ofRank.add(new Event(key, creation, line.place()));
        }
    }

    private void check(Key key, CallLine line) {
        if (key.size() < 1 || key.position() < 0 || key.position() >= key.size()) {
            throw line.malformed("a communicator as address,rank,size");
        }
        if (key.size() > ranks) {
            throw InputException.at(
                    line.place(),
                    "found a communicator of " + key.size() + " ranks, but there are files of " + ranks + " ranks only",
                    "Put the files of all ranks into one folder");
        }
    }

    /** Finds the members of all communicators; no line may be added after this. */
    void resolve() {
        new Resolver(new Group(IntStream.range(0, ranks).toArray(), world)).run();
        events.clear();
    }

    /** Performs the events of all ranks, each rank's up to the first that waits for others. */
    private final class Resolver {
        private final Group worldGroup;
        private final int[] next = new int[ranks];
        private final List<Map<Key, Group>> known = new ArrayList<>();
        private final List<List<Group>> made = new ArrayList<>();
        private final Deque<Integer> ready = new ArrayDeque<>();

        Resolver(Group worldGroup) {
            this.worldGroup = worldGroup;
            for (int rank = 0; rank < ranks; rank++) {
                Map<Key, Group> groupsOfRank = new HashMap<>();
                Key worldKey = worldKeys.get(rank);
                if (worldKey != null) {
                    groupsOfRank.put(worldKey, worldGroup);
                }
                known.add(groupsOfRank);
                made.add(new ArrayList<>());
                ready.add(rank);
            }
        }

        void run() {
            while (!ready.isEmpty()) {
                advance(ready.remove());
            }
            for (int rank = 0; rank < ranks; rank++) {
                if (next[rank] < events.get(rank).size()) {
                    Event event = events.get(rank).get(next[rank]);
                    throw InputException.at(
                            event.place(),
                            "not all ranks of the communicator " + event.key().address()
                                    + " make a new one of it here, "
                                    + "so that the new one's ranks cannot be worked out",
                            "Are the files of one run, and complete?");
                }
            }
        }

        private void advance(int rank) {
            List<Event> ofRank = events.get(rank);
            while (next[rank] < ofRank.size()) {
                Event event = ofRank.get(next[rank]);
                Creation creation = event.creation();
                if (creation == null) {
                    use(rank, event);
                } else {
                    Group parent = known.get(rank).get(event.key());
                    if (parent != null) {
                        parent.arrived.put(rank, creation);
                        if (parent.arrived.size() < parent.members.length) {
                            return; // continues when the others have arrived
                        }
                        make(parent);
                        parent.arrived.clear();
                        for (int member : parent.members) {
                            if (member != rank) {
                                next[member]++;
                                ready.add(member);
                            }
                        }
                    }
                }
                next[rank]++;
            }
        }

        private void use(int rank, Event event) {
            Key key = event.key();
            List<Group> candidates = made.get(rank);
            for (int i = 0; i < candidates.size(); i++) {
                Group group = candidates.get(i);
                if (group.members.length == key.size() && group.members[(int) key.position()] == rank) {
                    candidates.remove(i);
                    known.get(rank).put(key, group);
                    byRank.get(rank).put(key, group.communicator);
                    return;
                }
            }
            if (key.size() == ranks && key.position() == rank) {
                known.get(rank).put(key, worldGroup);
                byRank.get(rank).put(key, world);
                otherWorlds = true;
                return;
            }
            throw InputException.at(
                    event.place(),
                    "the ranks of the communicator " + key.address() + " (rank " + key.position() + " of " + key.size()
                            + ") cannot be worked out: only those of MPI_Comm_split, MPI_Comm_dup and MPI_Cart_create"
                            + " with all ranks can",
                    "Record the program in a format with these records, such as OTF2");
        }

        private void make(Group parent) {
            Map<Long, List<Integer>> byColour = new TreeMap<>();
            Map<Integer, Long> keys = new HashMap<>();
            for (int member : parent.members) {
                Creation creation = Objects.requireNonNull(parent.arrived.get(member));
                keys.put(member, creation.key());
                if (creation.colour() >= 0) {
                    byColour.computeIfAbsent(creation.colour(), any -> new ArrayList<>())
                            .add(member);
                }
            }
            for (List<Integer> members : byColour.values()) {
                members.sort(Comparator.comparing(keys::get)); // stable
                if (members.size() > 1) {
                    int[] inOrder = Ints.toArray(members);
                    Group group = new Group(inOrder, Communicator.of(groups.size() + SELF + 1, inOrder, false));
                    groups.add(group);
                    members.forEach(member -> made.get(member).add(group));
                }
            }
        }
    }

    /** Returns the communicator of a line that was passed to {@link #used}. */
    Communicator of(int rank, CallLine line) {
        Communicator communicator = byRank.get(rank).get(key(line));
        if (communicator == null) {
            throw line.malformed("a communicator that was there when the file was read first");
        }
        return communicator;
    }

    List<Communicator> all() {
        return Stream.concat(Stream.of(world), groups.stream().map(group -> group.communicator))
                .toList();
    }

    List<String> notes() {
        return otherWorlds
                ? List.of("Communicators of all ranks in their order are taken as MPI_COMM_WORLD.")
                : List.of();
    }
}
