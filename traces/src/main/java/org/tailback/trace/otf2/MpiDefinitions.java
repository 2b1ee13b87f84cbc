package org.tailback.trace.otf2;

import com.google.common.collect.HashBasedTable;
import com.google.common.collect.Table;
import com.google.common.primitives.Longs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.SendMode;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.otf2.Definitions.Group;
import org.tailback.trace.otf2.Definitions.GroupType;

/**
 * The MPI side of an archive's definitions: the location of each rank, the members of communicators, and the
 * regions that are MPI calls.
 *
 * <p>Ranks are the members of the group of MPI locations. Without such a group, ranks are the
 * locations with events of messages, in the order of their definition.
 */
final class MpiDefinitions {
    private static final int BUFFER = 32 << 10;
    /** File input and output, and the like on metadata, of any paradigm. */
    private static final Set<Integer> FILE_ROLES = Set.of(27, 38);

    private static final MpiCall NAMELESS =
            new MpiCall("an MPI function without a name", MpiCall.Kind.UNKNOWN, SendMode.STANDARD);

    private final Otf2Archive archive;
    private final Definitions definitions;
    final List<String> notes = new ArrayList<>();
    /** Groups of MPI by type and id. */
    private final Table<GroupType, Long, Group> groups = HashBasedTable.create();

    /** Location of each rank. */
    final long[] locations;
    /** Communicators by their ids. */
    final Map<Long, Communicator> communicators;

    final Map<Long, MpiCall> calls;

    MpiDefinitions(Otf2Archive archive) {
        this.archive = archive;
        this.definitions = archive.definitions();
        if (definitions.repeated() > 0) {
            notes.add(definitions.repeated()
                    + " x definition whose id was defined before: the last one of each id counts.");
        }
        List<Group> ofMpi = definitions.groups().stream()
                .filter(group -> group.paradigm() == Definitions.PARADIGM_MPI)
                .toList();
        ofMpi.forEach(group -> groups.put(group.type(), group.id(), group));
        List<Group> ofLocations = ofMpi.stream()
                .filter(group -> group.type() == GroupType.LOCATIONS)
                .toList();
        if (ofLocations.size() > 1) {
            notes.add(ofLocations.size() + " x group of all MPI locations: the last one counts.");
        }
        locations = ofLocations.isEmpty()
                ? locationsWithMessages()
                : ofLocations.get(ofLocations.size() - 1).members();
        if (locations.length == 0) {
            throw new InputException(archive.anchorFile()
                    + ": no location of this archive takes part in MPI communication (it has "
                    + definitions.locations().size() + " locations). Only MPI programs can be replayed");
        }
        noteOtherLocations(locations);
        communicators = communicators(locations.length);
        calls = calls();
    }

    private Map<Long, MpiCall> calls() {
        Map<Long, MpiCall> calls = new HashMap<>();
        for (Definitions.Region region : definitions.regions()) {
            String name = definitions.string(region.name());
            Optional<MpiCall> call = MpiCall.of(name);
            if (call.isPresent()) {
                calls.put(region.id(), call.get());
            } else if (FILE_ROLES.contains(region.role())) {
                calls.put(region.id(), new MpiCall(name, MpiCall.Kind.FILE, SendMode.STANDARD));
            } else if (name.isEmpty() && region.paradigm() == Definitions.PARADIGM_MPI) {
                calls.put(region.id(), NAMELESS);
            }
        }
        return calls;
    }

    private long[] locationsWithMessages() {
        long[] found = definitions.locations().stream()
                .filter(location -> location.type() == Definitions.PROCESS_THREAD && hasMessages(location.id()))
                .mapToLong(Definitions.Location::id)
                .toArray();
        if (found.length > 0) {
            notes.add("The archive does not define which locations are MPI ranks: the " + found.length
                    + " whose events are MPI communication are, in the order of their definition.");
        }
        return found;
    }

    private boolean hasMessages(long location) {
        EventCursor cursor = archive.events(location, BUFFER).orElse(null);
        while (cursor != null && cursor.next()) {
            if (cursor.kind().isMpi()) {
                return true;
            }
        }
        return false;
    }

    private void noteOtherLocations(long[] ranks) {
        Set<Long> ofRanks = new HashSet<>(Longs.asList(ranks));
        int[] others = new int[4];
        int defined = 0;
        for (Definitions.Location location : definitions.locations()) {
            if (ofRanks.contains(location.id())) {
                defined++;
            } else {
                others[location.type() >= 1 && location.type() <= 3 ? location.type() : 0]++;
            }
        }
        // ThreadCalls reports on threads
        String[] names = {"unknown kind", "", "accelerator stream", "metric source"};
        for (int type : new int[] {2, 3, 0}) {
            if (others[type] > 0) {
                notes.add(others[type] + " x location that is no MPI rank (" + names[type] + "): left out.");
            }
        }
        if (defined < ofRanks.size()) {
            notes.add((ofRanks.size() - defined) + " x rank whose location is not defined: its events are read"
                    + " if they have a file.");
        }
    }

    private Map<Long, Communicator> communicators(int ranks) {
        Map<Long, Communicator> communicators = new HashMap<>();
        Long worldId = worldId(ranks);
        int number = 1;
        for (Definitions.Comm comm : definitions.comms()) {
            Communicator communicator = communicator(comm, number, ranks, worldId);
            if (communicator != null) {
                communicators.put(comm.id(), communicator);
                number++;
            }
        }
        for (Definitions.InterComm comm : definitions.interComms()) {
            Group groupA = groups.get(GroupType.RANKS, comm.groupA());
            Group groupB = groups.get(GroupType.RANKS, comm.groupB());
            if (groupA != null && groupB != null) {
                communicators.put(
                        comm.id(), Communicator.between(number++, members(groupA, ranks), members(groupB, ranks)));
            }
        }
        return communicators;
    }

    private @Nullable Communicator communicator(Definitions.Comm comm, int number, int ranks, @Nullable Long worldId) {
        if (worldId != null && comm.id() == worldId) {
            return Communicator.world();
        }
        Group group = groups.get(GroupType.RANKS, comm.group());
        if (group != null) {
            int[] members = members(group, ranks);
            return Communicator.of(
                    number, Communicator.isWorldOrder(members, ranks) ? null : members, group.globalMembers());
        }
        if (groups.contains(GroupType.SELF, comm.group())) {
            return Communicator.self(number);
        }
        return groups.contains(GroupType.LOCATIONS, comm.group()) ? Communicator.of(number, null, false) : null;
    }

    /** Returns the communicator of all ranks in their order, by its name if there are several. */
    private @Nullable Long worldId(int ranks) {
        Long first = null;
        for (Definitions.Comm comm : definitions.comms()) {
            Group group = groups.get(GroupType.RANKS, comm.group());
            boolean all = group == null
                    ? groups.contains(GroupType.LOCATIONS, comm.group())
                    : Communicator.isWorldOrder(members(group, ranks), ranks);
            if (all && definitions.string(comm.name()).equals("MPI_COMM_WORLD")) {
                return comm.id();
            }
            if (all && first == null) {
                first = comm.id();
            }
        }
        return first;
    }

    private static int[] members(Group group, int ranks) {
        return Arrays.stream(group.members())
                .mapToInt(member -> member >= 0 && member < ranks ? (int) member : Communicator.NO_RANK)
                .toArray();
    }
}
