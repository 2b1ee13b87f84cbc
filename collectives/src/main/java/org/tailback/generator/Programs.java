package org.tailback.generator;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.tailback.error.InputException;
import org.tailback.program.ParallelProgram;
import org.tailback.registry.ModelChoice;
import org.tailback.settings.Suggestion;
import org.tailback.stability.Internal;

/**
 * Generated programs, by the text that names them or by their numbers. No program holds its operations in memory.
 *
 * <pre>{@code
 * ParallelProgram ring = Programs.of("ring:ranks=4096,bytes=100kB,iterations=100");
 * ParallelProgram same = Programs.ring(4096, 100, 100_000, 0);
 * }</pre>
 */
public final class Programs {
    private static final List<String> NAMES = List.of(
            "ring", "halo", "alltoall", "all-pairs", "dissemination", "broadcast", "cg", "hydro", "kba", "fft", "hpl");

    private static final Pattern FORM = Pattern.compile("[a-z][a-z-]*:\\s*[a-z-]+\\s*=.*");

    private static final String ITERATED = "ranks bytes iterations compute";

    /** Maximum number of steps of all ranks together: hours of replay. */
    private static final double MOST_STEPS = 0x1p32;

    private Programs() {}

    /** Returns the names of the programs, such as {@code ring}. */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * Returns whether a text names a generated program: {@code NAME:key=value,…}, or {@code hpl:FILE}.
     *
     * @throws InputException if it has this form with a name that no program has
     */
    public static boolean isName(String text) {
        if (HplPattern.namesFile(text)) {
            return true;
        }
        if (!FORM.matcher(text).matches()) {
            return false;
        }
        String name = ModelChoice.parse(text).name();
        if (!NAMES.contains(name)) {
            throw InputException.at(
                    text,
                    "there is no such file, and no generator '" + name + "'",
                    Suggestion.of(name, NAMES) + "Programs: " + String.join(", ", NAMES));
        }
        return true;
    }

    /**
     * Returns the texts of all runs that a text represents: the runs of an HPL.dat in the folder, or the text itself.
     */
    @Internal
    public static List<String> runs(Path folder, String text) {
        return HplPattern.namesFile(text) ? HplDat.runs(folder.resolve(HplPattern.file(text))) : List.of(text);
    }

    /**
     * Returns a ring: in each iteration every rank computes, sends to the next rank and receives from the one before.
     *
     * @param ranks 1 to 2^30
     * @param iterations >= 0
     * @param bytes of a message, >= 0
     * @param computeSeconds before each exchange, seconds, finite, >= 0
     */
    public static ParallelProgram ring(int ranks, long iterations, long bytes, double computeSeconds) {
        return new RingProgram(ranks, iterations, bytes, computeSeconds);
    }

    /**
     * Returns a stencil on a periodic grid: in each iteration every rank computes and exchanges a message with each of
     * its four neighbours.
     *
     * @param columns of the grid, >= 1
     * @param rows of the grid, >= 1; at most 2^30 ranks in all
     * @param iterations >= 0
     * @param bytes of a message, >= 0
     * @param computeSeconds in each iteration, seconds, finite, >= 0
     */
    public static ParallelProgram halo(int columns, int rows, long iterations, long bytes, double computeSeconds) {
        return new HaloProgram(columns, rows, iterations, bytes, computeSeconds);
    }

    /**
     * Returns one all-to-all exchange by algorithm A of the PlogPT paper, one message of a rank after the other.
     *
     * @param ranks a power of two, 1 to 2^30
     * @param bytes of each message, >= 0
     */
    public static ParallelProgram alltoallA(int ranks, long bytes) {
        return new AlltoallA(ranks, bytes);
    }

    /**
     * Returns one all-to-all exchange by algorithm B of the PlogPT paper; parameters as those of {@link #alltoallA}.
     */
    public static ParallelProgram alltoallB(int ranks, long bytes) {
        return new AlltoallB(ranks, bytes);
    }

    /**
     * Returns the program that a text names.
     *
     * @param text such as {@code ring:ranks=4096,bytes=100kB,iterations=100}
     * @throws InputException if the text names no program; the message states the problem
     */
    public static ParallelProgram of(String text) {
        if (!isName(text)) {
            throw InputException.at(
                    text,
                    "expected NAME:key=value,… with a NAME of " + String.join(", ", NAMES),
                    "This is no name of a generated program");
        }
        if (HplPattern.namesFile(text)) {
            return HplPattern.ofFile(text);
        }
        ModelChoice choice = ModelChoice.parse(text);
        try {
            return of(choice);
        } catch (InputException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(text) ? e : InputException.at(text, message, "");
        } catch (ArithmeticException e) {
            throw InputException.at(text, "the numbers together are too large", "");
        }
    }

