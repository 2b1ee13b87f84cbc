package org.tailback.cli.jobs;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.Columns;
import org.tailback.cli.replay.WhyOutput;
import org.tailback.study.jobs.JobsResult;
import org.tailback.table.Json;

/** Jobs for programs. */
final class JobsOutput {
    private JobsOutput() {}

    /** One run at the top, or with several seeds each in {@code replications}. */
    static void json(Json json, List<JobsResult> results) {
        if (results.size() == 1) {
            run(json, results.get(0));
        } else {
            json.objects("replications", results, JobsOutput::run);
        }
    }

    private static void run(Json json, JobsResult result) {
        body(json, result);
        json.number("seed", result.seed());
    }

    /** All but the seed. */
    static void body(Json json, JobsResult result) {
        json.objects(
                        "jobs",
                        result.jobs(),
                        (item, job) -> why(
                                item.text("name", job.name())
                                        .number("start", job.start())
                                        .number("makespan", job.makespan())
                                        .number("alone", job.alone())
                                        .number("slowdown", job.slowdown())
                                        .number("runs", (long) job.runs())
                                        .number("ranks", (long) job.ranks())
                                        .texts("nodes", job.nodes())
                                        .number("messages", job.messages())
                                        .number("timeouts", job.timeouts())
                                        .objects(
                                                "lostTo",
                                                job.lostTo(),
                                                (entry, loss) -> entry.text("name", loss.name())
                                                        .number("seconds", loss.seconds())),
                                job.why()))
                .objects(
                        "background",
                        result.background(),
                        (item, traffic) -> item.text("name", traffic.name())
                                .text("pattern", traffic.pattern())
                                .number("start", traffic.start())
                                .texts("nodes", traffic.nodes())
                                .number("messages", traffic.messages())
                                .number("bytes", traffic.bytes()))
                .number("end", result.end())
                .text("blameRule", result.blameRule())
                .text("model", result.model())
                .text("cost", result.cost())
                .text("loss", result.loss())
                .texts("warnings", result.warnings());
    }

    private static void why(Json item, JobsResult.@Nullable Why why) {
        if (why != null) {
            item.object("why", entry -> {
                WhyOutput.chain(why.chain(), entry);
                entry.objects(
                                "contentionBy",
                                why.contentionBy(),
                                (part, by) -> part.text("name", by.name()).number("seconds", by.seconds()))
                        .number("contentionElsewhere", why.contentionElsewhere());
            });
        }
    }

    static void csv(List<JobsResult> results, PrintWriter out) {
        List<Row> rows = results.stream()
                .flatMap(result -> result.jobs().stream().map(job -> new Row(result.seed(), job)))
                .toList();
        new Columns<Row>()
                .add("seed", Row::seed)
                .add("name", row -> row.job().name())
                .add("start", row -> row.job().start())
                .add("makespan", row -> row.job().makespan())
                .add("alone", row -> row.job().alone())
                .add("slowdown", row -> row.job().slowdown())
                .add("runs", row -> row.job().runs())
                .add("ranks", row -> row.job().ranks())
                .add("timeouts", row -> row.job().timeouts())
                .csv(out, rows);
    }

    private record Row(long seed, JobsResult.Job job) {}
}
