package org.tailback.model.sharing;

import com.google.common.base.Preconditions;
import com.google.common.collect.BoundType;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Range;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/**
 * A number of a model or a section of a platform file, stated once: listings, reading and the model's own check use the
 * same name, default and domain.
 *
 * @param name its key in settings
 * @param standard the default
 * @param domain the values allowed; infinity never is
 * @param meaning for listings, with the unit; its domain is added
 * @param symbol of the paper; empty if it has none
 */
public record NumberParameter(String name, double standard, Range<Double> domain, String meaning, String symbol) {
    /** Creates a parameter without a symbol. */
    public NumberParameter(String name, double standard, Range<Double> domain, String meaning) {
        this(name, standard, domain, meaning, "");
    }

    /** Returns the descriptions of parameters, in this order. */
    public static List<Parameter> described(NumberParameter... parameters) {
        return Arrays.stream(parameters).map(parameter -> parameter.described()).toList();
    }

    /**
     * Returns the parameters of a table for listings: a line {@code key | default | meaning} for each, the default
     * empty
     * if there is none; a line with a key alone is replaced by the number of this name.
     */
    public static ImmutableList<Parameter> table(String lines, NumberParameter... numbers) {
        ImmutableList.Builder<Parameter> parameters = ImmutableList.builder();
        for (String line : lines.split("\n")) {
            String[] cells = line.split("\\|", 3);
            if (cells.length == 3) {
                parameters.add(new Parameter(cells[0].strip(), cells[1].strip(), cells[2].strip()));
            } else {
                Arrays.stream(numbers)
                        .filter(number -> number.name.equals(line))
                        .forEach(number -> parameters.add(number.described()));
            }
        }
        return parameters.build();
    }

    /** Returns the description for listings. */
    public Parameter described() {
        return new Parameter(
                name,
                plain(standard),
                meaning + ", " + domainInWords() + (symbol.isEmpty() ? "" : " (" + symbol + ")"));
    }

    /**
     * Reads the number; the default if it is not given.
     *
     * @throws org.tailback.error.InputException if it is outside of the domain
     */
    public double read(Settings settings) {
        return read(settings, standard);
    }

    /** Reads the number, with another default. */
    public double read(Settings settings, double otherwise) {
        double number = settings.number(name, otherwise);
        if (!domain.contains(number)) {
            throw settings.problem(
                    name, "'" + name + "' must be " + domainInWords() + ", found '" + settings.text(name) + "'", "");
        }
        return number;
    }

    /** Reads a number that has no default. */
    public double readRequired(Settings settings) {
        return read(settings, settings.number(name));
    }

    /** Reads a whole number. */
    public int readWhole(Settings settings) {
        int number = settings.integer(name, (int) standard);
        read(settings, number);
        return number;
    }

    /**
     * Checks a value of the model.
     *
     * @throws IllegalArgumentException if it is outside of the domain or not finite
     */
    public void check(double value) {
        Preconditions.checkArgument(
                domain.contains(value) && value < Double.POSITIVE_INFINITY,
                "%s must be finite and %s: %s",
                name,
                domainInWords(),
                value);
    }

    /** Returns the domain in words, such as {@code ">= 0 and < 1"}. */
    private String domainInWords() {
        String lower = domain.hasLowerBound()
                ? (domain.lowerBoundType() == BoundType.CLOSED ? ">= " : "> ") + plain(domain.lowerEndpoint())
                : "";
        String upper = domain.hasUpperBound()
                ? (domain.upperBoundType() == BoundType.CLOSED ? "<= " : "< ") + plain(domain.upperEndpoint())
                : "";
        return lower + (lower.isEmpty() || upper.isEmpty() ? "" : " and ") + upper;
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