    private static ParallelProgram of(ModelChoice choice) {
        return switch (choice.name()) {
            case "ring" -> {
                PatternKeys keys = new PatternKeys(choice, ITERATED);
                yield new RingProgram(keys.ranks(), keys.iterations(), keys.bytes(), keys.computeSeconds());
            }
            case "halo" -> {
                PatternKeys keys = new PatternKeys(choice, "ranks grid bytes iterations compute");
                int[] grid = keys.grid();
                int rows = grid.length == 1 ? 1 : grid[1];
                yield new HaloProgram(grid[0], rows, keys.iterations(), keys.bytes(), keys.computeSeconds());
            }
            case "alltoall" -> {
                PatternKeys keys = new PatternKeys(choice, ITERATED + " algorithm");
                yield keys.choice("algorithm", List.of("pairwise", "linear"), "pairwise")
                                .equals("pairwise")
                        ? new PairwiseAlltoall(keys.ranks(), keys.bytes(), keys.iterations(), keys.computeSeconds())
                        : allPairs(keys, false);
            }
            case "all-pairs" -> {
                PatternKeys keys = new PatternKeys(choice, ITERATED + " sizes");
                yield allPairs(
                        keys,
                        keys.choice("sizes", List.of("equal", "unequal"), "unequal")
                                .equals("unequal"));
            }
            case "dissemination" -> {
                PatternKeys keys = new PatternKeys(choice, ITERATED);
                yield new DisseminationProgram(keys.ranks(), keys.iterations(), keys.bytes(), keys.computeSeconds());
            }
            case "broadcast" -> {
                PatternKeys keys = new PatternKeys(choice, ITERATED);
                yield new BroadcastProgram(keys.ranks(), keys.iterations(), keys.bytes(), keys.computeSeconds());
            }
            case "cg" -> {
                PatternKeys keys = new PatternKeys(
                        choice, "grid ranks iterations compute-per-cell reductions pack-per-message pack-per-cell");
                int[] cells = keys.cells();
                int reductions = keys.count("reductions", 0, 2);
                requireSteps(keys.ranks(), keys.iterations(), reductions + 1.0);
                yield StencilProgram.conjugateGradients(
                        new GridOfRanks(cells[0], cells[1], keys.ranks()),
                        keys.iterations(),
                        keys.seconds("compute-per-cell"),
                        keys.packing(),
                        reductions);
            }
            case "hydro" -> {
                PatternKeys keys = new PatternKeys(
                        choice,
                        "grid ranks fields steps compute-per-cell exchanges depth pack-per-message pack-per-cell");
                int[] cells = keys.cells();
                int exchanges = keys.count("exchanges", 1, 6);
                requireSteps(keys.ranks(), keys.iterations("steps"), exchanges);
                yield StencilProgram.hydrodynamics(
                        new GridOfRanks(cells[0], cells[1], keys.ranks()),
                        keys.iterations("steps"),
                        keys.seconds("compute-per-cell"),
                        keys.packing(),
                        exchanges,
                        keys.count("fields", 1, 0),
                        keys.count("depth", 1, 2));
            }
            case "kba" -> {
                PatternKeys keys = new PatternKeys(choice, "px py planes groups angles bytes compute iterations");
                int angles = keys.count("angles", 1, 1);
                yield new SweepProgram(
                        keys.count("px", 1, 0),
                        keys.count("py", 1, 0),
                        keys.iterations(),
                        keys.count("planes", 1, 0),
                        keys.count("groups", 1, 1),
                        Math.multiplyExact(keys.bytes(), angles),
                        keys.computeSeconds() * angles);
            }
            case "fft" ->
                new PatternKeys(choice, "grid ranks columns iterations bytes-per-cell compute-per-cell").transforms();
            case "hpl" -> HplPattern.of(choice);
            default -> throw new IllegalArgumentException(choice.name());
        };
    }

    private static AllPairsProgram allPairs(PatternKeys keys, boolean unequal) {
        return new AllPairsProgram(keys.ranks(), keys.bytes(), unequal, keys.iterations(), keys.computeSeconds());
    }

    private static void requireSteps(double ranks, double iterations, double ofIteration) {
        if (ranks * iterations * ofIteration > MOST_STEPS) {
            throw new InputException(String.format(
                    Locale.ROOT,
                    "the numbers together are too large: %.0f steps of all ranks, at most %.0f. Predict fewer"
                            + " iterations: each takes as long as the others",
                    ranks * iterations * ofIteration,
                    MOST_STEPS));
        }
    }
}
