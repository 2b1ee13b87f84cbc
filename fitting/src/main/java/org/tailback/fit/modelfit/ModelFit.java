package org.tailback.fit.modelfit;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import com.google.common.collect.Streams;
import com.google.common.primitives.Doubles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hipparchus.exception.MathIllegalStateException;
import org.hipparchus.optim.InitialGuess;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.PointValuePair;
import org.hipparchus.optim.SimpleValueChecker;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.nonlinear.scalar.MultivariateFunctionMappingAdapter;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunction;
import org.hipparchus.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.hipparchus.optim.nonlinear.scalar.noderiv.SimplexOptimizer;
import org.tailback.error.InputException;
import org.tailback.fit.evaluation.Evaluation;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.graphs.MeasuredGraph;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/**
 * Fit of the parameters of a bandwidth-sharing model to measured graphs, and estimate of its error on other graphs.
 *
 * <p>The fit minimises the mean over all graphs of the mean absolute error. This mean is not differentiable everywhere,
 * so the search uses the simplex method of Nelder and Mead inside the given bounds. The search may end in a local
 * minimum. It is therefore restarted once at its end, and repeated from starts with one parameter low and the others
 * high. A model without free parameters is fitted with one constant, a factor of all its times.
 *
 * <p>Each graph is also left out once: it is predicted with parameters fitted to all other graphs, in a search that
 * begins at the parameters of all graphs. The error is the expected error of a new graph like the measured graphs. It
 * is too small if graphs resemble each other (stars of 2, 3 and 4 messages). Therefore whole families, which are graphs
 * whose names begin with the same letters, are also left out. Their error is closer to the expected error of a graph of
 * another kind.
 *
 * <p>The cost is a few hundred predictions of all graphs, and the same number again for every five graphs and families
 * that are left out. The fit is deterministic.
 */
public final class ModelFit {
    private static final int EVALUATIONS = 400;
    private static final int EVALUATIONS_LEFT_OUT = 80;
    /**
     * Fraction of the error by which another start must be better, so that rounding does not decide between equal
     * results.
     */
    private static final double LOCAL = 1e-3;
    /** Name of the only parameter of a model without free parameters: a factor of all predicted times, > 0. */
    public static final String FACTOR = "pace";

    private final ModelChoice choice;
    private final List<FreeParameter> free;
    private final boolean hasOnlyFactor;
    private final Registry registry = Registry.load();

    private ModelFit(ModelChoice choice, List<FreeParameter> parameters) {
        this.choice = choice;
        this.hasOnlyFactor = parameters.isEmpty();
        this.free = hasOnlyFactor ? List.of(new FreeParameter(FACTOR, 0.2, 1, 5)) : ImmutableList.copyOf(parameters);
        if (free.stream().map(FreeParameter::name).distinct().count() < free.size()) {
            throw new InputException("two free parameters have the same name. Give each --parameter once");
        }
    }

