package org.tailback.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Small traces in SimGrid's form, made by tests. */
public final class TraceFiles {
    private TraceFiles() {}

    /** A trace with the given operations per rank, without their rank numbers, init and finalize. */
    public static Path write(Path folder, String... operationsOfRank) {
        try {
            Path trace = Files.createDirectories(folder.resolve("trace"));
            for (int rank = 0; rank < operationsOfRank.length; rank++) {
                StringBuilder lines = new StringBuilder(rank + " init\n");
                for (String operation : operationsOfRank[rank].split("; ")) {
                    lines.append(rank).append(' ').append(operation).append('\n');
                }
                Files.writeString(trace.resolve("rank-" + rank + ".txt"), lines.append(rank + " finalize\n"));
            }
            return trace;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Three ranks send a megabyte each to the fourth at the same time, after 1e8 flop. */
    public static Path gather(Path folder) {
        return write(
                folder,
                "compute 1e8; send 3 0 1000000 6",
                "compute 1e8; send 3 0 1000000 6",
                "compute 1e8; send 3 0 1000000 6",
                "recv 0 0 1000000 6; recv 1 0 1000000 6; recv 2 0 1000000 6");
    }

    /** Two ranks that wait for each other before they send. */
    public static Path deadlock(Path folder) {
        return write(folder, "recv 1 7 100 6; send 1 7 100 6", "recv 0 7 100 6; send 0 7 100 6");
    }
}
