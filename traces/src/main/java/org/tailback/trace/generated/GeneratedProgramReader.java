package org.tailback.trace.generated;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.tailback.error.InputException;
import org.tailback.generator.AllPairsProgram;
import org.tailback.generator.BroadcastProgram;
import org.tailback.generator.DisseminationProgram;
import org.tailback.generator.GridOfRanks;
import org.tailback.generator.HaloProgram;
import org.tailback.generator.PairwiseAlltoall;
import org.tailback.generator.RingProgram;
import org.tailback.generator.StencilProgram;
import org.tailback.generator.SweepProgram;
import org.tailback.program.ParallelProgram;
import org.tailback.registry.ModelChoice;
import org.tailback.settings.Suggestion;
import org.tailback.trace.ProgramTrace;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;

/**
 * Generated programs in the place of traces; the path is the text that names them, such as {@code
 * ring:ranks=4096,bytes=100kB,iterations=100}. Nothing is held in memory for its operations, however many there are.
 */
public final class GeneratedProgramReader extends TraceReader {
    public static final String NAME = "generated";

    static final List<String> NAMES = List.of(
            "ring", "halo", "alltoall", "all-pairs", "dissemination", "broadcast", "cg", "hydro", "kba", "fft", "hpl");

    private static final Pattern FORM = Pattern.compile("[a-z][a-z-]*:\\s*[a-z-]+\\s*=.*");

    private static final String ITERATED = "ranks bytes iterations compute";

    /** Most steps of all ranks together: hours of replay. */
    private static final double MOST_STEPS = 0x1p32;

    public GeneratedProgramReader() {
        super(
                NAME,
                "generated program, NAME:key=value,…; NAME is one of " + String.join(", ", NAMES),
                TraceContent.MESSAGES,
                TraceContent.COLLECTIVES,
                TraceContent.COMPUTE_SECONDS);
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return false;
    }

    @Override
    public boolean isNamedBy(String text) {
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

    @Override
    public List<String> runs(Path folder, String text) {
        return HplPattern.namesFile(text) ? HplDat.runs(folder.resolve(HplPattern.file(text))) : List.of(text);
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        String text = path.toString();
        if (!isNamedBy(text)) {
            throw InputException.at(
                    text,
                    "expected NAME:key=value,… with a NAME of " + String.join(", ", NAMES),
                    "This is no name of a generated program");
        }
        return new ProgramTrace(NAME, program(text));
    }

    private static ParallelProgram program(String text) {
        if (HplPattern.namesFile(text)) {
            return HplPattern.ofFile(text);
        }
        ModelChoice choice = ModelChoice.parse(text);
        try {
            return program(choice);
        } catch (InputException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(text) ? e : InputException.at(text, message, "");
        } catch (ArithmeticException e) {
            throw InputException.at(text, "the numbers together are too large", "");
        }
    }

    private static ParallelProgram program(ModelChoice choice) {
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
