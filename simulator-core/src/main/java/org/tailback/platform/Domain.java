package org.tailback.platform;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.tailback.stability.Beta;
import org.tailback.units.SizeUnits;

/**
 * Set of runs for which a platform's numbers are valid, given as allowed values by key. Only keys that both the run and
 * the domain contain are compared.
 *
 * <p><b>Worked example</b> ({@code DomainTest}). HPL was measured with blocks of 128 columns and N from 50,000 to
 * 500,000. A run with blocks of 256 and N = 100,000 is outside: {@code nb 256 (measured: 128)}.
 *
 * @param keys allowed values by key, in the order of messages
 */
@Beta
public record Domain(Map<String, Allowed> keys) {
    /** Domain of all runs. */
    public static final Domain ALL = new Domain(ImmutableMap.of());

    /** Largest number of doublings of sizes outside the measured range for which predictions have (wider) intervals. */
    private static final double FAR_SIZES = 3;

    /** Keys with numeric ranges outside which predictions have wider intervals instead of none. */
    private static final Set<String> WIDENING = Set.of(Use.RANKS, Use.NODES, Use.SIZES);

    /**
     * The allowed values of a key.
     *
     * @param words allowed words, in any order
     * @param numbers allowed ranges, possibly with gaps between them, in the unit of the key: bytes for sizes,
     *     otherwise numbers without a unit
     */
    public record Allowed(Set<String> words, RangeSet<Double> numbers) {
        public Allowed {
            words = ImmutableSet.copyOf(words);
            numbers = ImmutableRangeSet.copyOf(numbers);
        }

        /** Returns allowed values with these words and no numbers. */
        public static Allowed of(Set<String> words) {
            return new Allowed(words, ImmutableRangeSet.of());
        }

        /** Returns allowed values with the numbers in these ranges, which must not overlap, and no words. */
        public static Allowed of(List<Range<Double>> numbers) {
            return new Allowed(ImmutableSet.of(), ImmutableRangeSet.unionOf(numbers));
        }

        @SuppressWarnings("unchecked")
        private boolean contains(Object value) {
            return value instanceof Range<?> range
                    ? numbers.encloses((Range<Double>) range)
                    : words.contains(String.valueOf(value));
        }
    }

    public Domain {
        keys = ImmutableMap.copyOf(keys);
    }

    /**
     * Returns the smallest domain that contains the runs: the keys common to all runs, each with all of its words and
     * the range from its smallest to its largest number. O(runs x keys).
     *
     * @param runs runs, at least one
     */
    @SuppressWarnings("unchecked")
    public static Domain of(Collection<Use> runs) {
        ImmutableMap.Builder<String, Allowed> keys = ImmutableMap.builder();
        for (String key : runs.iterator().next().values().keySet()) {
            List<Object> values = runs.stream()
                    .map(run -> run.values().get(key))
                    .filter(Objects::nonNull)
                    .toList();
            if (values.size() < runs.size()) {
                continue;
            }
            keys.put(
                    key,
                    values.get(0) instanceof Range<?>
                            ? Allowed.of(List.of(values.stream()
                                    .map(value -> (Range<Double>) value)
                                    .reduce(Range::span)
                                    .orElseThrow()))
                            : Allowed.of(values.stream().map(String::valueOf).collect(Collectors.toSet())));
        }
        return new Domain(keys.buildOrThrow());
    }

    /**
     * Returns the keys for which a run is outside the domain, one clause each, such as {@code nb 256 (measured: 128)}.
     * O(keys).
     *
     * @param origin source of the allowed values, such as {@code measured}
     */
    public List<String> outside(Use use, String origin) {
        return leftBy(use).map(key -> clause(key, use, origin)).toList();
    }

    /**
     * Returns the clauses of {@link #outside}, and a clause for each key that the run lacks: {@code no nb (measured:
     * 128)}. O(keys).
     */
    List<String> outsideOrMissing(Use use, String origin) {
        return Stream.concat(
                        leftBy(use).map(key -> clause(key, use, origin)),
                        keys.keySet().stream()
                                .filter(key -> !use.values().containsKey(key))
                                .map(key -> "no " + key + " (" + origin + ": " + text(key) + ")"))
                .toList();
    }

    private Stream<String> leftBy(Use use) {
        return keys.entrySet().stream()
                .filter(each -> use.values().containsKey(each.getKey())
                        && !each.getValue().contains(use.values().get(each.getKey())))
                .map(Map.Entry::getKey);
    }

