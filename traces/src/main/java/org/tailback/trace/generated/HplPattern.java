package org.tailback.trace.generated;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.generator.hpl.HplProgram;
import org.tailback.generator.hpl.HplSettings;
import org.tailback.generator.hpl.HplSettings.Bcast;
import org.tailback.generator.hpl.HplSettings.Fact;
import org.tailback.generator.hpl.HplSettings.Swap;
import org.tailback.program.ParallelProgram;
import org.tailback.registry.ModelChoice;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;

/** {@code hpl:n=…,nb=…,p=…,q=…,…} and {@code hpl:FILE}, an HPL.dat with one value for each key. */
final class HplPattern {
    private static final String PREFIX = "hpl:";
    private static final List<String> KEYS = List.of(
            "n",
            "nb",
            "p",
            "q",
            "bcast",
            "swap",
            "depth",
            "pfact",
            "rfact",
            "nbmin",
            "ndiv",
            "threshold",
            "seed",
            "fidelity");

    /** More are not replayed one by one unless that is asked for. */
    private static final double MOST_MESSAGES = 1e6;

    private HplPattern() {}

    /** Returns whether a text is {@code hpl:} with the path of a file. */
    static boolean namesFile(String text) {
        return text.startsWith(PREFIX) && text.indexOf('=') < 0;
    }

    static ParallelProgram of(ModelChoice choice) {
        Settings settings = choice.settings();
        settings.rejectUnknown(KEYS);
        int nb = settings.integer("nb", 1, Integer.MAX_VALUE);
        String fidelity = settings.choice("fidelity", List.of("exact", "grouped", "automatic"), "automatic");
        HplSettings hpl = checked(settings.place(), () -> settings(settings, nb, fidelity.equals("grouped")));
        boolean isLarge = fidelity.equals("automatic") && hpl.depth() <= 1 && hpl.messages() > MOST_MESSAGES;
        return new HplProgram(isLarge ? settings(settings, nb, true) : hpl, settings.integer("seed", 1));
    }

    private static HplSettings settings(Settings settings, int nb, boolean grouped) {
        return new HplSettings(
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
                grouped);
    }

    private static HplSettings checked(String place, java.util.function.Supplier<HplSettings> settings) {
        try {
            return settings.get();
        } catch (InputException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(place) ? e : InputException.at(place, message, "");
        }
    }

    /** A value by its name or by its number in an HPL.dat. */
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

    static ParallelProgram ofFile(String text) {
        Path file = Path.of(text.substring(PREFIX.length()));
        List<String> runs = HplDat.runs(file);
        if (runs.size() != 1) {
            throw InputException.at(
                    file.toString(),
                    "the file describes " + runs.size() + " runs, and one is wanted here",
                    "Give one of them, such as " + PREFIX + runs.get(0));
        }
        return of(ModelChoice.parse(PREFIX + runs.get(0), file.toString()));
    }

    /** The lines of an HPL.dat. */
    static final class HplDat {
        private final Path file;
        private final List<String> lines;
        private int at = 2;

        private HplDat(Path file, List<String> lines) {
            this.file = file;
            this.lines = lines;
        }

        /** Returns the runs that a file describes, in the order in which HPL makes them. */
        static List<String> runs(Path file) {
            return new HplDat(file, Utf8.read(file, "HPL.dat").lines().toList()).all();
        }

        private List<String> all() {
            words("the name of the output file");
            words("the device");
            List<Integer> sizes = counted("N");
            List<Integer> blocks = counted("NB");
            if (number("PMAP") != 0) {
                throw problem("PMAP must be 0, a row-major mapping, as ranks are numbered along the rows here");
            }
            int grids = number("the number of grids");
            List<Integer> p = numbers(grids, "P");
            List<Integer> q = numbers(grids, "Q");
            words("the threshold of the residual");
            List<Integer> pfacts = counted("PFACT");
            List<Integer> nbmins = counted("NBMIN");
            List<Integer> ndivs = counted("NDIV");
            List<Integer> rfacts = counted("RFACT");
            List<Integer> bcasts = counted("BCAST");
            List<Integer> depths = counted("DEPTH");
            int swap = number("SWAP");
            int threshold = number("the swapping threshold");
            List<String> runs = new ArrayList<>();
            for (int grid = 0; grid < grids; grid++) {
                for (int n : sizes) {
                    for (int nb : blocks) {
                        for (int depth : depths) {
                            for (int bcast : bcasts) {
                                for (int rfact : rfacts) {
                                    for (int pfact : pfacts) {
                                        for (int nbmin : nbmins) {
                                            for (int ndiv : ndivs) {
                                                runs.add("n=" + n + ",nb=" + nb + ",p=" + p.get(grid) + ",q="
                                                        + q.get(grid) + ",bcast=" + bcast + ",swap=" + swap + ",depth="
                                                        + depth + ",pfact=" + pfact + ",rfact=" + rfact + ",nbmin="
                                                        + nbmin + ",ndiv=" + ndiv + ",threshold=" + threshold);
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            return runs;
        }

        private List<Integer> counted(String what) {
            int count = number("the number of values of " + what);
            if (count < 1) {
                throw problem("expected 1 or more values of " + what + ", found " + count);
            }
            return numbers(count, what);
        }

        private int number(String what) {
            return numbers(1, what).get(0);
        }

        private List<Integer> numbers(int count, String what) {
            String[] words = words(what);
            List<Integer> numbers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String word = i < words.length ? words[i] : "";
                if (!word.matches("[0-9]{1,9}")) {
                    throw problem("expected " + (count == 1 ? "a number" : count + " numbers") + " for " + what
                            + ", found '" + String.join(" ", words) + "'");
                }
                numbers.add(Integer.parseInt(word));
            }
            return numbers;
        }

        private String[] words(String what) {
            if (at >= lines.size()) {
                throw problem("expected " + what + ", found the end of the file");
            }
            return lines.get(at++).strip().split("\\s+");
        }

        private InputException problem(String text) {
            return InputException.at(file + ":" + at, text, "Compare the file with HPL's own example HPL.dat");
        }
    }
}
