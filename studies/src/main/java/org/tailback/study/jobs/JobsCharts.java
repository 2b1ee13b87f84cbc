package org.tailback.study.jobs;

import com.google.common.collect.Lists;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tailback.chart.Axis;
import org.tailback.chart.Axis.Quantity;
import org.tailback.chart.Chart;
import org.tailback.chart.Series;
import org.tailback.chart.Series.Style;
import org.tailback.study.jobs.JobsResult.Background;
import org.tailback.study.jobs.JobsResult.Job;

/** Charts of the results of jobs. */
public final class JobsCharts {
    private JobsCharts() {}

    /**
     * Returns a chart with a pair of bars for each job with a completed run: its makespan with and without the other
     * jobs.
     */
    public static Chart makespans(JobsResult result) {
        List<Job> jobs = result.jobs().stream().filter(job -> job.runs() > 0).toList();
        return Chart.titled("How much do the jobs slow each other down?")
                .x(Axis.of("", jobs.stream().map(Job::name).toList()))
                .y(Axis.linear("makespan", Quantity.SECONDS))
                .add(Series.of("together with the others", Style.BARS, jobs, Job::makespan))
                .add(Series.of("alone", Style.BARS, jobs, Job::alone));
    }

    /** Returns a chart with a group of bars per job, one bar per placement. */
    public static Chart byPlacement(
            String title, List<String> placements, List<String> jobs, ToDoubleBiFunction<String, Integer> value) {
        Chart chart = Chart.titled(title).x(Axis.of("", jobs)).y(Axis.linear("slowdown", Quantity.NUMBER));
        for (String placement : placements) {
            chart = chart.add(Series.of(
                    placement,
                    Style.BARS,
                    IntStream.range(0, jobs.size())
                            .mapToDouble(job -> value.applyAsDouble(placement, job))
                            .map(each -> Double.isFinite(each) ? each : 0)
                            .toArray()));
        }
        return chart;
    }

    /**
     * Returns a chart with a line from start to end for each job and background traffic, in the order of the file from
     * top to bottom.
     */
    public static Chart timeline(JobsResult result) {
        List<String> names = Stream.concat(
                        result.jobs().stream().map(Job::name),
                        result.background().stream().map(Background::name))
                .toList();
        int row = names.size();
        Chart chart = Chart.titled("When do the jobs run?")
                .x(Axis.linear("time", Quantity.SECONDS))
                .y(Axis.of("", Lists.reverse(names)));
        for (Job job : result.jobs()) {
            double end = job.runs() > 0 ? job.start() + job.makespan() : result.end();
            chart = chart.add(line(job.name(), --row, job.start(), end));
        }
        for (Background traffic : result.background()) {
            chart = chart.add(line(traffic.name(), --row, traffic.start(), result.end()));
        }
        return chart;
    }

    private static Series line(String name, int row, double from, double to) {
        return Series.of(name, Style.LINE, new double[] {from, Math.max(from, to)}, new double[] {row, row});
    }
}