    /**
     * Returns the distance of a run from the domain in doublings (or halvings). It is the distance of the number of
     * nodes or of the number of ranks from its allowed values, whichever is larger, minus the covered doublings, plus
     * the distance of the sizes. The distance is 0 inside the domain. It is NaN beyond three doublings of sizes, or if
     * any other key except the operation has a value that is not allowed; an operation that was not measured has
     * separate factors.
     *
     * @param covered doublings of nodes or ranks that count as inside, >= 0
     */
    double doublings(Use use, double covered) {
        List<String> left = leftBy(use).toList();
        if (!left.stream().allMatch(key -> key.equals(Use.OPERATIONS) || WIDENING.contains(key))) {
            return Double.NaN;
        }
        double nodes = Math.max(beyond(Use.NODES, left, use), beyond(Use.RANKS, left, use));
        double sizes = beyond(Use.SIZES, left, use);
        return sizes > FAR_SIZES ? Double.NaN : Math.max(0, nodes - covered) + sizes;
    }

    @SuppressWarnings("unchecked")
    private double beyond(String key, List<String> left, Use use) {
        if (!left.contains(key)) {
            return 0;
        }
        Range<Double> run = (Range<Double>) Objects.requireNonNull(use.values().get(key));
        Range<Double> known = Objects.requireNonNull(keys.get(key)).numbers().span();
        double below = known.hasLowerBound() ? known.lowerEndpoint() / Math.max(1, run.lowerEndpoint()) : 0;
        double above = known.hasUpperBound() ? run.upperEndpoint() / Math.max(1, known.upperEndpoint()) : 0;
        return Math.log(Math.max(1, Math.max(below, above))) / Math.log(2);
    }

    private String clause(String key, Use use, String origin) {
        Object value = Objects.requireNonNull(use.values().get(key));
        String known = " (" + origin + ": " + text(key) + ")";
        return switch (key) {
            case Use.MEMORY -> "GPU memory (" + origin + ": host memory)";
            case Use.NEIGHBOURS -> "neighbours" + known;
            case Use.OPERATIONS -> "operation " + value + known;
            case Use.SIZES -> "sizes of " + words(key, value) + known;
            case Use.RANKS, Use.NODES, Use.RANKS_A_NODE -> counted(key, words(key, value)) + known;
            default -> key + " " + words(key, value) + known;
        };
    }

    /** Returns a number of ranks or nodes as text: {@code 1 rank per node}. */
    private static String counted(String key, String number) {
        String things = key.replace("-a-", " per ");
        return number + " "
                + (number.equals("1") ? things.replace("ranks", "rank").replace("nodes", "node") : things);
    }

    /** Returns the allowed values of a key as text: {@code 1, 16 to 32}. */
    private String text(String key) {
        Allowed allowed = Objects.requireNonNull(keys.get(key));
        return Stream.concat(
                        allowed.words().stream(),
                        allowed.numbers().asRanges().stream().map(range -> words(key, range)))
                .collect(Collectors.joining(", "));
    }

    /** Returns the allowed values as text, one phrase per key. */
    List<String> inWords() {
        List<String> words = new ArrayList<>();
        keys.forEach((key, allowed) -> words.add(
                switch (key) {
                    case Use.RANKS, Use.NODES -> text(key) + " " + key;
                    case Use.RANKS_A_NODE -> text(key) + " ranks per node";
                    case Use.OPERATIONS, Use.SIZES -> text(key);
                    case Use.MEMORY -> (allowed.words().contains("gpu") ? "gpu" : "host") + " memory";
                    case Use.NEIGHBOURS -> "no neighbours";
                    default -> key + " " + text(key);
                }));
        return words;
    }

    private static String words(String key, Object value) {
        if (!(value instanceof Range<?> range)) {
            return String.valueOf(value);
        }
        double low = range.hasLowerBound() ? (Double) range.lowerEndpoint() : Double.NaN;
        double high = range.hasUpperBound() ? (Double) range.upperEndpoint() : Double.NaN;
        SizeUnits units = SizeUnits.of(DoubleStream.of(low, high));
        DoubleFunction<String> text = end -> key.equals(Use.SIZES)
                ? units.text(end)
                : end == Math.rint(end) ? Long.toString((long) end) : Double.toString(end);
        if (Double.isNaN(high)) {
            return text.apply(low) + " and more";
        }
        String end = text.apply(high);
        String begin = Double.isNaN(low) ? "" : text.apply(low);
        return begin.isEmpty() ? "up to " + end : begin.equals(end) ? end : begin + " to " + end;
    }
}
