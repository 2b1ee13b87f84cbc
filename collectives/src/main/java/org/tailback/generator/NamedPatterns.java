package org.tailback.generator;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.tailback.error.InputException;
import org.tailback.program.ParallelProgram;
import org.tailback.registry.ModelChoice;

/** Registry of the generated programs by name, with their keys. */
final class NamedPatterns {
    private static final String ITERATED = "ranks bytes iterations compute";

    /** Maximum number of steps of all ranks together; it corresponds to hours of replay. */
    private static final double MOST_STEPS = 0x1p32;

    /**
     * A generated program with its keys.
     *
     * @param keys meaningful keys, separated by blanks
     */
    private record Pattern(String keys, Function<PatternKeys, ParallelProgram> program) {}

    private static final ImmutableMap<String, Pattern> ALL = ImmutableMap.<String, Pattern>builder()
            .put("ring", new Pattern(ITERATED, keys -> Patterns.ring(keys.exchange())))
            .put("halo", new Pattern("ranks grid bytes iterations compute", PatternKeys::halo))
            .put("alltoall", new Pattern(ITERATED + " algorithm", NamedPatterns::alltoall))
            .put("all-pairs", new Pattern(ITERATED + " sizes", NamedPatterns::allPairs))
            .put("dissemination", new Pattern(ITERATED, keys -> Patterns.dissemination(keys.exchange())))
            .put("broadcast", new Pattern(ITERATED, keys -> Patterns.broadcast(keys.exchange())))
            .put(
                    "cg",
                    new Pattern(
                            "grid ranks iterations compute-per-cell reductions pack-per-message pack-per-cell",
                            NamedPatterns::conjugateGradients))
            .put(
                    "hydro",
                    new Pattern(
                            "grid ranks fields steps compute-per-cell exchanges depth pack-per-message pack-per-cell",
                            NamedPatterns::hydrodynamics))
            .put("kba", new Pattern("px py planes groups angles bytes compute iterations", NamedPatterns::sweeps))
            .put(
                    "fft",
                    new Pattern(
                            "grid ranks columns iterations bytes-per-cell compute-per-cell", PatternKeys::transforms))
            .put("hpl", new Pattern(HplPattern.KEYS, keys -> HplPattern.of(keys.settings())))
            .build();

    private NamedPatterns() {}

    static ImmutableList<String> names() {
        return ALL.keySet().asList();
    }

    /**
     * Returns the program of a choice.
     *
     * @throws InputException if a key is unknown, missing or out of its domain
     */
    static ParallelProgram of(ModelChoice choice) {
        Pattern pattern = Objects.requireNonNull(ALL.get(choice.name()));
        choice.settings().rejectUnknown(Splitter.on(' ').splitToList(pattern.keys));
        return pattern.program.apply(new PatternKeys(choice.settings()));
    }

    private static ParallelProgram alltoall(PatternKeys keys) {
        String algorithm = keys.settings().choice("algorithm", List.of("pairwise", "linear"), "pairwise");
        return algorithm.equals("pairwise")
                ? AlltoallPatterns.pairwise(keys.exchange())
                : AlltoallPatterns.allPairs(keys.exchange(), false);
    }

    private static ParallelProgram allPairs(PatternKeys keys) {
        String sizes = keys.settings().choice("sizes", List.of("equal", "unequal"), "unequal");
        return AlltoallPatterns.allPairs(keys.exchange(), sizes.equals("unequal"));
    }

    private static ParallelProgram conjugateGradients(PatternKeys keys) {
        int reductions = keys.settings().integer("reductions", 0, Integer.MAX_VALUE, 2);
        requireSteps(keys.ranks(), keys.iterations(), reductions + 1.0);
        return StencilProgram.conjugateGradients(keys.gridOfRanks(), keys.iterations(), keys.stencilWork(), reductions);
    }

    private static ParallelProgram hydrodynamics(PatternKeys keys) {
        int steps = keys.count("steps", 1);
        int exchanges = keys.count("exchanges", 6);
        requireSteps(keys.ranks(), steps, exchanges);
        return StencilProgram.hydrodynamics(
                keys.gridOfRanks(), steps, keys.stencilWork(), exchanges, keys.count("fields"), keys.count("depth", 2));
    }

    private static ParallelProgram sweeps(PatternKeys keys) {
        int angles = keys.count("angles", 1);
        return SweepProgram.of(
                keys.count("px"),
                keys.count("py"),
                keys.iterations(),
                keys.count("planes"),
                keys.count("groups", 1),
                Math.multiplyExact(keys.bytes("bytes"), angles),
                keys.seconds("compute") * angles);
    }

    private static void requireSteps(double ranks, double iterations, double ofIteration) {
        double steps = ranks * iterations * ofIteration;
        if (steps > MOST_STEPS) {
            throw new InputException(String.format(
                    Locale.ROOT,
                    "the numbers together are too large: %.0f steps of all ranks, at most %.0f. Predict fewer"
                            + " iterations: all of them take equally long",
                    steps,
                    MOST_STEPS));
        }
    }
}
