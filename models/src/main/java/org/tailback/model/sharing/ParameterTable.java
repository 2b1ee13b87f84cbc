package org.tailback.model.sharing;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/**
 * Table of the parameters of a model or of a section of a platform file. Listings, reading and the model's own checks
 * use the same names, defaults and domains. Each parameter is one line of text in one of the forms
 *
 * <pre>
 * key | default | meaning                             read by the model; the default is a text for listings
 * key | default | domain | meaning [| symbol]         a number, for example with the domain {@code >= 0 and < 1}
 * </pre>
 *
 * <p>A number without a default is 0 unless it is given. It must be given if 0 is outside its domain. Its listed
 * meaning omits the domain. Tables are immutable.
 */
public final class ParameterTable {
    private record Number(String key, double standard, Range<Double> domain, String domainInWords) {}

    private final ImmutableList<Parameter> parameters;
    private final ImmutableList<Number> numbers;

    private ParameterTable(List<Parameter> parameters, List<Number> numbers) {
        this.parameters = ImmutableList.copyOf(parameters);
        this.numbers = ImmutableList.copyOf(numbers);
    }

    /** Returns the table defined by a text. */
    public static ParameterTable of(String lines) {
        List<Parameter> parameters = new ArrayList<>();
        List<Number> numbers = new ArrayList<>();
        for (String line : lines.split("\n")) {
            String[] cells = line.split("\\|", 5);
            Arrays.setAll(cells, i -> cells[i].strip());
            String meaning = cells[cells.length == 3 ? 2 : 3];
            if (cells.length > 3) {
                boolean hasDefault = !cells[1].isEmpty();
                double standard = hasDefault ? Double.parseDouble(cells[1]) : 0;
                numbers.add(new Number(cells[0], standard, range(cells[2]), cells[2]));
                meaning += (hasDefault ? ", " + cells[2] : "") + (cells.length > 4 ? " (" + cells[4] + ")" : "");
            }
            parameters.add(new Parameter(cells[0], cells[1], meaning));
        }
        return new ParameterTable(parameters, numbers);
    }

    private static Range<Double> range(String domain) {
        Range<Double> range = Range.all();
        String[] words = domain.split(" ");
        for (int i = 0; i < words.length; i += 3) {
            double end = Double.parseDouble(words[i + 1]);
            range = range.intersection(
                    switch (words[i]) {
                        case ">" -> Range.greaterThan(end);
                        case ">=" -> Range.atLeast(end);
                        case "<" -> Range.lessThan(end);
                        default -> Range.atMost(end);
                    });
        }
        return range;
    }

    /** Returns the descriptions for listings, in the order of the lines. */
    public List<Parameter> parameters() {
        return parameters;
    }

    /** Returns this table followed by the lines of another table. */
    public ParameterTable and(ParameterTable other) {
        return new ParameterTable(
                Stream.concat(parameters.stream(), other.parameters.stream()).toList(),
                Stream.concat(numbers.stream(), other.numbers.stream()).toList());
    }

    /** Returns this table without the given keys, which must not be keys of numbers. */
    public ParameterTable without(Collection<String> keys) {
        return new ParameterTable(
                parameters.stream().filter(each -> !keys.contains(each.name())).toList(), numbers);
    }

    /** Returns the description of a model with these parameters. */
    public Description describe(String name, String summary, String reference) {
        return new Description(name, summary, reference, parameters);
    }

    /** Returns settings in which missing parameters are filled with the texts of their defaults. */
    public Settings filled(Settings settings) {
        Map<String, String> defaults = parameters.stream()
                .filter(parameter -> !parameter.defaultValue().isEmpty())
                .collect(Collectors.toMap(Parameter::name, Parameter::defaultValue));
        return Settings.ofScalars(settings.name(), settings.place(), defaults).overriddenBy(settings);
    }

    /** Returns the defaults of all numbers, in the order of the lines. */
    public double[] defaults() {
        return numbers.stream().mapToDouble(Number::standard).toArray();
    }

    /**
     * Reads all numbers, in the order of the lines; missing numbers have their defaults.
     *
     * @throws org.tailback.error.InputException if a number is outside its domain
     */
    public double[] read(Settings settings) {
        return read(settings, defaults());
    }

    /** Reads all numbers, with other defaults. */
    public double[] read(Settings settings, double... defaults) {
        double[] values = new double[numbers.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = read(settings, numbers.get(i), defaults[i]);
        }
        return values;
    }

    /** Reads one number under the rules of {@link #read(Settings)}. */
    public double number(Settings settings, String key) {
        Number number = numbers.stream()
                .filter(each -> each.key.equals(key))
                .findFirst()
                .orElseThrow();
        return read(settings, number, number.standard);
    }

    private static double read(Settings settings, Number number, double otherwise) {
        double value = settings.number(number.key, otherwise);
        if (!number.domain.contains(value)) {
            String expected = "'" + number.key + "' must be " + number.domainInWords;
            throw settings.problem(number.key, expected + ", found '" + settings.text(number.key) + "'", "");
        }
        return value;
    }

    /** Reads one whole number under the rules of {@link #number}. */
    public int whole(Settings settings, String key) {
        return settings.integer(key, (int) number(settings, key));
    }

    /**
     * Checks the values of a model's numbers, in the order of the lines.
     *
     * @throws IllegalArgumentException if a number is outside its domain or not finite
     */
    public void check(double... values) {
        for (int i = 0; i < values.length; i++) {
            Number number = numbers.get(i);
            Preconditions.checkArgument(
                    number.domain.contains(values[i]) && values[i] < Double.POSITIVE_INFINITY,
                    "%s must be finite and %s: %s",
                    number.key,
                    number.domainInWords,
                    values[i]);
        }
    }
}
