package org.tailback.trace.otf2;

import java.io.IOException;
import java.nio.file.Path;

/** Archives that are well-formed and yet meant to do harm. */
public final class HostileArchives {
    private static final int LOCATION_GROUP_RECORD = 13;
    private static final int COMM_RECORD = 22;
    private static final int MAPPING_RECORD = 5;
    private static final int COMM_MAPPING = 6;

    private HostileArchives() {}

    /**
     * Communicators and location groups that are each other's parents, and ids that a mapping leads round in a circle.
     */
    public static Path cyclicReferences(Path folder) throws IOException {
        ArchiveBytes.anchor(1 << 18, 1 << 18, 1, 1).write(folder.resolve("traces.otf2"));
        ArchiveBytes definitions = ArchiveBytes.definitions(2);
        for (int id = 1; id <= 2; id++) {
            definitions.record(
                    COMM_RECORD,
                    new ArchiveBytes()
                            .number(id)
                            .number(3)
                            .number(1)
                            .number(3 - id)
                            .number(0));
            definitions.record(
                    LOCATION_GROUP_RECORD,
                    new ArchiveBytes().number(id).number(4).raw(1).number(1).number(3 - id));
        }
        definitions.end().write(folder.resolve("traces.def"));
        // local 0 is global 1 and local 1 is global 0; ids are translated once
        ArchiveBytes mapping =
                new ArchiveBytes().raw(COMM_MAPPING).number(2).raw(0).number(1).number(0);
        for (int rank = 0; rank < 2; rank++) {
            ArchiveBytes.chunk().record(MAPPING_RECORD, mapping).end().write(folder.resolve("traces/" + rank + ".def"));
            ArchiveBytes.chunk()
                    .time(1)
                    .enter(0)
                    .send(1 - rank, 0, 8)
                    .time(2)
                    .leave(0)
                    .end()
                    .write(folder.resolve("traces/" + rank + ".evt"));
        }
        return folder;
    }

    /** An anchor file that claims 10^9 locations and definitions, and a group that claims as many members. */
    public static Path manyRanks(Path folder) throws IOException {
        ArchiveBytes.anchor(1 << 18, 1 << 18, 1, 1).write(folder.resolve("traces.otf2"));
        ArchiveBytes.chunk()
                .record(
                        18,
                        new ArchiveBytes()
                                .number(0)
                                .number(0)
                                .raw(4, 4)
                                .number(0)
                                .number(1_000_000_000))
                .end()
                .write(folder.resolve("traces.def"));
        return folder;
    }
}
