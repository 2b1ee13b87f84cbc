package org.tailback.cli.replay;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Chart;
import org.tailback.chart.ChartFile;
import org.tailback.cli.option.Converters;
import org.tailback.study.evaluation.MeasuredChart;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.measured.MeasuredRun;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that compare a replay with the times that its trace recorded. */
final class MeasuredOptions {
    /** Clocks of recorded times. */
    enum Clock {
        /** Each rank's clock as recorded. */
        RAW,
        /** With the clock offsets of the trace, if it has any. */
        RECORDED
    }

    /** The meaning of the chart's bars. */
    enum Bars {
        CALLS,
        RANKS
    }

    /** Names as users write them. */
    static final class ToClock implements ITypeConverter<Clock> {
        @Override
        public Clock convert(String name) {
            if (name.equals("corrected")) {
                throw new TypeConversionException("clocks are not corrected by messages any more. Leave --clock out:"
                        + " the times compared are durations, which need no common clock");
            }
            return Converters.named(Clock.class, name);
        }
    }

    /** Names as users write them. */
    static final class ToBars implements ITypeConverter<Bars> {
        @Override
        public Bars convert(String name) {
            return Converters.named(Bars.class, name);
        }
    }

    @Option(
            names = "--measured",
            description = "the trace's recorded times beside the simulated ones, per rank and kind of call")
    private boolean measured;

    @Option(
            names = "--measured-chart",
            paramLabel = "FILE",
            description = "the same as a chart: .svg or .png (means --measured)")
    private @Nullable Path chart;

    @Option(
            names = "--measured-chart-by",
            paramLabel = "calls|ranks",
            converter = ToBars.class,
            description = "what the chart shows times of")
    private Bars bars = Bars.CALLS;

    @Option(
            names = "--clock",
            paramLabel = "raw|recorded",
            converter = ToClock.class,
            description = "recorded times by each rank's own clock or with the trace's clock offsets (the default)")
    private Clock clock = Clock.RECORDED;

    /** Returns whether to compare at all. */
    boolean areAsked() {
        return measured || chart != null;
    }

    /** Checks what can be checked before the replay. */
    void check() {
        ChartFile.checkName(chart);
    }

    /** Returns the options for reading the trace. */
    TraceOptions on(TraceOptions options) {
        return clock == Clock.RAW ? options.withRawClock() : options;
    }

    /** Writes the chart, if there is to be one. */
    void writeChart(@Nullable MeasuredRun run, Path trace) {
        Path file = chart;
        if (file == null || run == null) {
            return;
        }
        String title = "Measured and predicted: " + trace.getFileName();
        Chart drawn = bars == Bars.RANKS ? MeasuredChart.byRanks(run, title) : MeasuredChart.byCalls(run, title);
        ChartFile.write(drawn, file);
    }
}
