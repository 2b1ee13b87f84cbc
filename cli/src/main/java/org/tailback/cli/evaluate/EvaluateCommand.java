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
import org.tailback.cli.option.Given;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.Require;
import org.tailback.cli.training.TrainingEvaluationOutput;
import org.tailback.cli.training.TrainingRuns;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.fit.collective.Baseline;
import org.tailback.fit.collective.CollectiveEvaluation;
import org.tailback.fit.collective.FiveNumberStar;
import org.tailback.fit.collective.MeasuredCollectivesFile;
import org.tailback.fit.evaluation.Evaluation;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.platform.Validity;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.sharing.SharingModel;
import org.tailback.simulation.Attempt;
import org.tailback.study.training.TrainingEvaluation;
import org.tailback.units.ValueList;

/** Command that compares measured with predicted times. */
public final class EvaluateCommand extends Command {
    private static final String RANDOM = "random";
    private static final String COLLECTIVES = "collectives";
    private static final String TRAINING = "training";

    private final Given<String> measured = argument(String.class, "", "0", "", "MEASURED");

    private final Given<@Nullable Path> collectives = argument(Path.class, null, "1", "0..1", "FILE");

    private final Given<@Nullable Path> gpu = path("--gpu", "FILE");

    private final CollectivesOption selector = with(new CollectivesOption());

    private final Given<List<String>> models = list(String.class, "", new ArrayList<>(), "--model", "NAME[:k=v,...]");

    private final Given<@Nullable Path> platform = path("--platform", "FILE|NAME");

    private final Given<@Nullable Path> chart = path("--chart", "FILE");

    private final Given<@Nullable Path> histogramChart = path("--histogram-chart", "FILE");

    private final Given<@Nullable Path> graphChart = path("--graph-chart", "FILE");

    private final Given<@Nullable String> nodes = text("--nodes", "N,...");

    private final BenchmarkOptions benchmarkOptions = with(new BenchmarkOptions());

    private final RandomOptions random = with(new RandomOptions());

    @Override
    public void run() {
        List.of(chart, histogramChart, graphChart).forEach(file -> ChartFile.checkName(file.value()));
        String kind = measured.value();
        if (!kind.equals(RANDOM)) {
            random.requireNone();
        }
        if (nodes.value() != null && !List.of(RANDOM, COLLECTIVES).contains(kind)) {
            throw new InputException("--nodes is an option of 'evaluate random' and 'evaluate collectives': remove it");
        }
        if (collectives.value() != null && !List.of(TRAINING, COLLECTIVES).contains(kind)) {
            throw usage("evaluate takes one file of measured graphs, found a second argument '" + collectives.value()
                    + "'");
        }
        switch (kind) {
            case TRAINING -> training();
            case COLLECTIVES -> collectives();
            case RANDOM -> random();
            default -> graphs(Path.of(kind));
        }
    }

    private void graphs(Path file) {
        Utf8.requireFile(file, "file of measured graphs (or random)");
        MeasuredGraphsFile graphs = MeasuredGraphsFile.read(file);
        PlatformFile on = platform.value() == null ? null : PlatformFile.read(platform.value());
        List<SharingModel> chosen = models(on);
        List<Attempt<Evaluation>> attempts = chosen.stream()
                .map(model -> Attempt.of(() -> Evaluation.of(graphs.graphs(), model, on == null ? null : on.cluster())))
                .toList();
        List<Evaluation> evaluations = Attempt.standing(attempts);
        List<EvaluateOutput.Failed> failed =
                Attempt.failed(chosen, attempts, (model, reason) -> new EvaluateOutput.Failed(model.name(), reason));
        if (evaluations.size() > 1) {
            decides(EvaluateOutput.verdict(evaluations));
        }
        ChartFile.write(chart.value(), () -> EvaluationCharts.predictedOverMeasured(evaluations));
        ChartFile.write(histogramChart.value(), () -> EvaluationCharts.histogram(evaluations));
        ChartFile.write(graphChart.value(), () -> EvaluationCharts.perGraph(evaluations));
        output(
                out -> EvaluateOutput.text(evaluations, failed, out),
                new EvaluateOutput.Models(evaluations, failed),
                out -> EvaluateOutput.csv(evaluations, failed, out));
        common.warn(Attempt.warnings(attempts), console);
        evaluations.forEach(evaluation -> common.warn(evaluation.warnings(), console));
    }

