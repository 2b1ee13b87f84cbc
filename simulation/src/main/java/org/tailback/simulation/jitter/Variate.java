package org.tailback.simulation.jitter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;
import org.tailback.units.Quantity;
import umontreal.ssj.probdist.ExponentialDist;
import umontreal.ssj.probdist.GammaDist;
import umontreal.ssj.probdist.LognormalDist;
import umontreal.ssj.probdist.NormalDist;
import umontreal.ssj.probdist.ParetoDist;

/**
 * A non-negative random quantity, drawn by inversion: each uniform number yields one value, so two variants with the
 * same stream have corresponding values. Negative values of a distribution are replaced by 0.
 *
 * <p>The notation is {@code NAME:PARAMETER:…}:
 *
 * <ul>
 *   <li>{@code constant:x}
 *   <li>{@code uniform:least:greatest}
 *   <li>{@code normal:mean:deviation}, truncated at 0
 *   <li>{@code lognormal:mean:deviation}, where both parameters describe the quantity itself, not its logarithm
 *   <li>{@code gamma:mean:deviation}
 *   <li>{@code exponential:mean}
 *   <li>{@code pareto:least:shape}: P(X > x) = (least / x)^shape; rare large values
 * </ul>
 */
public final class Variate {
    /** Parameters by the name of the distribution, in their notation. */
    private static final Map<String, String> PARAMETERS = new TreeMap<>(Map.of(
            "constant", "x",
            "uniform", "least:greatest",
            "normal", "mean:deviation",
            "lognormal", "mean:deviation",
            "gamma", "mean:deviation",
            "exponential", "mean",
            "pareto", "least:shape"));

    private final String text;
    private final DoubleUnaryOperator inverse;

    private Variate(String text, DoubleUnaryOperator inverse) {
        this.text = text;
        this.inverse = inverse;
    }

    /**
     * Parses a distribution.
     *
     * @param kind kind of its parameters, except the shape of pareto, which is a number
     * @throws InputException if the text is not a distribution
     */
    public static Variate parse(String text, Quantity.Kind kind) {
        String[] parts = text.strip().split(":", -1);
        String name = parts[0].strip();
        String parameters = PARAMETERS.get(name);
        if (parameters == null) {
            throw new InputException("unknown distribution '" + name + "'. "
                    + Suggestion.of(name, PARAMETERS.keySet()) + "Distributions: "
                    + String.join(", ", PARAMETERS.keySet()));
        }
        if (parts.length != 1 + parameters.split(":", -1).length) {
            throw new InputException("expected " + name + ":" + parameters + ", found '" + text.strip() + "'");
        }
        List<Double> values = new ArrayList<>();
        for (int i = 1; i < parts.length; i++) {
            boolean shape = name.equals("pareto") && i == 2;
            double value = Quantity.parse(parts[i].strip(), shape ? Quantity.Kind.NUMBER : kind);
            if (value < 0 || shape && value == 0) {
                throw new InputException("'" + text.strip() + "': parameters must be "
                        + (shape ? "greater than 0" : "0 or more") + ", found '" + parts[i].strip() + "'");
            }
            values.add(value);
        }
        if (name.equals("uniform") && values.get(0) > values.get(1)) {
            throw new InputException("'" + text.strip() + "': its least value is above its greatest");
        }
        return new Variate(text.strip(), inverse(name, values));
    }

    /**
     * Returns a variate drawn from a sample of at least one value, with linear interpolation between neighbouring
     * values.
     */
    static Variate ofSample(String text, double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int last = sorted.length - 1;
        return new Variate(text, u -> {
            double position = Math.max(0, Math.min(last, u * sorted.length - 0.5));
            int below = (int) position;
            return sorted[below] + (position - below) * (sorted[Math.min(last, below + 1)] - sorted[below]);
        });
    }

    private static DoubleUnaryOperator inverse(String name, List<Double> values) {
        double first = values.get(0);
        double second = values.size() > 1 ? values.get(1) : 0;
        boolean fixed = first == 0 && !name.equals("normal") && !name.equals("uniform")
                || second == 0 && (name.equals("normal") || name.equals("lognormal") || name.equals("gamma"));
        if (fixed) {
            return u -> first;
        }
        return switch (name) {
            case "constant" -> u -> first;
            case "uniform" -> u -> first + u * (second - first);
            case "normal" -> u -> NormalDist.inverseF(first, second, u);
            case "lognormal" -> {
                double variance = Math.log1p(second / first * (second / first));
                double mu = Math.log(first) - variance / 2;
                yield u -> LognormalDist.inverseF(mu, Math.sqrt(variance), u);
            }
            case "gamma" -> {
                double shape = first / second * (first / second);
                yield u -> GammaDist.inverseF(shape, shape / first, 15, u);
            }
            case "exponential" -> u -> ExponentialDist.inverseF(1 / first, u);
            case "pareto" -> u -> ParetoDist.inverseF(second, first, u);
            default -> throw new AssertionError(name);
        };
    }

    /**
     * Returns the quantile: the value below which the given share of all values lies.
     *
     * @param share greater than 0, below 1
     * @return finite, >= 0
     */
    public double quantile(double share) {
        return Math.max(0, inverse.applyAsDouble(share));
    }

    /** Returns the text from which the variate was parsed. */
    @Override
    public String toString() {
        return text;
    }
}
