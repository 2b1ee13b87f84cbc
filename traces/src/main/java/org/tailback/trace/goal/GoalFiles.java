package org.tailback.trace.goal;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.error.InputException;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.ScheduleTotals;
import org.tailback.trace.io.SourceStream;
import org.tailback.trace.io.WholeFile;

/**
 * Opens, writes and converts GOAL files. A text that is read may be compressed with gzip. A file that is written is
 * there as a whole or not at all.
 */
public final class GoalFiles {
    private static final int LEADING_BYTES = 8192;

    private GoalFiles() {}

    /**
     * Returns the form of a file, or null if it is no GOAL schedule.
     *
     * @throws InputException if it cannot be read
     */
    public static @Nullable GoalFormat formatOf(Path file) {
        try (InputStream content = content(file)) {
            return GoalFormat.of(content.readNBytes(LEADING_BYTES));
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * Opens a schedule of either form. A text is read into memory, and so is a binary file unless it is longer than
     * half the largest heap; such a file is mapped and must not change while the schedule is in use.
     *
     * @throws InputException if the file cannot be read or is not valid
     */
    public static Schedule open(Path file) {
        if (binaryOrText(file) == GoalFormat.BINARY) {
            return GoalBinaryReader.read(file);
        }
        try (GoalTextReader reader = new GoalTextReader(content(file), file.toString())) {
            PackedSchedule.Builder builder = PackedSchedule.builder();
            RankGraph graph = new RankGraph();
            TextPlaces places = new TextPlaces(file, reader.ranks());
            while (reader.next(graph)) {
                places.add(builder.ranks(), reader.rankOffset(), reader.rankLine());
                builder.append(graph);
            }
            return builder.approximations(reader.approximations()).build(places);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * Adds up what the ranks of a schedule do. Only one rank of a text is in memory at a time.
     *
     * @throws InputException if the file cannot be read or is not valid
     */
    public static ScheduleTotals totals(Path file) {
        if (binaryOrText(file) == GoalFormat.BINARY) {
            return ScheduleTotals.of(GoalBinaryReader.map(file));
        }
        try (GoalTextReader reader = new GoalTextReader(content(file), file.toString())) {
            ScheduleTotals.Builder totals = new ScheduleTotals.Builder();
            RankGraph graph = new RankGraph();
            while (reader.next(graph)) {
                totals.append(graph);
            }
            return totals.approximations(reader.approximations()).build();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * Writes a schedule rank after rank.
     *
     * @throws InputException if the file cannot be written
     */
    public static void write(Schedule schedule, Path file, GoalFormat format) {
        RankGraph graph = new RankGraph();
        write(schedule.ranks(), file, format, rank -> {
            schedule.copyTo(rank, graph);
            return graph;
        });
    }

    /**
     * Writes a GOAL file in another form (or the same). Only one rank is in memory at a time.
     *
     * @return what reading the input changed, a sentence each
     * @throws InputException if the input is not valid or the output cannot be written
     */
    public static List<String> convert(Path input, Path output, GoalFormat format) {
        if (binaryOrText(input) == GoalFormat.BINARY) {
            write(GoalBinaryReader.map(input), output, format);
            return List.of();
        }
        try (GoalTextReader reader = new GoalTextReader(content(input), input.toString())) {
            RankGraph graph = new RankGraph();
            write(reader.ranks(), output, format, new Graphs() {
                @Override
                public RankGraph of(int rank) {
                    reader.next(graph);
                    return graph;
                }

                @Override
                public void end() {
                    // complains of what stands behind the last rank
                    reader.next(graph);
                }
            });
            return reader.approximations();
        } catch (IOException e) {
            throw unreadable(input, e);
        }
    }

    /** Gives the graphs of all ranks, ascending. */
    interface Graphs {
        RankGraph of(int rank);

        /** All have been given. */
        default void end() {}
    }

    /**
     * Writes a file from graphs that are asked for one after the other.
     *
     * @throws InputException if it cannot be written; exceptions of the graphs pass through
     */
    static void write(int ranks, Path file, GoalFormat format, Graphs graphs) {
        WholeFile.write(file, part -> writePart(ranks, part, format, graphs));
    }

    private static void writePart(int ranks, Path part, GoalFormat format, Graphs graphs) throws IOException {
        if (format == GoalFormat.BINARY) {
            try (GoalBinaryWriter writer = new GoalBinaryWriter(part, ranks)) {
                for (int rank = 0; rank < ranks; rank++) {
                    writer.append(graphs.of(rank));
                }
                graphs.end();
                writer.finish();
            }
        } else {
            try (GoalTextWriter writer = new GoalTextWriter(Files.newOutputStream(part), ranks)) {
                for (int rank = 0; rank < ranks; rank++) {
                    writer.append(graphs.of(rank));
                }
                graphs.end();
            }
        }
    }

    private static GoalFormat binaryOrText(Path file) {
        GoalFormat format = formatOf(file);
        if (format == null) {
            throw new InputException(
                    file + ": this is no GOAL schedule; expected a text that begins with 'num_ranks', or"
                            + " a binary file made from one");
        }
        if (format == GoalFormat.BINARY && SourceStream.isCompressed(file)) {
            throw new InputException(
                    file + ": a compressed binary schedule cannot be mapped. Decompress it with gzip -d");
        }
        return format;
    }

    private static InputStream content(Path file) throws IOException {
        return SourceStream.isCompressed(file)
                ? new GZIPInputStream(new BufferedInputStream(Files.newInputStream(file)), 1 << 16)
                : Files.newInputStream(file);
    }

    private static InputException unreadable(Path file, IOException e) {
        return new InputException(file + ": cannot be read (" + e + ")", e);
    }

    /** The beginnings of the ranks of a text; the lines of their operations are found by reading them again. */
    private static final class TextPlaces implements PackedSchedule.Places {
        private final Path file;
        private final int ranks;
        private long[] offsets = new long[16];
        private long[] lines = new long[16];

        TextPlaces(Path file, int ranks) {
            this.file = file;
            this.ranks = ranks;
        }

        void add(int rank, long offset, long line) {
            offsets = Columns.fit(offsets, rank);
            lines = Columns.fit(lines, rank);
            offsets[rank] = offset;
            lines[rank] = line;
        }

        @Override
        public String placeOf(int rank, int operation) {
            try (InputStream content = content(file)) {
                content.skipNBytes(offsets[rank]);
                return file + ":"
                        + GoalTextReader.findLine(content, file.toString(), ranks, rank, lines[rank], operation);
            } catch (IOException | InputException e) {
                // the file has changed since: a missing place is better than a wrong complaint
                return file.toString();
            }
        }
    }
}