    /** Returns the models of the options, or the platform's model. */
    private List<SharingModel> models(@Nullable PlatformFile on) {
        Registry registry = Registry.load();
        if (models.value().isEmpty()) {
            if (on == null) {
                throw Require.model("evaluate", registry);
            }
            return List.of(on.model(Overrides.NONE, registry));
        }
        return models.value().stream()
                .map(model -> on == null
                        ? registry.model(ModelChoice.parse(model, "--model " + model))
                        : on.model(Overrides.NONE.withModel(model), registry))
                .toList();
    }

    private void collectives() {
        if (collectives.value() == null || platform.value() == null) {
            throw usage("evaluate collectives needs a FILE of measured operations, and --platform");
        }
        if (models.value().size() > 1 || histogramChart.value() != null || graphChart.value() != null) {
            throw usage("evaluate collectives takes at most one --model, and --chart as the only chart");
        }
        MeasuredCollectivesFile file = MeasuredCollectivesFile.read(
                collectives.value(), benchmarkOptions.run(nodesOfCollectives(), collectives.value()));
        String model = models.value().isEmpty() ? null : models.value().get(0);
        PlatformFile predictedOn = PlatformFile.read(platform.value());
        Overrides overrides = Overrides.NONE.withModel(model);
        CollectiveEvaluation evaluation = Progress.during(
                console,
                () -> "predicting " + file.cells().size() + " cells",
                () -> CollectiveEvaluation.of(file.cells(), predictedOn, overrides));
        if (evaluation.rows().isEmpty()) {
            throw InputException.at(
                    String.valueOf(collectives.value()),
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
        holdsFor(PlatformValidity.of(
                String.valueOf(platform.value()),
                validity,
                evaluation.rows().stream()
                        .flatMap(row -> row.outside().stream())
                        .distinct()
                        .toList()));
        List<String> warnings = new ArrayList<>(file.warnings());
        warnings.addAll(outside());
        ChartFile.write(
                chart.value(),
                () -> EvaluationCharts.predictedOverMeasured(
                        "How close are predicted times to measured ones on " + file.machine() + "?", evaluation));
        output(
                out -> CollectivesOutput.text(evaluation, baseline, out),
                new CollectivesOutput.Evaluated(evaluation, baseline, warnings),
                out -> CollectivesOutput.csv(evaluation, out));
        common.warn(warnings, console);
    }

    private @Nullable Integer nodesOfCollectives() {
        if (nodes.value() == null) {
            return null;
        }
        List<Integer> counts = ValueList.counts("--nodes", nodes.value());
        Require.that(counts.size() == 1, "--nodes", "one number for collective operations", nodes.value());
        return counts.get(0);
    }

    private void training() {
        if (collectives.value() == null
                || !models.value().isEmpty()
                || histogramChart.value() != null
                || graphChart.value() != null) {
            throw usage("evaluate training needs a FILE of measured steps; it takes no --model, and --chart as"
                    + " the only chart");
        }
        Path file = collectives.value();
        TrainingRuns read = Progress.during(
                console,
                () -> "timing the communication of the steps",
                () -> TrainingRuns.read(file, platform.value(), gpu.value(), selector.selector()));
        TrainingEvaluation evaluation = TrainingEvaluation.of(read.runs());
        holdForOneOrMore(read.validity());
        ChartFile.write(chart.value(), () -> evaluation.chart("How close are predicted steps to measured ones?"));
        output(
                out -> TrainingEvaluationOutput.text(evaluation, out),
                new TrainingEvaluationOutput.Evaluated(evaluation, List.copyOf(read.warnings())),
                out -> TrainingEvaluationOutput.csv(evaluation, out));
        common.warn(read.warnings(), console);
    }

    private void random() {
        if (platform.value() != null || chart.value() != null || graphChart.value() != null) {
            throw new InputException("evaluate random compares two models: give at most two --model, no --platform,"
                    + " and --histogram-chart as the only chart");
        }
        RandomResult result = random.compare(nodes.value(), models.value(), common.seed());
        ChartFile.write(histogramChart.value(), result::chart);
        output(result::text, result, result::csv);
        common.warn(result.warnings(), console);
    }
}
