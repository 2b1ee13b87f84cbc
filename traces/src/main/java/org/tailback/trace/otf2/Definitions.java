package org.tailback.trace.otf2;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The global definitions of an archive that a replay needs. Ids that are used but not defined are no error: their names
 * are empty. Of several definitions of one id the last one counts, of groups the last one of each type; EZTrace writes
 * groups of two types with one id. Immutable.
 */
final class Definitions {
    static final int PROCESS_THREAD = 1;
    static final int ACCELERATOR_STREAM = 2;
    static final int METRIC = 3;
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
        OTHER
    }

    /** @param globalMembers whether ranks in events are those of the paradigm, not those in this group */
    record Group(long id, GroupType type, int paradigm, boolean globalMembers, long[] members) {}

    /** @param name id of a string */
    record Comm(long id, long name, long group) {}

    record InterComm(long id, long groupA, long groupB) {}

    /** @param name id of a string */
    record Region(long id, long name, int role, int paradigm) {}

    /** Ticks of the clock per second, unsigned; 0 if the archive does not name them. */
    final long ticksPerSecond;
    /** The time of the beginning of the trace, in ticks, unsigned. */
    final long globalOffset;
    /** Ticks from the first to the last event, unsigned. */
    final long traceLength;
    /** Locations in the order of definition; the following lists have the same order. */
    final ImmutableList<Location> locations;

    final ImmutableList<Group> groups;
    final ImmutableList<Comm> comms;
    final ImmutableList<InterComm> interComms;
    final ImmutableList<Region> regions;
    /** Number of locations, groups, communicators and regions that were defined although their id was taken. */
    final long repeated;

    private final Map<Long, String> strings;

    private Definitions(Builder builder) {
        ticksPerSecond = builder.ticksPerSecond;
        globalOffset = builder.globalOffset;
        traceLength = builder.traceLength;
        locations = ImmutableList.copyOf(builder.locations.values());
        groups = ImmutableList.copyOf(builder.groups.values());
        comms = ImmutableList.copyOf(builder.comms.values());
        interComms = ImmutableList.copyOf(builder.interComms.values());
        regions = ImmutableList.copyOf(builder.regions.values());
        repeated = builder.repeated;
        strings = builder.strings;
        strings.keySet()
                .retainAll(Stream.concat(
                                regions.stream().map(Region::name),
                                comms.stream().map(Comm::name))
                        .collect(Collectors.toSet()));
    }

    /** Returns the string of an id; empty if it is not defined. */
    String string(long id) {
        return strings.getOrDefault(id, "");
    }

    static Definitions read(Path file, long chunkSize) {
        Builder builder = new Builder();
        DefinitionCursor cursor = new DefinitionCursor(file, chunkSize);
        for (DefinitionKind kind = cursor.next(); kind != null; kind = cursor.next()) {
            builder.add(kind, cursor.fields());
        }
        return new Definitions(builder);
    }

    private static final class Builder {
        private final Map<Long, String> strings = new HashMap<>();
        private final Map<Long, Location> locations = new LinkedHashMap<>();
        private final Map<GroupKey, Group> groups = new LinkedHashMap<>();
        private final Map<Long, Comm> comms = new LinkedHashMap<>();
        private final Map<Long, InterComm> interComms = new LinkedHashMap<>();
        private final Map<Long, Region> regions = new LinkedHashMap<>();
        private long ticksPerSecond;
        private long globalOffset;
        private long traceLength;
        private long repeated;

        private record GroupKey(long id, GroupType type, boolean mpi) {}

        void add(DefinitionKind kind, RecordFields fields) {
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
            int oldType = (int) fields.value(2);
            boolean old = fields.value(4) < 0;
            GroupType type = old ? ofOldType(oldType) : ofType((int) fields.value(4));
            int paradigm = old ? PARADIGM_MPI : (int) fields.value(5);
            Group group = new Group(self, type, paradigm, (fields.value(6) & 1) != 0, fields.copyOfElements());
            put(groups, new GroupKey(self, type, paradigm == PARADIGM_MPI), group);
        }

        private static GroupType ofType(int type) {
            return switch (type) {
                case 4 -> GroupType.LOCATIONS;
                case 5 -> GroupType.RANKS;
                case 6 -> GroupType.SELF;
                default -> GroupType.OTHER;
            };
        }

        private static GroupType ofOldType(int type) {
            return switch (type) {
                case 4 -> GroupType.RANKS;
                case 5 -> GroupType.SELF;
                case 6 -> GroupType.LOCATIONS;
                default -> GroupType.OTHER;
            };
        }
    }
}
