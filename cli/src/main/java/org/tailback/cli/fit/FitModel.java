package org.tailback.cli.fit;

import com.google.common.collect.Maps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.cli.render.TableColumns;
import org.tailback.fit.evaluation.Evaluation;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.graphs.MeasuredGraph;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.fit.modelfit.FreeParameter;
import org.tailback.fit.modelfit.ModelFit;
import org.tailback.output.Inline;
import org.tailback.registry.ModelChoice;

/** Command that fits the parameters of a sharing model to measured graphs. */
final class FitModel extends FitKind {
    /**
     * Result of the fit.
     *
     * @param fitted fitted parameters, and errors of graphs and messages
     * @param baselines leaveOneOutGraphError of simple models
     * @param baselinesFamilyOut leaveFamilyOutGraphError of simple models
     * @param warnings approximations, one sentence each
     */
    record Fitted(
            @Inline ModelFit.Result fitted,
            Map<String, Double> baselines,
            Map<String, Double> baselinesFamilyOut,
            List<String> warnings) {}

    private final Given<@Nullable String> model = text("--model", "NAME[:k=v,...]");

    private final Given<List<String>> parameters =
            list(String.class, "", new ArrayList<>(), "--parameter", "NAME=LOW:START:HIGH");

    @Override
    void fit() {
        String name = model.value() == null ? "tcp-proportional" : model.value();
        List<MeasuredGraph> graphs = MeasuredGraphsFile.read(file.value()).graphs();
        List<FreeParameter> free =
                parameters.value().stream().map(FreeParameter::parse).toList();
        ModelFit.Result fitted = ModelFit.fit(graphs, ModelChoice.parse(name, "--model " + name), free);
        Map<String, ModelFit.Result> baselines = new LinkedHashMap<>();
        PlatformFragment fragment = fitted.fragment(file.value().toString(), date());
        for (String baseline : List.of("max-min", "gigabit-ethernet", "uncontended")) {
            ModelFit.Result result = ModelFit.fit(graphs, ModelChoice.parse(baseline), List.of());
            baselines.put(baseline, result);
            fragment.comment("for comparison, " + baseline + " with "
                    + String.join(", ", result.parameters().keySet())
                            .replace(ModelFit.FACTOR, "one fitted factor for all times")
                    + ": leave-one-graph-out error " + percent(result.leaveOneOutError())
                    + (Double.isNaN(result.leaveFamilyOutError())
                            ? ""
                            : ", leave-one-family-out error " + percent(result.leaveFamilyOutError())));
        }
        Evaluation evaluation = fitted.evaluation();
        Fitted result = new Fitted(
                fitted,
                Maps.transformValues(baselines, ModelFit.Result::leaveOneOutError),
                Maps.transformValues(baselines, ModelFit.Result::leaveFamilyOutError),
                evaluation.warnings());
        TableColumns<Evaluation.GraphError> graphColumns = new TableColumns<Evaluation.GraphError>()
                .add("graph", Evaluation.GraphError::name)
                .add("error", Evaluation.GraphError::meanAbsoluteError)
                .add("errorLeftOut", graph -> fitted.leftOut().getOrDefault(graph.name(), Double.NaN))
                .add("errorFamilyLeftOut", graph -> fitted.familyLeftOut().getOrDefault(graph.name(), Double.NaN));
        output(fragment, result, out -> graphColumns.csv(out, evaluation.graphs()), List.of());
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "unknown" : Math.round(1000 * share) / 10.0 + " %";
    }
}
