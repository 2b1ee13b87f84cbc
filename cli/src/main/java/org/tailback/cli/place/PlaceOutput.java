package org.tailback.cli.place;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Chart;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.option.ModelErrorOption;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.cli.verdict.Setting;
import org.tailback.cli.verdict.Verdict;
import org.tailback.cli.verdict.Verdict.Candidate;
import org.tailback.platform.Interval;
import org.tailback.platform.Platform;
import org.tailback.platform.StatedError;
import org.tailback.platform.Use;
import org.tailback.report.StudyPage;
import org.tailback.study.placement.PlacementChart;
import org.tailback.study.placement.PlacementResult;
import org.tailback.units.Readable;

/**
 * Result of a search as text, JSON, CSV and a page.
 *
 * @param modelError relative error of ratios of predicted times, from {@code --model-error}; NaN without it
 * @param stated errors of the platform's predictions according to their source
 */
record PlaceOutput(String trace, String platform, PlacementResult result, double modelError, List<StatedError> stated) {
    private static final int NODES_SHOWN = 16;

    /** Smallest gain for which an irregular placement is recommended. */
    private static final double WORTHWHILE = 0.01;

    void csv(PrintWriter out) {
        ranks().csv(out, result.nodes());
    }

    private static TableColumns<PlacementResult.RankNode> ranks() {
        return TableColumns.of(PlacementResult.RankNode.class);
    }

    void text(@Nullable Path output, PrintWriter out) {
        Decision decision = decision();
        TextTable table = TextTable.of(">makespan", ">relative", "");
        row(table, result.makespan(), "the placement found" + (decision.isKept ? "" : ", below"));
        result.starts().forEach(start -> row(table, start.makespan(), start.name()));
        row(table, result.uncontended(), "the placement found, without contention");
        row(
                table,
                result.lowerBound(),
                "lower bound of all placements" + (result.boundIsExact() ? "" : ", if messages are matched as here"));
        row(table, result.computeBound(), "longest computation of a rank");
        out.print(table
                + legend()
                + (decision.isKept ? "" : nodes())
                + (output == null ? "" : "\nUse it with --placement file:" + output + "\n"));
    }

    /** Returns the meaning of the starting placements whose names are not names of rules. */
    private String legend() {
        return result.starts().stream().anyMatch(start -> start.name().startsWith("traffic:"))
                ? "  (traffic:K, block:K and cyclic:K: at most K ranks per node, by traffic, neighbours together, or"
                        + " cyclic)\n"
                : "";
    }

    Verdict verdict() {
        return decision().verdict;
    }

    /**
     * Verdict about the placement.
     *
     * @param isKept whether a rule is recommended instead of the placement found, because it is simpler
     */
    private record Decision(Verdict verdict, boolean isKept) {}

    private Decision decision() {
        double inside =
                Setting.share(result.bytesBetweenRanks() - result.bytesBetweenNodes(), result.bytesBetweenRanks());
        Use use = Platform.use(result.cluster(), result.placement().nodes());
        double error = result.outside().isEmpty() ? modelError : Double.NaN;
        Interval interval = ModelErrorOption.interval(result.makespan(), error, result.interval());
        Setting setting = new Setting(
                platform,
                result.basis(),
                interval,
                result.outside(),
                use.count(Use.NODES),
                use.count(Use.RANKS_A_NODE),
                Double.NaN,
                stated);
        String opening = trace + " takes " + Readable.seconds(result.makespan()) + Words.interval(result.interval())
                + " with the best of "
                + Words.count(result.replays(), "placement") + (result.stopped() ? " (stopped early)" : "") + ", "
                + setting.text() + ", "
                + (inside > 0 ? Words.percent(inside) + " of the data stays on its node" : "all data between nodes");
        String doubt = setting.doubt();
        String roundRobin = roundRobin();
        String keep = "keep " + roundRobin + mpirun(roundRobin, setting);
        if (!(result.gain() > 0) || result.bestRoundRobin() == Double.POSITIVE_INFINITY) {
            return !doubt.isEmpty() && !result.outside().isEmpty()
                    ? new Decision(Verdict.none(opening, doubt, "nothing is faster than " + roundRobin), true)
                    : new Decision(new Verdict(opening, "No better placement found: " + keep, roundRobin, false), true);
        }
        List<Candidate> candidates = List.of(
                candidate(setting, "the placement found", result.makespan(), error),
                candidate(setting, roundRobin, result.bestRoundRobin(), error));
        Verdict verdict = Verdict.between(opening, candidates, error, doubt);
        boolean isTie = doubt.isEmpty() && !verdict.beyond();
        return isTie || result.gain() < WORTHWHILE
                ? new Decision(
                        new Verdict(
                                opening,
                                "No better placement found: " + keep + "; the placement found is "
                                        + Words.percent(result.bestRoundRobin() / result.makespan() - 1) + " faster"
                                        + (isTie ? ", less than " + Verdict.error(candidates, error) : ""),
                                roundRobin,
                                false),
                        true)
                : new Decision(verdict, false);
    }

