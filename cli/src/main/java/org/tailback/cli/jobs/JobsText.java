package org.tailback.cli.jobs;

import com.google.common.collect.Maps;
import com.google.common.math.IntMath;
import java.io.PrintWriter;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.tailback.chart.Chart;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.cli.verdict.Setting;
import org.tailback.explain.PartKind;
import org.tailback.platform.Validity;
import org.tailback.replication.Sample;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.jobs.JobsCharts;
import org.tailback.study.jobs.JobsResult;
import org.tailback.study.jobs.JobsResult.Background;
import org.tailback.study.jobs.JobsResult.Job;
import org.tailback.study.jobs.JobsResult.Loss;
import org.tailback.study.jobs.JobsResult.Traffic;
import org.tailback.study.jobs.JobsResult.Why;
import org.tailback.units.Readable;

/** Results of jobs as text and as a page. */
final class JobsText {
    private static final int LOSSES_SHOWN = 3;
    private static final double NEGLIGIBLE = 1e-3;

    private JobsText() {}

    static void write(List<JobsResult> results, PrintWriter out) {
        JobsResult first = results.get(0);
        out.print(columns().table(first.jobs()));
        if (!first.background().isEmpty()) {
            out.print("\n"
                    + new TableColumns<Background>()
                            .add("background", Background::name)
                            .add("pattern", Background::pattern)
                            .count("nodes", traffic -> traffic.nodes().size())
                            .count("messages", Background::messages)
                            .add(">bytes", traffic -> Readable.bytes(traffic.bytes()))
                            .table(first.background()));
        }
        List<Explained> explained = explained(first);
        if (!explained.isEmpty()) {
            out.print("\n" + chains(explained)
                    + "  (seconds of the critical path of a job; the contention is followed by the jobs"
                    + " whose messages shared links with it)\n");
        }
        if (!first.blameRule().isEmpty()) {
            out.print("\nLosses are divided by " + first.blameRule() + ".\n");
        }
        if (results.size() > 1) {
            out.print("\n" + slowdowns(results));
        }
    }

    private static TableColumns<Job> columns() {
        return new TableColumns<Job>()
                .add("job", job -> job.runs() > 1 ? job.name() + " (" + job.runs() + " runs)" : job.name())
                .seconds("start", Job::start)
                .add(
                        "makespan",
                        Unit.SECONDS,
                        Job::makespan,
                        job -> seconds(job.makespan()) + Words.interval(job.interval()))
                .seconds("alone", Job::alone)
                .ratio("slowdown", Job::slowdown)
                .count("timeouts", job -> job.traffic().timeouts())
                .add("lost to", JobsText::losses);
    }

    static String verdict(JobsResult result, String platform) {
        return result.jobs().stream()
                .filter(job -> job.slowdown() > 0)
                .max(Comparator.comparingDouble(Job::slowdown))
                .map(job -> ends(result) + Readable.seconds(result.end()) + ", "
                        + setting(result, platform).text() + "; " + slowedDown(job))
                .orElse("No job completed a run");
    }

    static Setting setting(JobsResult result, String platform) {
        List<Job> jobs = result.jobs();
        long nodes =
                jobs.stream().flatMap(job -> job.nodes().stream()).distinct().count();
        int perNode = jobs.stream()
                .filter(job -> !job.nodes().isEmpty())
                .mapToInt(job -> IntMath.divide(job.ranks(), job.nodes().size(), RoundingMode.CEILING))
                .max()
                .orElse(1);
        List<Traffic> traffic = jobs.stream()
                .map(Job::traffic)
                .filter(its -> its.messages() > 0)
                .toList();
        double inside = traffic.stream()
                .mapToDouble(its -> its.insideNodes() * its.messages())
                .sum();
        return new Setting(
                platform,
                jobs.isEmpty() ? Validity.Basis.GUESSED : jobs.get(0).basis(),
                jobs.size() == 1 ? jobs.get(0).interval() : null,
                result.outside(),
                (int) nodes,
                perNode,
                Setting.share(
                        inside, traffic.stream().mapToLong(Traffic::messages).sum()),
                List.of());
    }

    private static String slowedDown(Job worst) {
        String times = Words.ratio(worst.slowdown());
        return times.equals("1") ? "no job is slowed down" : worst.name() + " is slowed down most, " + times + " times";
    }

