package org.tailback.benchmarks.scaling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.tailback.chart.Axis;
import org.tailback.chart.Chart;
import org.tailback.chart.ChartFile;
import org.tailback.chart.Series;

/**
 * Draws what {@code benchmarks/scaling.py} measured: for each scale of its CSV one chart of the time per message and
 * one of the memory, {@code SCALE-time.svg} and {@code SCALE-memory.svg} next to the CSV.
 */
public final class ScalingCharts {
    private record Run(double size, double messages, double seconds, double bytes) {}

    private ScalingCharts() {}

    /** Takes the CSV file: {@code scale,axis,series,size,messages,seconds,bytes} and a line for each run. */
    public static void main(String[] arguments) throws IOException {
        Path csv = Path.of(arguments[0]);
        Map<String, Map<String, List<Run>>> runs = new LinkedHashMap<>();
        Map<String, String> axes = new LinkedHashMap<>();
        List<String> lines = Files.readAllLines(csv);
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            axes.put(cells[0], cells[1]);
            runs.computeIfAbsent(cells[0], scale -> new LinkedHashMap<>())
                    .computeIfAbsent(cells[2], series -> new ArrayList<>())
                    .add(new Run(
                            Double.parseDouble(cells[3]),
                            Double.parseDouble(cells[4]),
                            Double.parseDouble(cells[5]),
                            Double.parseDouble(cells[6])));
        }
        for (Map.Entry<String, Map<String, List<Run>>> scale : runs.entrySet()) {
            String of = axes.getOrDefault(scale.getKey(), "");
            String time =
                    scale.getKey().equals("further") ? "time per further message" : "time per message, whole process";
            draw(
                    Axis.logarithmic(time, Axis.Quantity.SECONDS),
                    of,
                    scale.getValue(),
                    run -> run.seconds / run.messages,
                    csv.resolveSibling(scale.getKey() + "-time.svg"));
            draw(
                    Axis.logarithmic("largest resident memory", Axis.Quantity.BYTES),
                    of,
                    scale.getValue(),
                    Run::bytes,
                    csv.resolveSibling(scale.getKey() + "-memory.svg"));
        }
    }

    private static void draw(
            Axis figure, String of, Map<String, List<Run>> series, ToDoubleFunction<Run> value, Path file)
            throws IOException {
        List<Series> lines = new ArrayList<>();
        series.forEach((name, runs) -> lines.add(Series.of(name, Series.Style.LINE, runs, Run::size, value)));
        Chart chart = Chart.titled(figure.label())
                .x(Axis.logarithmic(of, Axis.Quantity.NUMBER))
                .y(figure)
                .add(lines);
        ChartFile.write(file, () -> chart);
    }
}