    /** Returns the option of mpirun for a rule. */
    private String mpirun(String rule, Setting setting) {
        int cores = result.cluster().slotsPerMachine();
        return switch (rule) {
            case "round-robin-node" -> " (mpirun --map-by node)";
            case "round-robin-processor" ->
                " (mpirun --map-by "
                        + (setting.ranksPerNode() < cores ? "ppr:" + setting.ranksPerNode() + ":node)" : "core)");
            default -> "";
        };
    }

    private Candidate candidate(Setting setting, String name, double seconds, double error) {
        Interval found = result.interval();
        Interval interval = found == null ? null : found.times(seconds / result.makespan());
        return setting.candidate(name, seconds, interval, true, error);
    }

    /** Returns the name of the better round-robin rule. */
    private String roundRobin() {
        return result.starts().stream()
                .filter(start -> start.name().startsWith("round-robin") && start.makespan() == result.bestRoundRobin())
                .map(PlacementResult.Start::name)
                .findFirst()
                .orElse("round-robin");
    }

    private void row(TextTable table, double makespan, String what) {
        if (!Double.isNaN(makespan)) {
            table.row(seconds(makespan), Words.ratio(makespan / result.makespan()), what);
        }
    }

    private static String seconds(double value) {
        return value == Double.POSITIVE_INFINITY
                ? "never ends"
                : Double.isNaN(value) ? "not computed" : Readable.seconds(value);
    }

    private String nodes() {
        Map<Integer, List<String>> ranksOfNode = new TreeMap<>();
        for (int rank = 0; rank < result.placement().ranks(); rank++) {
            ranksOfNode
                    .computeIfAbsent(result.placement().nodeOf(rank), node -> new ArrayList<>())
                    .add(Integer.toString(rank));
        }
        TextTable table = TextTable.of("node", "ranks");
        ranksOfNode.entrySet().stream()
                .limit(NODES_SHOWN)
                .forEach(entry ->
                        table.row(result.cluster().nodeName(entry.getKey()), String.join(" ", entry.getValue())));
        int more = ranksOfNode.size() - NODES_SHOWN;
        return "\n" + table + (more > 0 ? "  and " + more + " more nodes: see --output or --format json\n" : "");
    }

    StudyPage.Content page(String validity, CommonOptions common) {
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("trace", trace);
        facts.put("platform", platform);
        facts.put("platform's validity", validity);
        facts.put("sharing", result.models().model());
        facts.put("message cost", result.models().cost());
        facts.put("loss", result.models().loss());
        facts.put("seed", Long.toString(result.models().seed()));
        facts.put("placements replayed", Integer.toString(result.replays()));
        facts.put("found by", result.origin());
        result.starts().forEach(start -> facts.put("start " + start.name(), seconds(start.makespan())));
        facts.put("uncontended", seconds(result.uncontended()));
        facts.put("lower bound of all placements", seconds(result.lowerBound()));
        facts.put("longest computation of a rank", seconds(result.computeBound()));
        facts.put("sent between nodes", Readable.bytes(result.bytesBetweenNodes()));
        facts.put("sent between ranks", Readable.bytes(result.bytesBetweenRanks()));
        Chart search = PlacementChart.search(trace, result);
        return new StudyPage.Content(
                search.title(),
                verdict().forPage(),
                List.of(search),
                ranks().page(result.nodes()),
                facts,
                result.warnings());
    }
}
