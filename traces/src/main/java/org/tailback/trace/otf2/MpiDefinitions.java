package org.tailback.trace.otf2;

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

/**
 * The MPI side of an archive's definitions: which location is which rank, who belongs to which communicator, which
 * regions are MPI calls.
 *
 * <p>Ranks are the members of the group of MPI locations. Where there is none, the locations with events of messages
 * are, in the order of their definition.
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
    private final Map<Long, Definitions.Group> rankGroups = new HashMap<>();
    private final Map<Long, Definitions.Group> selfGroups = new HashMap<>();
    private final Map<Long, Definitions.Group> locationGroups = new HashMap<>();

    /** Location of each rank. */
    final long[] locations;
    /** Definitions by id, as the following. */
    final Map<Long, Communicator> communicators;

    final Map<Long, MpiCall> calls;

    MpiDefinitions(Otf2Archive archive) {
        this.archive = archive;
        this.definitions = archive.definitions();
        if (definitions.repeated > 0) {
            notes.add(definitions.repeated
                    + " x definition whose id was defined before: the last one of each id counts.");
        }
        Definitions.Group mpi = null;
        int mpiGroups = 0;
        for (Definitions.Group group : definitions.groups) {
            if (group.paradigm() != Definitions.PARADIGM_MPI) {
                continue;
            }
            switch (group.type()) {
                case LOCATIONS -> {
                    locationGroups.put(group.id(), group);
                    mpi = group;
                    mpiGroups++;
                }
                case RANKS -> rankGroups.put(group.id(), group);
                case SELF -> selfGroups.put(group.id(), group);
                case OTHER -> {
                    // not of ranks
                }
            }
        }
        if (mpiGroups > 1) {
            notes.add(mpiGroups + " x group of all MPI locations: the last one counts.");
        }
        locations = mpi == null ? locationsWithMessages() : mpi.members();
        if (locations.length == 0) {
            throw new InputException(archive.anchorFile()
                    + ": no location of this archive takes part in MPI communication (it has "
                    + definitions.locations.size() + " locations). Only MPI programs can be replayed");
        }
        noteOtherLocations(locations);
        communicators = communicators(locations.length);
        calls = calls();
    }

    private Map<Long, MpiCall> calls() {
        Map<Long, MpiCall> calls = new HashMap<>();
        for (Definitions.Region region : definitions.regions) {
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
        List<Long> found = new ArrayList<>();
        for (Definitions.Location location : definitions.locations) {
            if (location.type() == Definitions.PROCESS_THREAD && hasMessages(location.id())) {
                found.add(location.id());
            }
        }
        if (!found.isEmpty()) {
            notes.add("The archive does not say which locations are MPI ranks: the " + found.size()
                    + " whose events are MPI communication are, in the order of their definition.");
        }
        return found.stream().mapToLong(Long::longValue).toArray();
    }

    private boolean hasMessages(long location) {
        Optional<EventCursor> events = archive.events(location, BUFFER);
        if (events.isEmpty()) {
            return false;
        }
        EventCursor cursor = events.get();
        while (cursor.next()) {
            EventKind kind = cursor.kind();
            if (kind != null && kind.isMpi()) {
                return true;
            }
        }
        return false;
    }

    private void noteOtherLocations(long[] ranks) {
        Set<Long> ofRanks = new HashSet<>();
        for (long location : ranks) {
            ofRanks.add(location);
        }
        int[] others = new int[4];
        int defined = 0;
        for (Definitions.Location location : definitions.locations) {
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
                    + " if there is a file of them.");
        }
    }

    private Map<Long, Communicator> communicators(int ranks) {
        Map<Long, Communicator> communicators = new HashMap<>();
        Long worldId = worldId(ranks);
        int number = 1;
        for (Definitions.Comm comm : definitions.comms) {
            Communicator communicator = communicator(comm, number, ranks, worldId);
            if (communicator != null) {
                communicators.put(comm.id(), communicator);
                number++;
            }
        }
        for (Definitions.InterComm comm : definitions.interComms) {
            Definitions.Group groupA = rankGroups.get(comm.groupA());
            Definitions.Group groupB = rankGroups.get(comm.groupB());
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
        Definitions.Group group = rankGroups.get(comm.group());
        if (group != null) {
            int[] members = members(group, ranks);
            return Communicator.of(
                    number, Communicator.isWorldOrder(members, ranks) ? null : members, group.globalMembers());
        }
        if (selfGroups.containsKey(comm.group())) {
            return Communicator.self(number);
        }
        return locationGroups.containsKey(comm.group()) ? Communicator.of(number, null, false) : null;
    }

    /** Returns the communicator of all ranks in their order, by its name if there are several. */
    private @Nullable Long worldId(int ranks) {
        Long first = null;
        for (Definitions.Comm comm : definitions.comms) {
            Definitions.Group group = rankGroups.get(comm.group());
            boolean all = group == null
                    ? locationGroups.containsKey(comm.group())
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

    private static int[] members(Definitions.Group group, int ranks) {
        return Arrays.stream(group.members())
                .mapToInt(member -> member >= 0 && member < ranks ? (int) member : Communicator.NOBODY)
                .toArray();
    }
}
