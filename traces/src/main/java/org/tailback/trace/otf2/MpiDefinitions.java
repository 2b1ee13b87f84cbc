package org.tailback.trace.otf2;

import com.google.common.collect.HashBasedTable;
import com.google.common.collect.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.io.IdTable;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.otf2.Definitions.Group;
import org.tailback.trace.otf2.Definitions.GroupType;

/**
 * Definitions of an archive that concern MPI: the location of each rank, the members of communicators, and the regions
 * that are MPI calls.
 *
 * <p>Ranks are the members of the group of MPI locations. Without such a group, ranks are the locations with events of
 * messages, in the order of their definition.
 */
final class MpiDefinitions {
    static final int BUFFER = 32 << 10;
    /** Roles of the regions of file input and output, and of metadata operations, in any paradigm. */
    private static final Set<Integer> FILE_ROLES = Set.of(27, 38);

    private static final MpiCall NAMELESS = new MpiCall("an MPI function without a name", MpiCall.Kind.UNKNOWN);

    private final Otf2Archive archive;
    private final Definitions definitions;
    private final List<String> notes;
    /** Groups of the paradigm MPI, by type and id. */
    private final Table<GroupType, Long, Group> groups = HashBasedTable.create();

    /** Location of each rank. */
    final long[] locations;
    /** MPI calls by the ids of their regions. */
    final IdTable<MpiCall> calls = new IdTable<>();

    /**
     * Collects the MPI definitions of an archive.
     *
     * @param notes list for sentences about the archive
     */
    MpiDefinitions(Otf2Archive archive, List<String> notes, WritingLosses omissions) {
        this.archive = archive;
        this.definitions = archive.definitions();
        this.notes = notes;
        omissions.count(definitions.repeated, "definition whose id was defined before: the last definition is used");
        List<Group> ofMpi = definitions.groups.values().stream()
                .filter(group -> group.paradigm() == Definitions.PARADIGM_MPI)
                .toList();
        ofMpi.forEach(group -> groups.put(group.type(), group.id(), group));
        List<Group> ofLocations = ofMpi.stream()
                .filter(group -> group.type() == GroupType.LOCATIONS)
                .toList();
        if (ofLocations.size() > 1) {
            notes.add(ofLocations.size() + " x group of all MPI locations: the last group is used.");
        }
        locations = ofLocations.isEmpty()
                ? locationsWithMessages()
                : ofLocations.get(ofLocations.size() - 1).members();
        if (locations.length == 0) {
            throw new InputException(archive.anchorFile()
                    + ": no location of the archive communicates by MPI (it has "
                    + definitions.locations.size() + " locations). Only MPI programs can be replayed");
        }
        definitions.regions.values().forEach(this::addCall);
    }

    private void addCall(Definitions.Region region) {
        String name = definitions.string(region.name());
        Optional<MpiCall> call = MpiCall.of(name);
        if (call.isPresent()) {
            calls.put(region.id(), call.get());
        } else if (FILE_ROLES.contains(region.role())) {
            calls.put(region.id(), new MpiCall(name, MpiCall.Kind.FILE));
        } else if (name.isEmpty() && region.paradigm() == Definitions.PARADIGM_MPI) {
            calls.put(region.id(), NAMELESS);
        }
    }

    private long[] locationsWithMessages() {
        long[] found = definitions.locations.values().stream()
                .filter(location -> location.type() == Definitions.PROCESS_THREAD && hasMessages(location.id()))
                .mapToLong(Definitions.Location::id)
                .toArray();
        if (found.length > 0) {
            notes.add("The archive does not define which locations are MPI ranks: the " + found.length
                    + " locations with MPI communication are used, in the order of their definition.");
        }
        return found;
    }

    private boolean hasMessages(long location) {
        EventCursor cursor = archive.events(location, BUFFER);
        while (cursor != null && cursor.next()) {
            if (cursor.kind().isMpi()) {
                return true;
            }
        }
        return false;
    }

    /** Adds the communicators by their ids. */
    void addCommunicators(IdTable<Communicator> communicators) {
        Long worldId = worldId();
        for (Definitions.Comm comm : definitions.comms.values()) {
            Communicator communicator = worldId != null && comm.id() == worldId
                    ? Communicator.world()
                    : communicator(comm, communicators.size() + 1);
            if (communicator != null) {
                communicators.put(comm.id(), communicator);
            }
        }
        for (Definitions.InterComm comm : definitions.interComms.values()) {
            Group groupA = groups.get(GroupType.RANKS, comm.groupA());
            Group groupB = groups.get(GroupType.RANKS, comm.groupB());
            if (groupA != null && groupB != null) {
                communicators.put(
                        comm.id(), Communicator.between(communicators.size() + 1, members(groupA), members(groupB)));
            }
        }
    }

    private @Nullable Communicator communicator(Definitions.Comm comm, int number) {
        Group group = groups.get(GroupType.RANKS, comm.group());
        if (group != null) {
            int[] members = members(group);
            return Communicator.of(
                    number,
                    Communicator.isWorldOrder(members, locations.length) ? null : members,
                    group.globalMembers());
        }
        if (groups.contains(GroupType.SELF, comm.group())) {
            return Communicator.self(number);
        }
        return groups.contains(GroupType.LOCATIONS, comm.group()) ? Communicator.of(number, null, false) : null;
    }

    /** Returns the communicator of all ranks in their order, chosen by its name if there are several. */
    private @Nullable Long worldId() {
        Long first = null;
        for (Definitions.Comm comm : definitions.comms.values()) {
            Group group = groups.get(GroupType.RANKS, comm.group());
            boolean all = group == null
                    ? groups.contains(GroupType.LOCATIONS, comm.group())
                    : Communicator.isWorldOrder(members(group), locations.length);
            if (all && definitions.string(comm.name()).equals("MPI_COMM_WORLD")) {
                return comm.id();
            }
            if (all && first == null) {
                first = comm.id();
            }
        }
        return first;
    }

    private int[] members(Group group) {
        return Arrays.stream(group.members())
                .mapToInt(member -> member >= 0 && member < locations.length ? (int) member : Communicator.NO_RANK)
                .toArray();
    }
}