    private static String ends(JobsResult result) {
        long ending = result.jobs().stream().filter(Job::endsByItself).count();
        return Words.count(ending, "job") + (ending == 1 ? " ends after " : " end after ");
    }

    private static String seconds(double value) {
        return Double.isNaN(value) ? "-" : Readable.seconds(value);
    }

    static String losses(Job job) {
        return named(job.lostTo(), job.makespan());
    }

    private static String named(List<Loss> all, double makespan) {
        List<Loss> losses = new ArrayList<>(all);
        losses.removeIf(loss -> Math.abs(loss.seconds()) <= NEGLIGIBLE * makespan);
        losses.sort(Comparator.comparingDouble((Loss loss) -> -loss.seconds()));
        List<String> shown = losses.stream()
                .limit(LOSSES_SHOWN)
                .map(loss -> loss.name() + " "
                        + (loss.seconds() < 0 ? "-" : "")
                        + Readable.seconds(Math.abs(loss.seconds())))
                .toList();
        String more = losses.size() > LOSSES_SHOWN ? ", and " + (losses.size() - LOSSES_SHOWN) + " more" : "";
        return shown.isEmpty() ? "-" : String.join(", ", shown) + more;
    }

    /** Job and explanation of its makespan. */
    private record Explained(String name, Why why) {
        String contentionBy() {
            List<Loss> by = new ArrayList<>(why.contentionBy());
            by.add(new Loss("between nodes", why.contentionElsewhere()));
            return named(by, why.chain().makespan());
        }
    }

    private static List<Explained> explained(JobsResult result) {
        return result.jobs().stream()
                .filter(job -> job.why() != null)
                .map(job -> new Explained(job.name(), Objects.requireNonNull(job.why())))
                .toList();
    }

    private static TextTable chains(List<Explained> jobs) {
        TableColumns<Explained> columns = new TableColumns<Explained>().add("why", Explained::name);
        Arrays.stream(PartKind.values())
                .filter(part -> jobs.stream().anyMatch(job -> job.why.chain().seconds(part) > 0))
                .forEach(part -> columns.add(
                        ">" + part.label(),
                        job -> Readable.seconds(job.why.chain().seconds(part))));
        return columns.add("contention by", Explained::contentionBy).table(jobs);
    }

    private static TextTable slowdowns(List<JobsResult> results) {
        TextTable table = TextTable.of("slowdown over " + results.size() + " seeds", ">mean", ">least", ">greatest");
        List<Job> jobs = results.get(0).jobs();
        IntStream.range(0, jobs.size()).forEach(i -> {
            double[] values = results.stream()
                    .mapToDouble(result -> result.jobs().get(i).slowdown())
                    .filter(Double::isFinite)
                    .toArray();
            if (values.length > 0) {
                Sample sample = Sample.of(values);
                table.row(
                        jobs.get(i).name(),
                        Words.ratio(sample.mean()),
                        Words.ratio(sample.minimum()),
                        Words.ratio(sample.maximum()));
            }
        });
        return table;
    }

    static StudyPage.Content page(String file, String verdict, JobsResult result, Map<String, String> origin) {
        Map<String, String> facts = new LinkedHashMap<>(origin);
        facts.put("sharing", result.model());
        facts.put("message cost", result.cost());
        facts.put("loss", result.loss());
        facts.put("seed", Long.toString(result.seed()));
        facts.put("losses divided by", result.blameRule().isEmpty() ? "nothing" : result.blameRule());
        result.background()
                .forEach(traffic -> facts.put(
                        "background " + traffic.name(),
                        traffic.pattern() + " on " + traffic.nodes().size() + " nodes, "
                                + Readable.bytes(traffic.bytes())));
        TableColumns<Job> table = columns();
        Map<String, Explained> explained = Maps.uniqueIndex(explained(result), Explained::name);
        if (!explained.isEmpty()) {
            table.onPage(
                    "contention on the critical path by",
                    Unit.TEXT,
                    job -> explained.containsKey(job.name())
                            ? explained.get(job.name()).contentionBy()
                            : "-");
        }
        List<Chart> charts = List.of(JobsCharts.makespans(result), JobsCharts.timeline(result));
        return new StudyPage.Content(
                charts.get(0).title(), verdict, charts, table.page(result.jobs()), facts, result.warnings());
    }
}
