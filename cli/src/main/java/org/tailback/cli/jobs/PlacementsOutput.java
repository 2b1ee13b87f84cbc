package org.tailback.cli.jobs;

import com.google.common.collect.ContiguousSet;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.cli.verdict.Setting;
import org.tailback.cli.verdict.Verdict;
import org.tailback.cli.verdict.Verdict.Candidate;
import org.tailback.report.StudyPage;
import org.tailback.study.jobs.JobsCharts;
import org.tailback.study.jobs.JobsResult;
import org.tailback.study.jobs.JobsSweep.Case;
import org.tailback.units.Readable;

/** Jobs under several placements in each format. */
final class PlacementsOutput {
    /**
     * Result of a comparison of placements.
     *
     * @param placements one case per placement and seed
     */
    record Data(List<Case> placements) {}

    private final List<Case> cases;
    /** Successful cases by placement, in their order. */
    private final Map<String, List<JobsResult>> byPlacement = new LinkedHashMap<>();

    private final List<String> names;

    private final String platform;

    PlacementsOutput(List<Case> cases, String platform) {
        this.cases = cases;
        this.platform = platform;
        for (Case each : cases) {
            List<JobsResult> results =
                    byPlacement.computeIfAbsent(each.placement().toString(), key -> new ArrayList<>());
            if (each.result() != null) {
                results.add(each.result());
            }
        }
        names = cases.stream()
                .map(Case::result)
                .filter(Objects::nonNull)
                .findFirst()
                .map(result -> result.jobs().stream().map(JobsResult.Job::name).toList())
                .orElse(List.of());
    }

    /** Returns a sentence for each failed case. */
    List<String> failures() {
        return cases.stream()
                .filter(each -> each.failure() != null)
                .map(each -> "placement " + each.placement() + ", seed " + each.seed() + ": " + each.failure())
                .toList();
    }

    /** Returns the mean of a value of a job over the seeds; NaN without a completed run. */
    private double mean(String placement, int job, ToDoubleFunction<JobsResult.Job> value) {
        return Objects.requireNonNull(byPlacement.get(placement)).stream()
                .mapToDouble(result -> value.applyAsDouble(result.jobs().get(job)))
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
    }

    void text(PrintWriter out) {
        if (!names.isEmpty()) {
            long seeds = cases.stream().map(Case::seed).distinct().count();
            String means = seeds > 1 ? ", means of " + seeds + " seeds" : "";
            out.print(table("slowdown" + means, JobsResult.Job::slowdown, Words::ratio));
            out.print("\n" + table("makespan of a run" + means, job -> job.makespan() / job.runs(), Readable::seconds));
        }
    }

    private TextTable table(String title, ToDoubleFunction<JobsResult.Job> value, DoubleFunction<String> form) {
        TableColumns<Integer> columns = new TableColumns<Integer>().add(title, names::get);
        byPlacement
                .keySet()
                .forEach(placement -> columns.add(">" + placement, job -> {
                    double mean = mean(placement, job, value);
                    return Double.isNaN(mean) ? "-" : form.apply(mean);
                }));
        return columns.table(ContiguousSet.closedOpen(0, names.size()));
    }

    /** Returns the verdict: the placement with the lowest maximum slowdown of a job, if its lead exceeds the error. */
    Verdict verdict() {
        JobsResult any =
                byPlacement.values().stream().flatMap(List::stream).findFirst().orElse(null);
        List<Candidate> candidates = byPlacement.keySet().stream()
                .filter(placement -> worst(placement) > 0)
                .map(placement -> new Candidate(placement, worst(placement)))
                .sorted(Comparator.comparingDouble(Candidate::seconds))
                .toList();
        String count = Words.count(byPlacement.size(), "placement") + " of " + Words.count(names.size(), "job");
        if (any == null || candidates.isEmpty()) {
            return Verdict.of(count + "; no job completed a run");
        }
        Setting setting = JobsText.setting(any, platform);
        Candidate best = candidates.get(0);
        return Verdict.between(
                count + ", " + setting.text()
                        + (Words.ratio(best.seconds()).equals("1")
                                ? "; no job is slowed down with " + best.name()
                                : ": the maximum slowdown of a job is lowest with " + best.name() + ", "
                                        + Words.ratio(best.seconds()) + " times"),
                candidates,
                Double.NaN,
                setting.outside().isEmpty()
                        ? "the error of a job that shares the network is unknown"
                        : setting.unknown(),
                "less slowed down");
    }

    private double worst(String placement) {
        return IntStream.range(0, names.size())
                .mapToDouble(job -> mean(placement, job, JobsResult.Job::slowdown))
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
    }

    Data data() {
        return new Data(cases);
    }

    void csv(PrintWriter out) {
        columns()
                .add("basis", row -> row.job() == null ? "" : row.job().basis().label())
                .add("failure", row -> row.its().failure())
                .csv(out, rows());
    }

    private static TableColumns<Row> columns() {
        return new TableColumns<Row>()
                .add("placement", row -> row.its().placement().toString())
                .count("seed", row -> row.its().seed())
                .add("name", row -> row.job() == null ? "" : row.job().name())
                .seconds("start", row -> number(row, JobsResult.Job::start))
                .seconds("makespan", row -> number(row, JobsResult.Job::makespan))
                .seconds("alone", row -> number(row, JobsResult.Job::alone))
                .ratio("slowdown", row -> number(row, JobsResult.Job::slowdown));
    }

    private static double number(Row row, ToDoubleFunction<JobsResult.Job> value) {
        return row.job() == null ? Double.NaN : value.applyAsDouble(row.job());
    }

    private record Row(Case its, JobsResult.@Nullable Job job) {}

    private List<Row> rows() {
        return cases.stream()
                .flatMap(each -> each.result() == null
                        ? Stream.of(new Row(each, null))
                        : each.result().jobs().stream().map(job -> new Row(each, job)))
                .toList();
    }

    StudyPage.Content page(String file, Map<String, String> facts) {
        List<Row> completed = rows().stream().filter(row -> row.job() != null).toList();
        return new StudyPage.Content(
                "How much does the placement of the jobs matter?",
                verdict().forPage(),
                List.of(JobsCharts.byPlacement(
                        "Slowdown by placement",
                        List.copyOf(byPlacement.keySet()),
                        names,
                        (placement, job) -> mean(placement, job, JobsResult.Job::slowdown))),
                columns().page(completed),
                facts,
                failures());
    }
}
