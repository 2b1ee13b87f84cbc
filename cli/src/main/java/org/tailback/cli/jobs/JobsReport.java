package org.tailback.cli.jobs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tailback.cli.option.CommonOptions;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Column;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.jobs.JobsCharts;
import org.tailback.study.jobs.JobsResult;
import org.tailback.units.Readable;

/** Jobs as a page. */
final class JobsReport {
    private static final List<Column> COLUMNS = List.of(
            new Column("job", Unit.TEXT),
            new Column("start", Unit.SECONDS),
            new Column("makespan", Unit.SECONDS),
            new Column("alone", Unit.SECONDS),
            new Column("slowdown", Unit.PENALTY),
            new Column("runs", Unit.COUNT),
            new Column("timeouts", Unit.COUNT),
            new Column("lost to", Unit.TEXT));

    private JobsReport() {}

    static StudyPage.Content content(String file, JobsResult result, CommonOptions common) {
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
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
        return new StudyPage.Content(
                file,
                JobsText.verdict(result),
                List.of(
                        JobsCharts.makespans("Jobs beside each other and alone", result),
                        JobsCharts.timeline("When jobs run", result)),
                COLUMNS,
                result.jobs().stream()
                        .map(job -> List.<Object>of(
                                job.name(),
                                job.start(),
                                job.makespan(),
                                job.alone(),
                                job.slowdown(),
                                job.runs(),
                                job.timeouts(),
                                job.lostTo().stream()
                                        .map(loss -> loss.name() + " " + Readable.seconds(Math.max(0, loss.seconds())))
                                        .collect(Collectors.joining(", "))))
                        .toList(),
                facts,
                result.warnings());
    }
}
