package org.tailback.platformfile;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Range;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.platform.Domain;
import org.tailback.platform.Domain.Allowed;
import org.tailback.platform.KeyedResiduals;
import org.tailback.settings.Settings;
import org.tailback.stability.Beta;
import org.tailback.units.Quantity;

/**
 * Text form of keyed residuals: the keys of factors, and under all other keys the values for which the factors are
 * valid. The key {@code cells} has no effect.
 *
 * <pre>
 * - {program: hpl, nb: "64, 128", bcast: 2ring, n: 50000..500000, low: 0.96, high: 1.04, cells: 14}
 * - {gpu: a100, precision: bf16, sequence: 1024..2048, low: 0.84, high: 1.1, cells: 81}
 * </pre>
 */
@Beta
public final class DomainText {
    private static final Splitter COMMAS = Splitter.on(',').trimResults().omitEmptyStrings();
    private static final List<String> FACTORS = List.of("low", "high", "cells");

    private DomainText() {}

    /**
     * Returns the entries of a list.
     *
     * @param section section with the list
     * @param key key of the list; without it there are no entries
     * @param coverage probability of the intervals, 0 to 1
     * @throws InputException if an entry has no factors, or factors out of their domain
     */
    public static KeyedResiduals residuals(Settings section, String key, double coverage) {
        List<KeyedResiduals.Entry> entries =
                section.sectionsIfAny(key).stream().map(DomainText::entry).toList();
        return entries.isEmpty() ? KeyedResiduals.NONE : new KeyedResiduals(coverage, entries);
    }

    private static KeyedResiduals.Entry entry(Settings item) {
        ImmutableMap.Builder<String, Allowed> keys = ImmutableMap.builder();
        for (String key : item.keys()) {
            if (!FACTORS.contains(key)) {
                keys.put(key, allowed(item.text(key)));
            }
        }
        double low = item.number("low");
        double high = item.number("high");
        if (!(low > 0 && low <= 1 && high >= 1)) {
            throw item.problem("low", "'low' must be above 0 and at most 1, and 'high' at least 1", "");
        }
        return new KeyedResiduals.Entry(new Domain(keys.buildOrThrow()), low, high);
    }

    private static Allowed allowed(String text) {
        ImmutableSet.Builder<String> words = ImmutableSet.builder();
        ImmutableSet.Builder<Range<Double>> numbers = ImmutableSet.builder();
        for (String item : COMMAS.split(text)) {
            Range<Double> range = range(item, DomainText::number);
            if (range == null) {
                words.add(item);
            } else {
                numbers.add(range);
            }
        }
        return new Allowed(words.build(), ImmutableRangeSet.unionOf(numbers.build()));
    }

    private static double number(String text) {
        try {
            return Quantity.parse(text, Quantity.Kind.NUMBER);
        } catch (InputException e) {
            return Double.NaN;
        }
    }

    /**
     * Returns the text of residuals for {@link #residuals}, under the key {@code residuals}; empty without entries.
     *
     * @param indent indentation of each line
     */
    public static String yaml(KeyedResiduals residuals, String indent) {
        if (residuals.entries().isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(indent + "residuals:\n");
        for (KeyedResiduals.Entry entry : residuals.entries()) {
            text.append(indent).append("  - {");
            entry.domain().keys().forEach((key, allowed) -> text.append(key + ": \"" + text(allowed) + "\", "));
            text.append(String.format(Locale.ROOT, "low: %.4g, high: %.4g}%n", entry.low(), entry.high()));
        }
        return text.toString();
    }

    private static String text(Allowed allowed) {
        return Stream.concat(
                        allowed.words().stream().sorted(),
                        allowed.numbers().asRanges().stream()
                                .map(range -> range.lowerEndpoint().equals(range.upperEndpoint())
                                        ? text(range.lowerEndpoint())
                                        : text(range.lowerEndpoint()) + ".." + text(range.upperEndpoint())))
                .collect(Collectors.joining(", "));
    }

    private static String text(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    /**
     * Returns the range of a text {@code 4}, {@code 4..16} or {@code 4..} (no upper bound); null for any other form.
     */
    static @Nullable Range<Double> range(String text, ToDoubleFunction<String> parser) {
        int dots = text.indexOf("..");
        double least =
                parser.applyAsDouble(dots < 0 ? text : text.substring(0, dots).strip());
        if (dots >= 0 && text.substring(dots + 2).isBlank()) {
            return Double.isNaN(least) ? null : Range.atLeast(least);
        }
        double most =
                dots < 0 ? least : parser.applyAsDouble(text.substring(dots + 2).strip());
        return least <= most ? Range.closed(least, most) : null;
    }
}
