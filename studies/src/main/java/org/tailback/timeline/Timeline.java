package org.tailback.timeline;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.tailback.error.InputException;
import org.tailback.explain.Segment;
import org.tailback.trace.io.WholeFile;

/**
 * Recording of a replay as a timeline file:
 *
 * <pre>{@code
 * Path file = Path.of("run.json");
 * ReplayResult result = Timeline.record(file, program.ranks(), TimelineCut.NOTHING, List.of(), recorder ->
 *         Replay.builder(CollectiveExpansion.of(program, selector, recorder), platform)
 *                 .observer(recorder)
 *                 .build()
 *                 .run());
 * }</pre>
 *
 * <p>The file is written while the replay runs. Memory grows only with the ranks and the messages in flight. The
 * complete file exists after the replay; if the replay fails, no file is written.
 */
public final class Timeline {
    private static final int BUFFER = 1 << 16;

    private Timeline() {}

    /**
     * Records one replay.
     *
     * @param file file to write; its name determines the format, see {@link TimelineFormat#of}
     * @param ranks number of ranks of the program
     * @param replay function that runs the replay with the recorder as observer, and as listener of the expansion of
     *     collectives if the program has collectives
     * @param chain segments of the critical path, shown if the format supports them; empty if unknown
     * @return result of {@code replay}
     * @throws InputException if the ending of the name is unknown, ranks of the cut do not exist, or the file cannot be
     *     written
     */
    public static <T> T record(
            Path file, int ranks, TimelineCut cut, List<Segment> chain, Function<? super TimelineRecorder, T> replay) {
        TimelineFormat format = TimelineFormat.of(file);
        var shown = cut.ranks().among(ranks);
        List<T> result = new ArrayList<>(1);
        WholeFile.write(file, part -> {
            try (TimelineWriter writer = format.writer(open(part, TimelineFormat.isCompressed(file)))) {
                TimelineRecorder recorder = new TimelineRecorder(writer, ranks, shown, cut, chain);
                result.add(replay.apply(recorder));
                recorder.finish();
            }
        });
        return result.get(0);
    }

    private static OutputStream open(Path part, boolean compressed) throws IOException {
        OutputStream file = Files.newOutputStream(part);
        return new BufferedOutputStream(compressed ? new GZIPOutputStream(file, BUFFER) : file, BUFFER);
    }
}
