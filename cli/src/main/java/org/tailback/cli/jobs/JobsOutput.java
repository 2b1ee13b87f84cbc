package org.tailback.cli.jobs;

import java.io.PrintWriter;
import java.util.List;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.Json;
import org.tailback.study.jobs.JobsResult;

/** Jobs for programs. */
final class JobsOutput {
    private JobsOutput() {}

    /** One run at the top, or with several seeds each in {@code replications}. */
    static void json(List<JobsResult> results, PrintWriter out) {
        Json.write(out, json -> {
            if (results.size() == 1) {
                run(json, results.get(0));
            } else {
                json.objects("replications", results, JobsOutput::run);
            }
        });
    }

    private static void run(Json json, JobsResult result) {
        json.objects("jobs", result.jobs(), (item, job) -> item.text("name", job.name())
                        .number("start", job.start())
                        .number("makespan", job.makespan())
                        .number("alone", job.alone())
                        .number("slowdown", job.slowdown())
                        .number("runs", (long) job.runs())
                        .number("ranks", (long) job.ranks())
                        .texts("nodes", job.nodes())
                        .number("messages", job.messages())
                        .number("timeouts", job.timeouts())
                        .objects("lostTo", job.lostTo(), (entry, loss) -> entry.text("name", loss.name())
                                .number("seconds", loss.seconds())))
                .objects("background", result.background(), (item, traffic) -> item.text("name", traffic.name())
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
                .number("seed", result.seed())
                .texts("warnings", result.warnings());
    }

    static void csv(List<JobsResult> results, PrintWriter out) {
        Csv csv = Csv.with(out, "seed", "name", "start", "makespan", "alone", "slowdown", "runs", "ranks", "timeouts");
        for (JobsResult result : results) {
            for (JobsResult.Job job : result.jobs()) {
                csv.row(
                        result.seed(),
                        job.name(),
                        job.start(),
                        job.makespan(),
                        job.alone(),
                        job.slowdown(),
                        job.runs(),
                        job.ranks(),
                        job.timeouts());
            }
        }
    }
}
