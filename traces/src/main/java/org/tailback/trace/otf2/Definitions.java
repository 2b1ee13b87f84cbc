package org.tailback.trace.otf2;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Global definitions of an archive that a replay needs. Ids that are used but not defined are not an error: their names
 * are empty. If an id is defined several times, the last definition is used. For groups, the last definition of each
 * type is used, because EZTrace writes groups of two types with one id. Immutable once read.
 */
final class Definitions {
    private static final int BUFFER = 64 << 10;
    private static final int FIRST_DEFINITION = 4;
    private static final int CLOCK_PROPERTIES = 5;
    private static final int STRING = 10;
    private static final int LOCATION = 14;
    private static final int REGION = 15;
    private static final int GROUP = 18;
    private static final int COMM = 22;
    private static final int INTER_COMM = 43;

    static final int PROCESS_THREAD = 1;
    static final int PARADIGM_MPI = 4;

    /**
     * A location, which is a process, thread or other source of events.
     *
     * @param id id of the location, unsigned
     */
    record Location(long id, int type) {}

    enum GroupType {
        /** Group whose members are locations: rank i of this paradigm is member i. */
        LOCATIONS,
        /** Group whose members are ranks of the paradigm. */
        RANKS,
        /** Group that contains only the process itself. */
        SELF,
        OTHER;

        private static final List<GroupType> FROM_FOUR = List.of(LOCATIONS, RANKS, SELF);

        /** Returns the type with a number. Records without a field for the type use another numbering. */
        private static GroupType of(int number, boolean old) {
            return number < 4 || number > 6 ? OTHER : FROM_FOUR.get((number - (old ? 3 : 4)) % 3);
        }
    }

    /**
     * A group of locations or ranks.
     *
     * @param globalMembers whether ranks in events are ranks of the paradigm, instead of ranks in this group
     */
    record Group(long id, GroupType type, int paradigm, boolean globalMembers, long[] members) {}

    /**
     * A communicator.
     *
     * @param name id of the string with the name
     */
    record Comm(long id, long name, long group) {}

    record InterComm(long id, long groupA, long groupB) {}

    /**
     * A region of the program, such as a function.
     *
     * @param name id of the string with the name
     */
    record Region(long id, long name, int role, int paradigm) {}

    record GroupKey(long id, GroupType type, boolean mpi) {}

    /** Ticks of the clock per second, unsigned; 0 if the archive does not define them. */
    long ticksPerSecond;
    /** Time of the beginning of the trace, in ticks, unsigned. */
    long globalOffset;
    /** Ticks from the first to the last event, unsigned. */
    long traceLength;
    /** Number of locations, groups, communicators and regions with an id that was defined before. */
    long repeated;

    private final Map<Long, String> strings = new HashMap<>();
    /** Locations by id, in the order of definition, like the tables below. */
    final Map<Long, Location> locations = new LinkedHashMap<>();

    final Map<GroupKey, Group> groups = new LinkedHashMap<>();
    final Map<Long, Comm> comms = new LinkedHashMap<>();
    final Map<Long, InterComm> interComms = new LinkedHashMap<>();
    final Map<Long, Region> regions = new LinkedHashMap<>();

    /** Reads the file of global definitions. */
    Definitions(Path file, long chunkSize) {
        ChunkedFile in = new ChunkedFile(file, chunkSize, BUFFER);
        for (int code = in.nextRecord(); code >= 0; code = in.nextRecord()) {
            if (code < FIRST_DEFINITION) {
                throw in.corrupt(in.offset() - 1, "expected a definition, found a record of kind " + code);
            }
            in.beginRecord();
            in.load();
            add(code, in);
        }
        Set<Long> names = new HashSet<>();
        regions.values().forEach(region -> names.add(region.name()));
        comms.values().forEach(comm -> names.add(comm.name()));
        strings.keySet().retainAll(names);
    }

    private void add(int code, ChunkedFile in) {
        switch (code) {
            case CLOCK_PROPERTIES -> {
                ticksPerSecond = in.compressed64();
                globalOffset = in.compressed64();
                traceLength = in.compressed64();
            }
            case STRING -> strings.put(in.compressed32(), in.text());
            case LOCATION -> {
                long self = in.compressed64();
                in.compressed32(); // name
                put(locations, self, new Location(self, in.unsignedByte()));
            }
            case REGION -> addRegion(in);
            case GROUP -> addGroup(in);
            case COMM -> {
                long self = in.compressed32();
                put(comms, self, new Comm(self, in.compressed32(), in.compressed32()));
            }
            case INTER_COMM -> {
                long self = in.compressed32();
                in.compressed32(); // name
                put(interComms, self, new InterComm(self, in.compressed32(), in.compressed32()));
            }
            default -> {
                // irrelevant to the program
            }
        }
    }

    private void addRegion(ChunkedFile in) {
        long self = in.compressed32();
        long name = in.compressed32();
        in.compressed32(); // description
        in.unsignedByte();
        for (int i = 0; i < 3; i++) {
            in.compressed32(); // source file, first and last line
        }
        if (in.remaining() > 0) {
            in.compressed32(); // canonical name
        }
        put(regions, self, new Region(self, name, byteOr(0, in), byteOr(0, in)));
    }

    /** Returns the next byte, or a default for records of older writers that end before it. */
    private static int byteOr(int missing, ChunkedFile in) {
        return in.remaining() == 0 ? missing : in.unsignedByte();
    }

    private void addGroup(ChunkedFile in) {
        long self = in.compressed32();
        in.compressed32(); // name
        int oldType = in.unsignedByte();
        long[] members = in.list();
        boolean old = in.remaining() == 0;
        GroupType type = GroupType.of(byteOr(oldType, in), old);
        int paradigm = byteOr(old ? PARADIGM_MPI : -1, in);
        long flags = in.remaining() == 0 ? 0 : in.compressed32();
        Group group = new Group(self, type, paradigm, (flags & 1) != 0, members);
        put(groups, new GroupKey(self, type, paradigm == PARADIGM_MPI), group);
    }

    private <K, V> void put(Map<K, V> defined, K key, V value) {
        repeated += defined.put(key, value) == null ? 0 : 1;
    }

    /** Returns the string with an id; empty for an undefined id. */
    String string(long id) {
        return strings.getOrDefault(id, "");
    }
}
