package org.tailback.generator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.generator.hpl.HplProgram;
import org.tailback.generator.hpl.HplSettings;
import org.tailback.generator.hpl.HplSettings.Bcast;
import org.tailback.generator.hpl.HplSettings.Fact;
import org.tailback.generator.hpl.HplSettings.Swap;
import org.tailback.program.ParallelProgram;
import org.tailback.registry.ModelChoice;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;

/** Generated programs {@code hpl:n=…,nb=…,p=…,q=…,…} and {@code hpl:FILE}, where FILE is an HPL.dat. */
final class HplPattern {
    static final String PREFIX = "hpl:";
    static final String KEYS = "n nb p q bcast swap depth pfact rfact nbmin ndiv threshold pmap seed fidelity";

    private static final int MOST_NAMED = 8;

    private HplPattern() {}

    static boolean namesFile(String text) {
        return text.startsWith(PREFIX) && text.indexOf('=') < 0;
    }

    static ParallelProgram of(Settings settings) {
        int nb = settings.integer("nb", 1, Integer.MAX_VALUE);
        if (!settings.text("fidelity", "exact").equals("exact")) {
            throw settings.problem(
                    "fidelity",
                    "every run of hpl is performed message by message: 'fidelity' can only be exact, found '"
                            + settings.text("fidelity") + "'",
                    "Leave it out");
        }
        HplSettings hpl = new HplSettings(
                settings.integer("n"),
                nb,
                settings.integer("p"),
                settings.integer("q"),
                named(settings, "bcast", Bcast.values(), Bcast.RING_MODIFIED),
                named(settings, "swap", Swap.values(), Swap.MIX),
                settings.integer("depth", 1),
                named(settings, "pfact", Fact.values(), Fact.CROUT),
                named(settings, "rfact", Fact.values(), Fact.RIGHT),
                settings.integer("nbmin", 2),
                settings.integer("ndiv", 2),
                settings.integer("threshold", nb),
                settings.choice("pmap", List.of("row", "column"), "row").equals("column"));
        return new HplProgram(hpl, settings.integer("seed", 1));
    }

    /** Returns the value of a key, given by its name or by its number in an HPL.dat. */
    private static <E extends Enum<E>> E named(Settings settings, String key, E[] values, E defaultValue) {
        String text = settings.text(key, defaultValue.toString());
        List<String> names = new ArrayList<>();
        for (E value : values) {
            names.add(value.toString());
            if (text.equals(value.toString()) || text.equals(Integer.toString(value.ordinal()))) {
                return value;
            }
        }
        throw settings.problem(
                key,
                "'" + key + "' must be one of " + String.join(", ", names) + " (or 0 to " + (values.length - 1)
                        + " as in an HPL.dat), found '" + text + "'",
                Suggestion.of(text, names).strip());
    }

    /** Returns the only run of an HPL.dat. */
    static ModelChoice ofFile(String text) {
        String file = text.substring(PREFIX.length());
        List<String> runs = HplDat.runs(file(text));
        if (runs.size() > 1) {
            throw InputException.at(
                    file,
                    "the file describes " + runs.size() + " runs, and only one can be used here: "
                            + String.join("; ", runs.subList(0, Math.min(MOST_NAMED, runs.size())))
                            + (runs.size() > MOST_NAMED ? "; …" : ""),
                    "Give one of them; 'compare' and 'sweep' replay all runs of the file");
        }
        return ModelChoice.parse(runs.get(0), file);
    }

    static Path file(String text) {
        return Path.of(text.substring(PREFIX.length()));
    }
}
