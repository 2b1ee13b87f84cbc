package org.tailback.cli.collective;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Chart;
import org.tailback.chart.ChartFile;
import org.tailback.cli.console.Console;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.CommonOptions;
import org.tailback.collective.CollectiveProgram;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.report.StudyPage;
import org.tailback.settings.Suggestion;
import org.tailback.study.collective.CollectiveCharts;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.study.collective.CollectiveStudy;
import org.tailback.study.collective.Crossover;
import org.tailback.study.collective.OpenMpiRules;
import org.tailback.study.jitter.Jitter;
import org.tailback.trace.io.WholeFile;

/** What {@code alltoall} and {@code collective} do once it is known which operation is meant. */
final class StudyRun {
    private final Kind kind;
    private final StudyOptions options;
    private final CommonOptions common;
    private final Console console;

    StudyRun(Kind kind, StudyOptions options, CommonOptions common, Console console) {
        this.kind = kind;
        this.options = options;
        this.common = common;
        this.console = console;
    }

    /** @param algorithms separated by commas; null for all that work */
    void run(@Nullable String algorithms, List<Long> sizes, boolean closedForms) {
        if (options.chart() != null) {
            ChartFile.checkName(options.chart());
        }
        if (options.timeoutChart() != null) {
            ChartFile.checkName(options.timeoutChart());
        }
        if (options.report() != null) {
            StudyPage.checkName(options.report());
        }
        List<Integer> rankCounts = options.rankCounts();
        int most = rankCounts.stream().max(Integer::compare).orElse(1);
        List<CollectiveStudy.Variant> variants = options.variants(most, closedForms, common.seed());
        Set<String> warnings = new LinkedHashSet<>();
        List<String> chosen = algorithms == null ? available() : named(algorithms);
        List<CollectiveStudy.Case> cases = new ArrayList<>();
        for (CollectiveStudy.Variant variant : variants) {
            for (Jitter.Scaled jitter : options.jitters()) {
                for (int ranks : rankCounts) {
                    for (long bytes : sizes) {
                        for (String algorithm : chosen) {
                            if (algorithms == null && !works(algorithm, ranks)) {
                                warnings.add(algorithm + " does not work with " + ranks + " ranks and was left out");
                            } else {
                                cases.add(new CollectiveStudy.Case(variant, jitter, algorithm, ranks, bytes));
                            }
                        }
                    }
                }
            }
        }
        if (options.decisionRules() != null) {
            OpenMpiRules.algorithms(kind);
        }
        CollectiveStudy study = new CollectiveStudy(kind, options.plan(), common.seed(), options.threads());
        AtomicInteger done = new AtomicInteger();
        CollectiveStudy.Result result = Progress.during(
                console,
                () -> done.get() + " of " + cases.size() + " rows",
                () -> study.run(cases, done::incrementAndGet));
        List<Crossover> crossovers = options.crossovers()
                ? Progress.during(
                        console, () -> "looking for crossovers", () -> Crossover.find(study, cases, result.rows()))
                : List.of();
        warnings.addAll(result.warnings());
        boolean random = variants.stream().anyMatch(CollectiveStudy.Variant::random)
                || options.jitters().stream().anyMatch(jitter -> !jitter.isNone());
        if (options.repeats() && !random) {
            warnings.add("--replications has no effect: nothing here is random, so that every run would be the same");
        }
        writeFiles(result.rows());
        Platform platform = variants.get(0).platform().apply(common.seed());
        List<String> told = List.copyOf(warnings);
        if (options.report() != null) {
            StudyPage.write(
                    options.report(), new StudyReport(kind, options).content(result.rows(), platform, common, told));
        }
        switch (common.format()) {
            case TEXT -> StudyText.write(result.rows(), crossovers, platform, console.results());
            case JSON ->
                StudyOutput.json(kind, result.rows(), crossovers, told, platform, common.seed(), console.results());
            case CSV -> StudyOutput.csv(result.rows(), console.results());
        }
        common.warn(told, console);
    }

    private void writeFiles(List<CollectiveRow> rows) {
        String title = kind.label() + ", " + options.shortPlatformName();
        chart(options.chart(), CollectiveCharts.times(title, rows));
        chart(options.timeoutChart(), CollectiveCharts.timeouts(title, rows));
        Path rules = options.decisionRules();
        if (rules != null) {
            String text = OpenMpiRules.text(
                    kind,
                    rows,
                    List.of(
                            "fastest algorithms of " + kind.label() + ", predicted by tailback on "
                                    + options.platformName(),
                            "for Open MPI 4.1: --mca coll_tuned_use_dynamic_rules 1"
                                    + " --mca coll_tuned_dynamic_rules_filename FILE"));
            try {
                WholeFile.write(rules, part -> Files.writeString(part, text));
            } catch (IOException e) {
                throw new InputException(rules + ": cannot be written: " + e.getMessage(), e);
            }
        }
    }

    private static void chart(@Nullable Path file, Chart chart) {
        if (file != null) {
            try {
                ChartFile.write(chart, file);
            } catch (IOException e) {
                throw new InputException(file + ": cannot be written: " + e.getMessage(), e);
            }
        }
    }

    private List<String> available() {
        return options.decisionRules() == null ? CollectiveProgram.algorithms(kind) : OpenMpiRules.algorithms(kind);
    }

    private boolean works(String algorithm, int ranks) {
        try {
            CollectiveProgram.of(kind, algorithm, ranks, 1);
            return true;
        } catch (InputException e) {
            return false;
        }
    }

    private List<String> named(String text) {
        List<String> names = CollectiveProgram.algorithms(kind);
        Set<String> algorithms = new LinkedHashSet<>();
        for (String part : text.split(",", -1)) {
            String name = part.strip();
            int slash = name.indexOf('/');
            String base = slash < 0 ? name : name.substring(0, slash).strip();
            if (!names.contains(base)) {
                String what =
                        kind == Kind.ALLTOALL ? "all-to-all" : kind.label().toLowerCase(Locale.ROOT);
                throw InputException.at(
                        "--algorithm",
                        "unknown " + what + " algorithm '" + base + "'",
                        Suggestion.of(base, names) + "Valid: " + String.join(", ", names));
            }
            CollectiveProgram.of(kind, name, 2, 1);
            algorithms.add(name);
        }
        return List.copyOf(algorithms);
    }
}