    /**
     * Result of a fit.
     *
     * @param model name of the model
     * @param parameters fitted parameters, by key; {@link #FACTOR} for a model without parameters
     * @param fixed the remaining parameters as given
     * @param evaluation of the fitted model on all graphs
     * @param leftOut error of each graph that was left out of the fit, by name, in the order of the graphs
     * @param familyLeftOut error of each graph whose family was left out of the fit, by name; empty for one family
     */
    public record Result(
            String model,
            Map<String, Double> parameters,
            @NoOutput Map<String, String> fixed,
            @NoOutput Evaluation evaluation,
            ImmutableMap<String, Double> leftOut,
            ImmutableMap<String, Double> familyLeftOut) {
        /** Returns the mean relative error of the graphs. */
        @Output(after = "parameters")
        public double meanGraphError() {
            return evaluation.meanGraphError();
        }

        /** Returns the mean relative error of the messages. */
        @Output(after = "meanGraphError")
        public double meanMessageError() {
            return evaluation.meanMessageError();
        }

        /**
         * Returns the mean error of the left-out graphs: the expected error of a new graph like the measured graphs.
         */
        @Output(name = "leaveOneOutGraphError", after = "meanMessageError")
        public double leaveOneOutError() {
            return mean(leftOut);
        }

        /**
         * Returns the mean error of the graphs whose families were left out: the expected error of a graph of another
         * kind. Returns NaN for a single family.
         */
        @Output(name = "leaveFamilyOutGraphError", after = "leaveOneOutMessageError")
        public double leaveFamilyOutError() {
            return mean(familyLeftOut);
        }

        private static double mean(Map<String, Double> errors) {
            return errors.values().stream().mapToDouble(each -> each).average().orElse(Double.NaN);
        }

        /** Returns the mean error of the messages of graphs that were left out. */
        @Output(after = "leaveOneOutError")
        public double leaveOneOutMessageError() {
            double sum = 0;
            for (int i = 0; i < leftOut.size(); i++) {
                sum += leftOut.values().asList().get(i)
                        * evaluation.graphs().get(i).messages().size();
            }
            return sum / evaluation.relativeErrors().length;
        }

        /** Returns the section {@code network} of a platform file. */
        public PlatformFragment fragment(String source, String date) {
            PlatformFragment fragment = new PlatformFragment()
                    .comment(model + " fitted to " + evaluation.graphs().size() + " graphs of " + source + ", " + date)
                    .comment("mean error " + percent(evaluation.meanGraphError())
                            + " per graph; of graphs left out of the fit " + percent(leaveOneOutError())
                            + (familyLeftOut.isEmpty()
                                    ? ""
                                    : ", of whole families left out " + percent(leaveFamilyOutError())))
                    .line(0, "network:")
                    .line(1, "model: " + model);
            fixed.forEach((key, value) -> fragment.line(1, key + ": \"" + value + "\""));
            parameters.forEach((key, value) -> {
                if (key.equals(FACTOR)) {
                    fragment.comment("multiply all predicted times by " + value
                            + ": divide the bandwidth of the cost by the factor");
                } else {
                    fragment.line(1, key + ": " + PlatformFragment.number(value));
                }
            });
            return fragment;
        }

        private static String percent(double share) {
            return Math.round(1000 * share) / 10.0 + " %";
        }
    }

    /**
     * Fits a model.
     *
     * @param choice the model, with its fixed parameters
     * @param parameters to fit; empty for the usual parameters of the model
     * @throws InputException if there is no such model, a key is unknown, or a parameter is both given and to be fitted
     */
    public static Result fit(List<MeasuredGraph> graphs, ModelChoice choice, List<FreeParameter> parameters) {
        List<FreeParameter> wanted = new ArrayList<>();
        for (FreeParameter parameter : parameters.isEmpty() ? FreeParameter.usual(choice.name()) : parameters) {
            boolean given = choice.settings().has(parameter.name());
            if (given && !parameters.isEmpty()) {
                throw InputException.at(
                        choice.place(),
                        "'" + parameter.name() + "' is given and to be fitted",
                        "Remove one of the two");
            }
            if (!given) {
                wanted.add(parameter);
            }
        }
        return new ModelFit(choice, wanted).run(graphs);
    }

    private Result run(List<MeasuredGraph> graphs) {
        model(start());
        double[] best = minimise(graphs, start(), EVALUATIONS);
        best = minimise(graphs, best, EVALUATIONS / 2);
        for (int low = 0; low < free.size() && free.size() > 1; low++) {
            double[] other = minimise(graphs, corner(low), EVALUATIONS / 2);
            if (error(graphs, other) < error(graphs, best) * (1 - LOCAL)) {
                best = minimise(graphs, other, EVALUATIONS / 2);
            }
        }
        Map<String, Double> leftOut = new LinkedHashMap<>();
        Map<String, Double> familyLeftOut = new LinkedHashMap<>();
        Map<String, double[]> withoutFamily = new LinkedHashMap<>();
        long families =
                graphs.stream().map(graph -> family(graph.name())).distinct().count();
        for (int i = 0; i < graphs.size() && graphs.size() > 1; i++) {
            List<MeasuredGraph> others = new ArrayList<>(graphs);
            MeasuredGraph left = others.remove(i);
            double[] start = best;
            double[] without = minimise(others, start, EVALUATIONS_LEFT_OUT);
            String name = leftOut.containsKey(left.name()) ? left.name() + "#" + i : left.name();
            leftOut.put(name, error(List.of(left), without));
            if (families > 1) {
                String family = family(left.name());
                double[] parameters = withoutFamily.computeIfAbsent(
                        family,
                        key -> minimise(
                                graphs.stream()
                                        .filter(graph -> !family(graph.name()).equals(family))
                                        .toList(),
                                start,
                                EVALUATIONS_LEFT_OUT));
                familyLeftOut.put(name, error(List.of(left), parameters));
            }
        }
        return new Result(
                choice.name(),
                named(best),
                Maps.toMap(choice.settings().keys(), choice.settings()::text),
                evaluate(graphs, best),
                ImmutableMap.copyOf(leftOut),
                ImmutableMap.copyOf(familyLeftOut));
    }

