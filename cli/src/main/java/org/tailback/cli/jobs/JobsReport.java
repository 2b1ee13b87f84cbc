package org.tailback.cli.jobs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.jobs.JobsCharts;
import org.tailback.study.jobs.JobsResult;
import org.tailback.units.Readable;

/** Jobs as a page. */
final class JobsReport {
    private JobsReport() {}

    static StudyPage.Content content(String file, String verdict, JobsResult result, Map<String, String> origin) {
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
        StudyPage.Table<JobsResult.Job> table = new StudyPage.Table<>(result.jobs())
                .column("job", Unit.TEXT, JobsResult.Job::name)
                .column("start", Unit.SECONDS, JobsResult.Job::start)
                .column("makespan", Unit.SECONDS, JobsResult.Job::makespan)
                .column("alone", Unit.SECONDS, JobsResult.Job::alone)
                .column("slowdown", Unit.PENALTY, JobsResult.Job::slowdown)
                .column("runs", Unit.COUNT, JobsResult.Job::runs)
                .column("timeouts", Unit.COUNT, JobsResult.Job::timeouts)
                .column("lost to", Unit.TEXT, JobsText::losses);
        if (result.jobs().stream().anyMatch(job -> job.why() != null)) {
            table.column("contention on the critical path by", Unit.TEXT, job -> JobsText.contentionBy(job.why()));
        }
        return new StudyPage.Content(
                file,
                verdict,
                List.of(
                        JobsCharts.makespans("Jobs beside each other and alone", result),
                        JobsCharts.timeline("When jobs run", result)),
                table,
                facts,
                result.warnings());
    }
}
