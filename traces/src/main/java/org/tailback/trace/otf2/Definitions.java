package org.tailback.trace.otf2;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The global definitions of an archive that a replay needs. Ids that are used but not defined are no error: their names
 * are empty. Of several definitions of one id the last one counts, of groups the last one of each type; EZTrace writes
 * groups of two types with one id. Immutable once read.
 */
final class Definitions {
    static final int PROCESS_THREAD = 1;
    static final int PARADIGM_MPI = 4;

    /** @param id unsigned */
    record Location(long id, int type) {}

    enum GroupType {
        /** Members are locations: rank i of this paradigm is member i. */
        LOCATIONS,
        /** Members are ranks of the paradigm. */
        RANKS,
        /** The process itself. */
        SELF,
        OTHER;

        private static final List<GroupType> FROM_FOUR = List.of(LOCATIONS, RANKS, SELF);

        /** Returns the type of a number; records without a field for it number in another order. */
        private static GroupType of(int number, boolean old) {
            return number < 4 || number > 6 ? OTHER : FROM_FOUR.get((number - (old ? 3 : 4)) % 3);
        }
    }

    /** @param globalMembers whether ranks in events are those of the paradigm, not those in this group */
    record Group(long id, GroupType type, int paradigm, boolean globalMembers, long[] members) {}

    /** @param name id of a string */
    record Comm(long id, long name, long group) {}

    record InterComm(long id, long groupA, long groupB) {}

    /** @param name id of a string */
    record Region(long id, long name, int role, int paradigm) {}

    record GroupKey(long id, GroupType type, boolean mpi) {}

    /** Ticks of the clock per second, unsigned; 0 if the archive does not define them. */
    long ticksPerSecond;
    /** The time of the beginning of the trace, in ticks, unsigned. */
    long globalOffset;
    /** Ticks from the first to the last event, unsigned. */
    long traceLength;
    /** Number of locations, groups, communicators and regions that were defined although their id was taken. */
    long repeated;

    private final Map<Long, String> strings = new HashMap<>();
    /** Locations by id, in the order of definition, like all of the following. */
    final Map<Long, Location> locations = new LinkedHashMap<>();

    final Map<GroupKey, Group> groups = new LinkedHashMap<>();
    final Map<Long, Comm> comms = new LinkedHashMap<>();
    final Map<Long, InterComm> interComms = new LinkedHashMap<>();
    final Map<Long, Region> regions = new LinkedHashMap<>();

    static Definitions read(Path file, long chunkSize) {
        Definitions definitions = new Definitions();
        DefinitionCursor cursor = new DefinitionCursor(file, chunkSize);
        for (DefinitionKind kind = cursor.next(); kind != null; kind = cursor.next()) {
            definitions.add(kind, cursor.fields());
        }
        Set<Long> names = new HashSet<>();
        definitions.regions.values().forEach(region -> names.add(region.name()));
        definitions.comms.values().forEach(comm -> names.add(comm.name()));
        definitions.strings.keySet().retainAll(names);
        return definitions;
    }

    private void add(DefinitionKind kind, RecordFields fields) {
        long self = fields.value(0);
        switch (kind) {
            case CLOCK_PROPERTIES -> {
                ticksPerSecond = self;
                globalOffset = fields.value(1);
                traceLength = fields.value(2);
            }
            case STRING -> strings.put(self, fields.text());
            case LOCATION -> put(locations, self, new Location(self, (int) fields.value(2)));
            case REGION ->
                put(regions, self, new Region(self, fields.value(1), (int) fields.value(8), (int) fields.value(9)));
            case GROUP -> addGroup(self, fields);
            case COMM -> put(comms, self, new Comm(self, fields.value(1), fields.value(2)));
            case INTER_COMM -> put(interComms, self, new InterComm(self, fields.value(2), fields.value(3)));
        }
    }

    private <K, V> void put(Map<K, V> defined, K key, V value) {
        repeated += defined.put(key, value) == null ? 0 : 1;
    }

    private void addGroup(long self, RecordFields fields) {
        boolean old = fields.value(4) < 0;
        GroupType type = GroupType.of((int) fields.value(old ? 2 : 4), old);
        int paradigm = old ? PARADIGM_MPI : (int) fields.value(5);
        Group group = new Group(self, type, paradigm, (fields.value(6) & 1) != 0, fields.copyOfElements());
        put(groups, new GroupKey(self, type, paradigm == PARADIGM_MPI), group);
    }

    /** Returns the string of an id; empty if it is not defined. */
    String string(long id) {
        return strings.getOrDefault(id, "");
    }
}