    private ImmutableMap<String, Double> named(double[] values) {
        return Streams.zip(
                        free.stream(),
                        Doubles.asList(values).stream(),
                        (parameter, value) -> Map.entry(parameter.name(), value))
                .collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Returns the leading letters of a name; the whole name if it does not begin with a letter. */
    static String family(String name) {
        int end = 0;
        while (end < name.length() && Character.isLetter(name.charAt(end))) {
            end++;
        }
        return end == 0 ? name : name.substring(0, end);
    }

    private double[] start() {
        return free.stream().mapToDouble(FreeParameter::start).toArray();
    }

    /**
     * Returns a start with one parameter at a quarter of its range and all others at three quarters of their ranges.
     */
    private double[] corner(int low) {
        double[] corner = new double[free.size()];
        for (int i = 0; i < corner.length; i++) {
            FreeParameter parameter = free.get(i);
            corner[i] = parameter.low() + (i == low ? 0.25 : 0.75) * (parameter.high() - parameter.low());
        }
        return corner;
    }

    private SharingModel model(double[] values) {
        Settings fitted = Settings.ofScalars(
                choice.name(),
                choice.place(),
                hasOnlyFactor ? Map.of() : Maps.transformValues(named(values), String::valueOf));
        return registry.model(
                new ModelChoice(choice.name(), choice.place(), choice.settings().overriddenBy(fitted)));
    }

    private Evaluation evaluate(List<MeasuredGraph> graphs, double[] values) {
        if (!hasOnlyFactor) {
            return Evaluation.of(graphs, model(values));
        }
        List<MeasuredGraph> scaled = graphs.stream()
                .map(graph -> new MeasuredGraph(
                        graph.name(),
                        graph.graph(),
                        graph.seconds(),
                        graph.referenceTime() * values[0],
                        graph.referenceBytes()))
                .toList();
        return Evaluation.of(scaled, model(values));
    }

    private double error(List<MeasuredGraph> graphs, double[] values) {
        return evaluate(graphs, values).meanGraphError();
    }

    private double[] minimise(List<MeasuredGraph> graphs, double[] start, int evaluations) {
        double[] low = free.stream().mapToDouble(FreeParameter::low).toArray();
        double[] high = free.stream().mapToDouble(FreeParameter::high).toArray();
        List<PointValuePair> tried = new ArrayList<>(List.of(new PointValuePair(start, error(graphs, start))));
        MultivariateFunctionMappingAdapter inside = new MultivariateFunctionMappingAdapter(
                values -> {
                    tried.add(new PointValuePair(values, error(graphs, values)));
                    return tried.get(tried.size() - 1).getValue();
                },
                low,
                high);
        double[] guess = new double[start.length];
        for (int i = 0; i < start.length; i++) {
            // the adapter maps the bounds themselves to infinity
            double margin = 1e-4 * (high[i] - low[i]);
            guess[i] = Math.max(low[i] + margin, Math.min(high[i] - margin, start[i]));
        }
        try {
            new SimplexOptimizer(new SimpleValueChecker(1e-6, 1e-7))
                    .optimize(
                            new MaxEval(evaluations),
                            new ObjectiveFunction(inside),
                            GoalType.MINIMIZE,
                            new InitialGuess(inside.boundedToUnbounded(guess)),
                            new NelderMeadSimplex(start.length, 0.3));
        } catch (MathIllegalStateException e) {
            // the limit of evaluations was reached
        }
        // the first of equally good points
        return Collections.min(tried, Comparator.comparingDouble(PointValuePair::getValue))
                .getPoint();
    }
}
