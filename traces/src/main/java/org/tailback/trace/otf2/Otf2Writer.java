package org.tailback.trace.otf2;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tailback.error.InputException;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.trace.OperationTimesFeed;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.TraceWriting;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.WrittenTrace;
import org.tailback.trace.io.WholeFolder;

/**
 * Writes OTF2 archives that the OTF2 library and its tools read. An archive needs a folder of its own: where the target
 * is named {@code FOLDER/NAME.otf2}, that is FOLDER; otherwise it is the target, and the archive in it is called {@code
 * traces}.
 *
 * <p>Times are the recorded ones if the program has any. Otherwise calls take no time, and each rank's clock counts its
 * computations only. The clock is the recorded one, or ticks in picoseconds; in nanoseconds from 4 million seconds on.
 *
 * <p>The program is read twice: communicators must be known before the first message.
 */
public final class Otf2Writer implements TraceWriter {
    private static final String SUFFIX = ".otf2";
    private static final int EVENT_CHUNK = 1 << 20;
    private static final int DEFINITION_CHUNK = 4 << 20;
    private static final int LARGE_DEFINITION_CHUNK = 16 << 20;
    private static final int MANY_RANKS = 500_000;
    private static final double LONG_SECONDS = 4e6;
    private static final double MOST_TICKS = 4e18;

    @Override
    public String name() {
        return Otf2TraceReader.NAME;
    }

    @Override
    public String format() {
        return Otf2TraceReader.NAME;
    }

    @Override
    public String summary() {
        return "OTF2 archive in a folder of its own";
    }

    @Override
    public List<String> suffixes() {
        return List.of(SUFFIX);
    }

    @Override
    public WrittenTrace write(ParallelProgram program, Path target, boolean strict) {
        boolean named = target.getFileName() != null
                && target.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(SUFFIX);
        String fileName = named ? target.getFileName().toString() : "traces" + SUFFIX;
        String name = fileName.substring(0, fileName.length() - SUFFIX.length());
        Path parent = target.toAbsolutePath().getParent();
        if (named && parent == null || name.isEmpty()) {
            throw new InputException(target + ": expected the name of an archive as FOLDER/NAME" + SUFFIX);
        }
        Path whole = named && parent != null ? parent : target;
        if (named) {
            TraceWriting.during(
                    whole, () -> requireEmpty(whole, target.resolveSibling(name).resolve(fileName), target));
        }
        WritingLosses losses = new WritingLosses();
        TraceWriting.during(
                whole,
                () -> WholeFolder.write(whole, folder -> {
                    write(program, folder, name, losses);
                    losses.refuse(strict, target.toString());
                }));
        List<String> remarks = new ArrayList<>();
        if (!(program instanceof RecordedTimes)) {
            remarks.add("The trace has no recorded times: MPI calls take no time in the archive, and each rank's clock"
                    + " counts its computations only.");
        }
        return new WrittenTrace(losses.sentences(), remarks);
    }

    private static void requireEmpty(Path folder, Path other, Path target) throws IOException {
        if (Files.isDirectory(folder) && !WholeFolder.isEmpty(folder)) {
            throw InputException.at(
                    target.toString(),
                    "an archive needs a folder of its own, and " + folder + " is not empty",
                    "Name a new one, such as " + other);
        }
    }

    private static void write(ParallelProgram program, Path folder, String name, WritingLosses losses)
            throws IOException {
        ProgramSurvey survey = ProgramSurvey.of(program);
        if (survey.duration() >= LONG_SECONDS * 1000) {
            throw new InputException(
                    "The trace is " + survey.duration() + " s long, more than an OTF2 archive of ours can hold");
        }
        long ticksPerSecond = ticksPerSecond(program, survey.duration());
        int ranks = program.ranks();
        WrittenRegions regions = new WrittenRegions();
        long[] events = new long[ranks];
        long last = 0;
        Path locations = Files.createDirectory(folder.resolve(name));
        for (int rank = 0; rank < ranks; rank++) {
            try (ChunkedOutput out = new ChunkedOutput(locations.resolve(rank + ".evt"), EVENT_CHUNK, true);
                    OperationTimesFeed times = OperationTimesFeed.of(program, rank);
                    Program operations = program.open(rank)) {
                RankEventWriter sink =
                        new RankEventWriter(rank, ranks, out, times, survey, regions, losses, ticksPerSecond);
                operations.produceAll(sink);
                sink.end();
                out.finish();
                events[rank] = out.count();
                last = Math.max(last, out.time());
            }
            try (ChunkedOutput out = new ChunkedOutput(locations.resolve(rank + ".def"), EVENT_CHUNK, false)) {
                out.finish();
            }
        }
        int chunk = ranks < MANY_RANKS ? DEFINITION_CHUNK : LARGE_DEFINITION_CHUNK;
        long definitions = DefinitionWriter.write(
                folder.resolve(name + ".def"), chunk, ticksPerSecond, last, events, regions, survey.communicators());
        Files.write(folder.resolve(name + SUFFIX), anchor(chunk, ranks, definitions));
    }

    /**
     * Returns those of the recorded times if they are not too fine, so that nothing is rounded; else picoseconds or
     * nanoseconds.
     */
    private static long ticksPerSecond(ParallelProgram program, double duration) {
        double recorded = program instanceof RecordedTimes times ? times.ticksPerSecond() : Double.NaN;
        if (recorded >= 1 && recorded * duration < MOST_TICKS && recorded == Math.rint(recorded)) {
            return (long) recorded;
        }
        return duration < LONG_SECONDS ? 1_000_000_000_000L : 1_000_000_000L;
    }

    private static byte[] anchor(int definitionChunk, int ranks, long definitions) {
        RecordWriter anchor = new RecordWriter()
                .raw(3)
                .raw(0x42)
                .text("OTF2")
                .raw(3)
                .raw(2)
                .raw(3)
                .raw(0)
                .raw(2)
                .fixed(8, EVENT_CHUNK)
                .fixed(8, definitionChunk)
                .raw(1)
                .raw(1)
                .fixed(8, ranks)
                .fixed(8, definitions)
                .text("")
                .text("Tailback")
                .text("")
                .fixed(4, 1)
                .text("OTF2::MPI_COMMUNICATION_COMPLETE")
                .text("true")
                .fixed(8, 0)
                .fixed(4, 0)
                .fixed(4, 0)
                .raw(2)
                .raw(1)
                .raw(0);
        return Arrays.copyOf(anchor.array(), anchor.size());
    }
}
