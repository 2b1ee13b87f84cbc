package org.tailback.platformfile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.model.cost.PlogP;
import org.tailback.platform.CostRegime;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Parameter;
import org.tailback.registry.Registry;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;
import org.tailback.units.Quantity;

/**
 * Message cost chosen by a platform file and the command line together. A cost other than the file's keeps the file's
 * bandwidth, under any key that defines it, unless the command line defines a bandwidth; a cost without a suitable key
 * is reported.
 */
record CostSection(Settings file, ModelChoice override, Set<String> known, List<String> warnings) {
    static final String FROM_RANKS = "cost-from-ranks";
    private static final String COST = "cost";
    private static final String BANDWIDTH = "bandwidth";
    private static final String GAP_PER_BYTE = "gap-per-byte";
    private static final String GAP = "gap";
    private static final String PROTOCOLS = "protocols";
    /** Keys of a command line that define a bandwidth; {@code G} is LogGOPS's key. */
    private static final Set<String> STATED = Set.of(BANDWIDTH, GAP_PER_BYTE, "G");

    /** A choice, with warnings about unused keys of the file. */
    record Chosen(ModelChoice choice, List<String> warnings) {}

    /**
     * Returns the cost chosen by the file's section and the command line together, as by {@link ModelSection#choose}.
     */
    static Chosen choose(Settings root, Overrides overrides, Registry registry) {
        String text = overrides.cost();
        ModelChoice merged = ModelSection.choose(root, COST, "--cost", text, registry::describeCost);
        List<String> warnings = new ArrayList<>();
        if (text != null && root.has(COST)) {
            Set<String> known = registry.describeCost(merged.name(), merged.place()).parameters().stream()
                    .map(Parameter::name)
                    .collect(Collectors.toSet());
            ModelChoice override = ModelChoice.parse(text, "--cost " + text);
            CostSection section = new CostSection(root.section(COST), override, known, warnings);
            merged = new ModelChoice(merged.name(), merged.place(), section.withBandwidth(merged.settings()));
        }
        return new Chosen(limited(merged, overrides.eagerLimit(), registry), warnings);
    }

    /** Returns a cost with the eager limit of the command line, if there is one. */
    private static ModelChoice limited(ModelChoice choice, @Nullable String limit, Registry registry) {
        if (limit == null) {
            return choice;
        }
        String option = "--eager-limit " + limit;
        double bytes = Quantity.parseAt(option, limit, Quantity.Kind.BYTES);
        Map<String, Double> limits = Map.of("eager-limit", bytes, "detached-below", bytes + 1);
        String key = registry.describeCost(choice.name(), choice.place()).parameters().stream()
                .map(Parameter::name)
                .filter(limits::containsKey)
                .findFirst()
                .orElseThrow(() -> InputException.at(
                        option, "the cost " + choice.name() + " has no limit of eager messages", "Leave it out"));
        Settings given = Settings.ofScalars(COST, option, Map.of(key, limits.get(key) + " B"));
        return new ModelChoice(choice.name(), choice.place(), choice.settings().overriddenBy(given));
    }

    /** A cost of {@code cost-from-ranks} before the creation of its model. */
    record Regime(ModelChoice choice, CostRegime regime) {}

    /** Reads the section {@code cost-from-ranks}: costs by the smallest numbers of ranks and of nodes of a program. */
    static List<Regime> regimes(Settings root, @Nullable String eagerLimit, Registry registry) {
        List<Regime> regimes = new ArrayList<>();
        int before = 0;
        for (Settings section : root.sectionsIfAny(FROM_RANKS)) {
            int least = section.integer("ranks");
            int nodes = section.integer("nodes", 1);
            if (least <= before || nodes < 1) {
                throw section.problem(
                        "ranks", "numbers of ranks must be 1 or more, in ascending order, found '" + least + "'", "");
            }
            before = least;
            Settings parameters = section.without("ranks").without("nodes");
            ModelChoice choice = limited(ModelSection.chosen(parameters), eagerLimit, registry);
            regimes.add(new Regime(choice, new CostRegime(least, nodes, registry.cost(choice))));
        }
        return regimes;
    }

    private Settings withBandwidth(Settings merged) {
        boolean takesTable = override.name().equals(PlogP.NAME);
        // the g of LogP is not a gap table, and vice versa
        Settings kept = file.has(GAP) && isTable(GAP) != takesTable ? without(merged, GAP) : merged;
        if (override.settings().keys().stream().anyMatch(STATED::contains)) {
            Settings stated = without(without(kept, BANDWIDTH), GAP_PER_BYTE);
            return isTable(GAP) ? without(stated, GAP) : stated;
        }
        if (file.has(BANDWIDTH) || file.has(GAP_PER_BYTE)) {
            return withRate(kept, file.has(BANDWIDTH) ? BANDWIDTH : GAP_PER_BYTE);
        }
        if (isTable(GAP) && !takesTable) {
            reportBySize(GAP);
        } else if (!isTable(GAP) && file.has(PROTOCOLS) && !known.contains(PROTOCOLS)) {
            reportBySize(PROTOCOLS);
        }
        return kept;
    }

    private boolean isTable(String key) {
        Value value = file.value(key);
        return value != null && value.scalar() == null;
    }

    /** Returns the settings with the file's rate of one message, under a key of the chosen cost. */
    private Settings withRate(Settings kept, String key) {
        if (known.contains(key)) {
            return kept;
        }
        if (!known.contains(GAP_PER_BYTE)) {
            warnings.add(notUsed(key, key + ": " + file.text(key)));
            return kept;
        }
        double nanoseconds = 1 / file.bytesPerSecond(BANDWIDTH) * 1e9;
        if (Math.abs(nanoseconds - Math.rint(nanoseconds)) > 1e-9 * nanoseconds) {
            warnings.add("The cost " + override.name() + " takes whole nanoseconds per byte: 'bandwidth: "
                    + file.text(BANDWIDTH) + "' (" + file.placeOf(BANDWIDTH) + "), which is "
                    + Math.round(nanoseconds * 1e6) / 1e6 + " ns, is not used, and G is its default. Set G, such as"
                    + " --cost " + override.name() + ":G=1ns");
            return kept;
        }
        Value gap = Value.scalar(file.placeOf(key), (long) Math.rint(nanoseconds) + " ns");
        return kept.overriddenBy(new Settings(kept.name(), kept.place(), Map.of(GAP_PER_BYTE, gap)));
    }

    private void reportBySize(String key) {
        if (known.contains(BANDWIDTH) || known.contains(GAP_PER_BYTE)) {
            throw InputException.at(
                    override.place(),
                    "the platform's cost defines the rate of one message by '" + key + "' (" + file.placeOf(key)
                            + "), a time by size, which the chosen cost does not support",
                    "Define the rate for " + override.name() + " too, such as --cost " + override.name()
                            + (known.contains(BANDWIDTH) ? ":bandwidth=10Gbit/s" : ":G=1ns"));
        }
        warnings.add(notUsed(key, key));
    }

    private String notUsed(String key, String stated) {
        return "The cost " + override.name() + " has no time per byte: '" + stated + "' (" + file.placeOf(key)
                + ") is not used, and an uncontended message is only limited by links, where the model has them";
    }

    /** Returns settings without a key, unless the command line has it. */
    private Settings without(Settings settings, String key) {
        return override.settings().has(key) ? settings : settings.without(key);
    }
}
