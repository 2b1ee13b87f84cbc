package org.tailback.cli.evaluate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.ChartFile;
import org.tailback.cli.console.Progress;
import org.tailback.cli.fit.BenchmarkOptions;
import org.tailback.cli.option.CollectivesOption;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.Require;
import org.tailback.cli.training.TrainingEvaluationOutput;
import org.tailback.cli.training.TrainingRuns;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.fit.collective.Baseline;
import org.tailback.fit.collective.CollectiveEvaluation;
import org.tailback.fit.collective.FiveNumberStar;
import org.tailback.fit.collective.MeasuredCollectivesFile;
import org.tailback.fit.evaluation.ErrorHistogram;
import org.tailback.fit.evaluation.Evaluation;
import org.tailback.fit.evaluation.RandomPatterns;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.platform.Validity;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.sharing.SharingModel;
import org.tailback.study.evaluation.EvaluationCharts;
import org.tailback.study.training.TrainingEvaluation;
import org.tailback.units.Quantity;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measured against predicted. */
@CommandLine.Command(
        name = "evaluate",
        description = "Compares predictions with measured graphs, collective operations or training steps.",
        footer = {
            "",
            "MEASURED is a file such as docs/measured/vienne-2008-fig4.json, or the word random for random",
            "patterns under two models: every node in turn draws another one, --repeat times, and sends with",
            "probability 1/2 (Zhu et al. 2012). Without --model these are hierarchical-ethernet with its",
            "asymmetric property on and off.",
            "'evaluate collectives FILE --platform FILE' predicts measured collective operations on a",
            "platform, says how far off the times are, and what it costs to choose algorithms by prediction,",
            "beside the library's choice. FILE is JSON, or text output of OSU or Intel MPI Benchmarks with",
            "--nodes, --ranks-per-node and --algorithm.",
            "'evaluate training FILE --platform FILE' predicts measured training steps, a row of a CSV file each."
        })
public final class EvaluateCommand extends Command {
    private static final String RANDOM = "random";
    private static final String COLLECTIVES = "collectives";
    private static final String TRAINING = "training";
    private static final int RANDOM_NODES = 30;

