package org.tailback.cli.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Options;
import org.tailback.cli.option.Require;
import org.tailback.error.InputException;
import org.tailback.fit.evaluation.RandomPatterns;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.sharing.SharingModel;
import org.tailback.units.Quantity;
import org.tailback.units.ValueList;

/** Options of {@code evaluate random}, and the experiments that they define, with two models on random patterns. */
final class RandomOptions extends Options {
    private static final int USUAL_PATTERNS = 100;

    private final Given<@Nullable Integer> racks = option(Integer.class, null, "--racks", "N");

    private final Given<@Nullable String> repeat = text("--repeat", "D,...");

    private final Given<@Nullable String> edges = text("--edges", "N,...");

    private final Given<@Nullable Integer> patterns = option(Integer.class, null, "--patterns", "N");

    private final Given<@Nullable Integer> messages = option(Integer.class, null, "--messages", "N");

    private final Given<@Nullable String> size = text("--size", "SIZE");

    /** Rejects these options if the patterns are not random. */
    void requireNone() {
        if (Stream.of(racks, repeat, edges, patterns, messages, size).anyMatch(option -> option.value() != null)) {
            throw new InputException("--racks, --repeat, --edges, --patterns, --messages and --size are options of"
                    + " 'evaluate random': remove them, or write random in the place of the file");
        }
    }

    /**
     * Returns an experiment per number of draws (or of messages per pattern) and per number of nodes, in this order.
     *
     * @throws InputException if an option is out of range, or all drawn patterns are empty
     */
    RandomResult compare(@Nullable String nodes, List<String> models, long seed) {
        if (models.size() > 2) {
            throw new InputException("evaluate random compares two models, found " + models.size());
        }
        String one = models.isEmpty() ? "hierarchical-ethernet:asymmetric=true" : models.get(0);
        String other = models.size() == 2
                ? models.get(1)
                : models.isEmpty() ? "hierarchical-ethernet:asymmetric=false" : "max-min";
        Registry registry = Registry.load();
        SharingModel first = registry.model(ModelChoice.parse(one, "--model " + one));
        SharingModel second = registry.model(ModelChoice.parse(other, "--model " + other));
        List<RandomPatterns.Comparison> experiments = new ArrayList<>();
        for (RandomPatterns.Settings settings : settings(nodes)) {
            experiments.add(RandomPatterns.compare(settings, first, second, seed));
        }
        if (experiments.stream().anyMatch(experiment -> experiment.messages() == 0)) {
            throw new InputException("evaluate random: none of the " + or(patterns, USUAL_PATTERNS)
                    + " patterns has a message, so there is nothing to compare."
                    + " Raise --patterns, --repeat or --nodes");
        }
        return new RandomResult(one, other, experiments);
    }

    private List<RandomPatterns.Settings> settings(@Nullable String nodes) {
        if (edges.value() != null && repeat.value() != null) {
            throw new InputException("--edges and --repeat are two ways to draw patterns: remove one of them");
        }
        double bytes = Quantity.parseAt("--size", or(size, "10MB"), Quantity.Kind.BYTES);
        Require.that(bytes > 0, "--size", "more than 0 B", or(size, ""));
        int most = atLeastOne("--patterns", or(patterns, USUAL_PATTERNS));
        int enough = atLeastOne("--messages", or(messages, Integer.MAX_VALUE));
        int divisor = atLeastOne("--racks", or(racks, 2));
        List<Integer> numbers = edges.value() == null
                ? ValueList.counts("--repeat", or(repeat, "1"))
                : ValueList.counts("--edges", edges.value());
        List<RandomPatterns.Settings> all = new ArrayList<>();
        for (int number : numbers) {
            for (int count : ValueList.counts("--nodes", nodes == null ? "30" : nodes)) {
                Require.that(count >= 2, "--nodes", "2 or more", count);
                Require.that(count % divisor == 0, "--racks", "a divisor of the " + count + " nodes", divisor);
                all.add(new RandomPatterns.Settings(
                        count,
                        divisor,
                        edges.value() == null ? RandomPatterns.Draw.OF_EACH_NODE : RandomPatterns.Draw.OF_ALL_PAIRS,
                        number,
                        most,
                        enough,
                        bytes));
            }
        }
        return all;
    }

    private static int atLeastOne(String option, int value) {
        Require.that(value >= 1, option, "1 or more", value);
        return value;
    }

    private static <T> T or(Given<@Nullable T> option, T usual) {
        T value = option.value();
        return value == null ? usual : value;
    }
}
