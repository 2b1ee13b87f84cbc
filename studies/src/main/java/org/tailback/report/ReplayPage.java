package org.tailback.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Chart;
import org.tailback.chart.ChartFile;
import org.tailback.platform.Platform;
import org.tailback.replay.ReplayResult;

/**
 * A replay as one HTML file that opens from disk, without a network: the verdict, the makespan beside its bounds, what
 * the ranks do, contention over time, the contention graph of an instant with reasons, traffic and lost time, measured
 * against predicted, tables that sort.
 *
 * <pre>{@code
 * ReplayResult result = Replay.builder(program, platform).pairStatistics().build().run();
 * RunRecorder recorder = new RunRecorder(program.ranks(), result.makespan());
 * Replay.builder(program, platform).observer(recorder).build().run();
 * ReplayPage.write(Path.of("run.html"), new ReplayPage.Content("run", verdict, platform, result, recorder, bounds, …));
 * }</pre>
 */
public final class ReplayPage {
    private ReplayPage() {}

    /**
     * The makespan under other circumstances.
     *
     * @param name which ones
     * @param makespan seconds
     */
    public record Bound(String name, double makespan) {}

    /**
     * A kind of call in a recorded run.
     *
     * @param kind its name
     * @param count how many there were
     * @param recorded seconds in all ranks
     * @param predicted seconds in all ranks
     */
    public record MeasuredCall(String kind, long count, double recorded, double predicted) {}

    /**
     * The content of a page.
     *
     * @param title of the page
     * @param verdict a sentence
     * @param platform that the run was on
     * @param result of the run
     * @param recorder that watched the same run
     * @param bounds makespans to compare with, that of the run itself first
     * @param boundsNote what they mean
     * @param measured calls of a recorded run; empty if there are no recorded times
     * @param measuredChart their picture; null if there is none
     * @param explained why the run takes that long; {@link Explained#NOTHING} if not asked for
     * @param facts names and values for the end of the page
     * @param warnings sentences
     */
    public record Content(
            String title,
            String verdict,
            Platform platform,
            ReplayResult result,
            RunRecorder recorder,
            List<Bound> bounds,
            String boundsNote,
            List<MeasuredCall> measured,
            @Nullable Chart measuredChart,
            Explained explained,
            Map<String, String> facts,
            List<String> warnings) {}

    /**
     * Says early, before long work, whether a file's name is that of a page.
     *
     * @throws org.tailback.error.InputException if it does not end in .html
     */
    public static void checkName(@Nullable Path file) {
        Page.checkName(file);
    }

    private static String embedded(@Nullable Chart chart) {
        return chart == null ? "" : ChartFile.embedded(chart);
    }

    /**
     * Writes the page as a whole or not at all.
     *
     * @throws org.tailback.error.InputException if the file has another ending than .html or cannot be written
     */
    public static void write(Path file, Content content) {
        Page.write(
                file,
                new Page.Parts(
                        content.title(),
                        content.verdict(),
                        "report.html",
                        Map.of(
                                "MEASURED_CHART",
                                embedded(content.measuredChart()),
                                "TOLERANCE_CHART",
                                embedded(
                                        content.explained().numbers() == null
                                                ? null
                                                : content.explained().numbers().curves())),
                        "report.js",
                        json -> new ReplayPageData(json, content).write(),
                        content.facts(),
                        content.warnings()));
    }
}