    @Parameters(
            index = "0",
            paramLabel = "MEASURED",
            description = "a file of measured graphs, or the word collectives, training or random")
    private String measured = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "collectives, training: what was measured")
    private @Nullable Path collectives;

    @Option(names = "--gpu", paramLabel = "FILE", description = "training: the GPU, as 'fit training' writes it")
    private @Nullable Path gpu;

    @Mixin
    private final CollectivesOption selector = new CollectivesOption();

    @Option(names = "--model", paramLabel = "NAME[:k=v,...]", description = "bandwidth sharing; may be repeated")
    private List<String> models = new ArrayList<>();

    @Option(
            names = "--platform",
            paramLabel = "FILE|NAME",
            description = "platform file or name: nodes, and model without --model")
    private @Nullable Path platform;

    @Option(names = "--chart", paramLabel = "FILE", description = "draw predicted over measured times (.svg)")
    private @Nullable Path chart;

    @Option(names = "--histogram-chart", paramLabel = "FILE", description = "draw how many messages have which error")
    private @Nullable Path histogramChart;

    @Option(names = "--graph-chart", paramLabel = "FILE", description = "draw the mean error of every graph")
    private @Nullable Path graphChart;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "random: nodes (default: 30); collectives in text output: nodes")
    private @Nullable Integer nodes;

    @Mixin
    private final BenchmarkOptions benchmarkOptions = new BenchmarkOptions();

    @Option(names = "--racks", paramLabel = "N", description = "random: racks (default: 2)")
    private int racks = 2;

    @Option(names = "--repeat", paramLabel = "D", description = "random: draws of a node (default: 1)")
    private int repeat = 1;

    @Option(names = "--patterns", paramLabel = "N", description = "random: patterns (default: 100)")
    private int patterns = 100;

    @Option(names = "--size", paramLabel = "SIZE", description = "random: size of the messages (default: 10MB)")
    private String size = "10MB";

    @Override
    public void run() {
        ChartFile.checkName(chart);
        ChartFile.checkName(histogramChart);
        ChartFile.checkName(graphChart);
        if (measured.equals(TRAINING)) {
            training();
            return;
        }
        if (measured.equals(COLLECTIVES)) {
            collectives();
            return;
        }
        if (collectives != null) {
            throw usage("evaluate takes one file of measured graphs, found also '" + collectives + "'");
        }
        if (measured.equals(RANDOM)) {
            random();
            return;
        }
        Path file = Path.of(measured);
        Utf8.requireFile(file, "file of measured graphs (or random)");
        MeasuredGraphsFile graphs = MeasuredGraphsFile.read(file);
        Registry registry = Registry.load();
        PlatformFile platformFile = platform == null ? null : PlatformFile.read(platform);
        Cluster cluster = platformFile == null ? null : platformFile.cluster();
        List<SharingModel> chosen = new ArrayList<>();
        for (String model : models) {
            chosen.add(
                    platformFile == null
                            ? registry.sharing(ModelChoice.parse(model, "--model " + model))
                            : platformFile.sharing(Overrides.NONE.withModel(model), registry));
        }
        if (chosen.isEmpty()) {
            if (platformFile == null) {
                throw Require.model("evaluate", registry);
            }
            chosen.add(platformFile.sharing(Overrides.NONE, registry));
        }
        List<Evaluation> evaluations = chosen.stream()
                .map(model -> Evaluation.of(graphs.graphs(), model, cluster))
                .toList();
        ChartFile.write(chart, () -> EvaluationCharts.predictedOverMeasured(evaluations));
        ChartFile.write(histogramChart, () -> EvaluationCharts.histogram(evaluations, ErrorHistogram.BIN));
        ChartFile.write(graphChart, () -> EvaluationCharts.perGraph(evaluations));
        output(
                out -> EvaluateOutput.text(evaluations, out),
                new EvaluateOutput.Models(evaluations),
                out -> EvaluateOutput.csv(evaluations, out));
        evaluations.forEach(evaluation -> common.warn(evaluation.warnings(), console));
    }

    private void collectives() {
        if (collectives == null || platform == null) {
            throw usage("evaluate collectives needs a FILE of measured operations, and --platform");
        }
        if (models.size() > 1 || histogramChart != null || graphChart != null) {
            throw usage("evaluate collectives takes one --model at most, and of the charts --chart only");
        }
        MeasuredCollectivesFile file = MeasuredCollectivesFile.read(collectives, benchmarkOptions.run(nodes));
        String model = models.isEmpty() ? null : models.get(0);
        PlatformFile predictedOn = PlatformFile.read(platform);
        Overrides overrides = Overrides.NONE.withModel(model);
        CollectiveEvaluation evaluation = Progress.during(
                console,
                () -> "predicting " + file.cells().size() + " cells",
                () -> CollectiveEvaluation.of(file.cells(), predictedOn, overrides));
        if (evaluation.rows().isEmpty()) {
            throw InputException.at(
                    String.valueOf(collectives),
                    "no cell can be predicted: "
                            + evaluation.left().stream()
                                    .map(CollectiveEvaluation.Left::why)
                                    .distinct()
                                    .collect(Collectors.joining("; ")),
                    "'tailback models' lists the algorithms");
        }
        FiveNumberStar star = FiveNumberStar.of(predictedOn.resolve(overrides));
        Baseline baseline = Progress.during(
                console,
                () -> "predicting them with five numbers",
                () -> new Baseline(star, evaluation.on(star, predictedOn.cluster())));
        Validity validity = predictedOn.validity(overrides, Registry.load());
        holdsFor(new PlatformValidity(
                String.valueOf(platform),
                validity.basis(),
                evaluation.rows().stream()
                        .flatMap(row -> row.outside().stream())
                        .distinct()
                        .toList()));
        List<String> warnings = new ArrayList<>(file.warnings());
        warnings.addAll(outside());
        ChartFile.write(
                chart,
                () -> EvaluationCharts.predictedOverMeasured(
                        "Predicted over measured times: " + file.machine(), evaluation));
        output(
                out -> CollectivesOutput.text(evaluation, baseline, out),
                new CollectivesOutput.Evaluated(evaluation, baseline, warnings),
                out -> CollectivesOutput.csv(evaluation, out));
        common.warn(warnings, console);
    }

    private void training() {
        if (collectives == null || !models.isEmpty() || histogramChart != null || graphChart != null) {
            throw usage("evaluate training needs a FILE of measured steps; it takes no --model, and of the charts"
                    + " --chart only");
        }
        Path file = collectives;
        TrainingRuns read = Progress.during(
                console,
                () -> "timing the communication of the steps",
                () -> TrainingRuns.read(file, platform, gpu, selector.selector()));
        TrainingEvaluation evaluation = TrainingEvaluation.of(read.runs());
        if (read.validity().size() == 1) {
            holdsFor(read.validity().get(0));
        } else {
            holdFor(read.validity());
        }
        ChartFile.write(chart, () -> evaluation.chart("Predicted over measured training steps"));
        output(
                out -> TrainingEvaluationOutput.text(evaluation, out),
                new TrainingEvaluationOutput.Evaluated(evaluation, List.copyOf(read.warnings())),
                out -> TrainingEvaluationOutput.csv(evaluation, out));
        common.warn(read.warnings(), console);
    }

    private void random() {
        if (models.size() > 2 || platform != null || chart != null || graphChart != null) {
            throw new InputException("evaluate random compares two models: give at most two --model, no --platform,"
                    + " and of the charts --histogram-chart only");
        }
        String one = models.isEmpty() ? "hierarchical-ethernet:asymmetric=true" : models.get(0);
        String other = models.size() == 2
                ? models.get(1)
                : models.isEmpty() ? "hierarchical-ethernet:asymmetric=false" : "max-min";
        int nodes = this.nodes == null ? RANDOM_NODES : this.nodes;
        double bytes = Quantity.parseAt("--size", size, Quantity.Kind.BYTES);
        Require.that(nodes >= 2, "--nodes", "2 or more", nodes);
        Require.that(
                racks >= 1 && nodes % racks == 0, "--racks", "1 or more, a divisor of the " + nodes + " nodes", racks);
        Require.that(repeat >= 1, "--repeat", "1 or more", repeat);
        Require.that(patterns >= 1, "--patterns", "1 or more", patterns);
        Require.that(bytes > 0, "--size", "more than 0 B", size);
        RandomPatterns.Settings settings = new RandomPatterns.Settings(nodes, racks, repeat, patterns, bytes);
        Registry registry = Registry.load();
        RandomPatterns.Comparison comparison = RandomPatterns.compare(
                settings,
                registry.sharing(ModelChoice.parse(one, "--model " + one)),
                registry.sharing(ModelChoice.parse(other, "--model " + other)),
                common.seed());
        if (comparison.messages() == 0) {
            throw new InputException("evaluate random: none of the " + patterns
                    + " patterns has a message, so that there is nothing to compare."
                    + " Raise --patterns, --repeat or --nodes");
        }
        ChartFile.write(
                histogramChart,
                () -> EvaluationCharts.histogram(
                        "Differences of two predictions",
                        one + " against " + other,
                        comparison.values(),
                        ErrorHistogram.BIN));
        output(
                out -> EvaluateOutput.text(comparison, one, other, out),
                new EvaluateOutput.Patterns(one, other, comparison),
                out -> EvaluateOutput.csv(comparison, out));
        common.warn(comparison.warnings(), console);
    }
}
