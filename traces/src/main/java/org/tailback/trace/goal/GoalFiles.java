package org.tailback.trace.goal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.ScheduleTotals;
import org.tailback.trace.TraceSample;
import org.tailback.trace.io.FileSource;
import org.tailback.trace.io.SourceStream;
import org.tailback.trace.io.WholeFile;

/**
 * Entry points to open, write and convert GOAL files. Text input may be compressed with gzip. Output files are complete
 * or absent.
 */
public final class GoalFiles {
    private GoalFiles() {}

    /**
     * Returns the form of a file, or null if the file is not a GOAL schedule.
     *
     * @throws InputException if the file cannot be read
     */
    public static @Nullable GoalFormat formatOf(Path file) {
        return GoalFormat.of(TraceSample.of(file).leadingBytes());
    }

    /**
     * Reads a schedule of either form into memory: about 20 bytes per operation, half the size of a binary file.
     *
     * @throws InputException if the file cannot be read or is not valid
     */
    public static Schedule open(Path file) {
        try (GoalRanks ranks = ranks(file)) {
            PackedSchedule.Builder builder = PackedSchedule.builder();
            RankGraph graph = new RankGraph();
            while (ranks.next(graph)) {
                builder.append(graph);
            }
            return builder.approximations(ranks.approximations()).build(ranks.places());
        }
    }

    /**
     * Sums the operations of all ranks of a schedule. Only one rank is in memory at a time.
     *
     * @throws InputException if the file cannot be read or is not valid
     */
    public static ScheduleTotals totals(Path file) {
        try (GoalRanks ranks = ranks(file)) {
            ScheduleTotals totals = new ScheduleTotals(0);
            RankGraph graph = new RankGraph();
            while (ranks.next(graph)) {
                totals.append(graph);
            }
            return totals.approximations(ranks.approximations());
        }
    }

    /**
     * Writes a schedule rank after rank.
     *
     * @throws InputException if the file cannot be written
     */
    public static void write(Schedule schedule, Path file, GoalFormat format) {
        write(file, format, new GoalRanks() {
            private int rank;

            @Override
            public int ranks() {
                return schedule.ranks();
            }

            @Override
            public boolean next(RankGraph graph) {
                if (rank == schedule.ranks()) {
                    return false;
                }
                schedule.copyTo(rank++, graph);
                return true;
            }
        });
    }

    /**
     * Writes a GOAL file in another form, or in the same form. Only one rank is in memory at a time.
     *
     * @return changes made while reading the input, as sentences
     * @throws InputException if the input is not valid or the output cannot be written
     */
    public static List<String> convert(Path input, Path output, GoalFormat format) {
        try (GoalRanks ranks = ranks(input)) {
            write(output, format, ranks);
            return ranks.approximations();
        }
    }

    static void write(Path file, GoalFormat format, GoalRanks ranks) {
        WholeFile.write(file, part -> {
            RankGraph graph = new RankGraph();
            if (format == GoalFormat.BINARY) {
                try (GoalBinaryWriter writer = new GoalBinaryWriter(part, ranks.ranks())) {
                    while (ranks.next(graph)) {
                        writer.append(graph);
                    }
                    writer.finish();
                }
            } else {
                try (GoalTextWriter writer = new GoalTextWriter(Files.newOutputStream(part), ranks.ranks())) {
                    while (ranks.next(graph)) {
                        writer.append(graph);
                    }
                }
            }
        });
    }

    private static GoalRanks ranks(Path file) {
        GoalFormat format = formatOf(file);
        if (format == null) {
            throw new InputException(file + ": is not a GOAL schedule. Expected a text that begins with 'num_ranks', or"
                    + " its binary form");
        }
        if (format == GoalFormat.BINARY && SourceStream.isCompressed(file)) {
            throw new InputException(file + ": a binary schedule must not be compressed. Decompress it with gzip -d");
        }
        try {
            return format == GoalFormat.BINARY ? new GoalBinaryReader(file) : new GoalTextReader(file);
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        }
    }

    static InputStream content(Path file) throws IOException {
        return SourceStream.decompressed(new FileSource(file));
    }
}
