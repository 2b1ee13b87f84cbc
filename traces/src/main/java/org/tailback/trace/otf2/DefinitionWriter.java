package org.tailback.trace.otf2;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the global definitions of an archive: location R is rank R. */
final class DefinitionWriter {
    private static final int MPI = 4;
    private static final int COMM_LOCATIONS = 4;
    private static final int COMM_GROUP = 5;

    private final ChunkedOutput out;
    private final RecordWriter record = new RecordWriter();
    private final Map<String, Integer> strings = new LinkedHashMap<>();
    private long count;

    private DefinitionWriter(ChunkedOutput out) {
        this.out = out;
    }

    /**
     * Writes a file.
     *
     * @param lastTick of all events
     * @param events number of each rank's events
     * @return the number of definitions
     */
    static long write(
            Path file,
            int chunkSize,
            long ticksPerSecond,
            long lastTick,
            long[] events,
            WrittenRegions regions,
            WrittenCommunicators communicators)
            throws IOException {
        try (ChunkedOutput out = new ChunkedOutput(file, chunkSize, false)) {
            DefinitionWriter writer = new DefinitionWriter(out);
            writer.define(
                    DefinitionKind.CLOCK_PROPERTIES,
                    writer.record
                            .clear()
                            .number(ticksPerSecond)
                            .number(0)
                            .number(lastTick)
                            .number(RecordWriter.UNDEFINED));
            writer.locations(events);
            writer.regions(regions);
            writer.communicators(communicators, events.length);
            out.finish();
            return writer.count;
        }
    }

    private void define(DefinitionKind kind, RecordWriter content) {
        out.append(content.asRecord(kind.code()));
        count++;
    }

    /** Returns the number of a string, which is defined before its first use. */
    private int string(String text) {
        Integer known = strings.get(text);
        if (known != null) {
            return known;
        }
        int id = strings.size();
        strings.put(text, id);
        define(DefinitionKind.STRING, record.clear().number(id).text(text));
        return id;
    }

    private void locations(long[] events) {
        int empty = string("");
        int machine = string("machine");
        int thread = string("Master thread");
        define(
                DefinitionKind.SYSTEM_TREE_NODE,
                record.clear().number(0).number(machine).number(machine).number(RecordWriter.UNDEFINED));
        for (int rank = 0; rank < events.length; rank++) {
            // not through the table of strings: one per rank
            int name = strings.size() + rank;
            define(DefinitionKind.STRING, record.clear().number(name).text("MPI Rank " + rank));
            define(
                    DefinitionKind.LOCATION_GROUP,
                    record.clear().number(rank).number(name).raw(1).number(0).number(RecordWriter.UNDEFINED));
            define(
                    DefinitionKind.LOCATION,
                    record.clear()
                            .number(rank)
                            .number(thread)
                            .raw(1)
                            .number(events[rank])
                            .number(rank));
        }
        for (int rank = 0; rank < events.length; rank++) {
            strings.put("MPI Rank " + rank + " ", strings.size());
        }
        record.clear().number(0).number(empty).raw(6).number(events.length);
        for (int rank = 0; rank < events.length; rank++) {
            record.number(rank);
        }
        define(DefinitionKind.GROUP, record.raw(COMM_LOCATIONS).raw(MPI).number(0));
    }

    private void regions(WrittenRegions regions) {
        int empty = string("");
        for (String name : regions.names()) {
            int text = string(name);
            boolean program = name.equals(WrittenRegions.PROGRAM);
            define(
                    DefinitionKind.REGION,
                    record.clear()
                            .number(regions.id(name))
                            .number(text)
                            .number(empty)
                            .raw(0)
                            .number(empty)
                            .number(0)
                            .number(0)
                            .number(text)
                            .raw(WrittenRegions.role(name))
                            .raw(program ? 1 : MPI)
                            .number(0));
        }
    }

    private void communicators(WrittenCommunicators communicators, int ranks) {
        int empty = string("");
        // the world last: readers number the others in their order, from 1
        List<WrittenCommunicators.Entry> all = new ArrayList<>(communicators.all());
        all.add(all.remove(0));
        for (WrittenCommunicators.Entry entry : all) {
            int name = string(entry.id == 0 ? "MPI_COMM_WORLD" : "communicator " + entry.communicator);
            int group = 1 + entry.id;
            int[] members = entry.group;
            record.clear().number(group).number(empty).raw(4).number(entry.size(ranks));
            for (int i = 0; i < entry.size(ranks); i++) {
                record.number(members == null ? i : Math.max(0, members[i]));
            }
            define(DefinitionKind.GROUP, record.raw(COMM_GROUP).raw(MPI).number(0));
            define(
                    DefinitionKind.COMM,
                    record.clear()
                            .number(entry.id)
                            .number(name)
                            .number(group)
                            .number(RecordWriter.UNDEFINED)
                            .number(0));
        }
    }
}
