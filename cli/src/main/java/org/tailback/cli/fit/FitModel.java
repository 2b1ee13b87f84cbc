package org.tailback.cli.fit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.graphs.MeasuredGraph;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.fit.modelfit.FreeParameter;
import org.tailback.fit.modelfit.ModelFit;
import org.tailback.registry.ModelChoice;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Parameters of a sharing model from measured graphs. */
@CommandLine.Command(
        name = "model",
        description = "Measured graphs to parameters of any model, with leave-one-graph-out error.")
final class FitModel extends FitKind {
    @Option(names = "--model", paramLabel = "NAME[:k=v,...]", description = "what to fit (default: tcp-proportional)")
    private @Nullable String model;

    @Option(
            names = "--parameter",
            paramLabel = "NAME=LOW:START:HIGH",
            description = "a parameter to fit, instead of the usual ones; may be repeated")
    private List<String> parameters = new ArrayList<>();

    @Override
    void fit() {
        String name = model == null ? "tcp-proportional" : model;
        List<MeasuredGraph> graphs = MeasuredGraphsFile.read(file).graphs();
        List<FreeParameter> free = parameters.stream().map(FreeParameter::parse).toList();
        ModelFit.Result fitted = ModelFit.fit(graphs, ModelChoice.parse(name, "--model " + name), free);
        Map<String, ModelFit.Result> baselines = new LinkedHashMap<>();
        PlatformFragment fragment = fitted.fragment(file.toString(), DataDate.of(file));
        for (String baseline : List.of("max-min", "gigabit-ethernet", "uncontended")) {
            ModelFit.Result result = ModelFit.fit(graphs, ModelChoice.parse(baseline), List.of());
            baselines.put(baseline, result);
            fragment.comment("for comparison, " + baseline + " fitted in "
                    + String.join(", ", result.parameters().keySet()).replace(ModelFit.PACE, "one factor of all times")
                    + ": graphs left out " + percent(result.leaveOneOutError())
                    + (Double.isNaN(result.leaveFamilyOutError())
                            ? ""
                            : ", families left out " + percent(result.leaveFamilyOutError())));
        }
        output(fragment, json -> FitOutput.json(fitted, baselines, json), out -> FitOutput.csv(fitted, out), List.of());
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "unknown" : Math.round(1000 * share) / 10.0 + " %";
    }
}
