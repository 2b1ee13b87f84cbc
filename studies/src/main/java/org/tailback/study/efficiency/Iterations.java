package org.tailback.study.efficiency;

import java.util.function.IntFunction;
import org.tailback.study.efficiency.Periodicity.Repetition;

/**
 * Where the phases of each rank begin: those of iterations that repeat the same operations, what is before them and
 * what is after them.
 *
 * @param starts number of each rank's first operation of a phase but the first, in order; none if there are no phases
 * @param phases number of phases, >= 1; those between the first and the last are iterations
 * @param how the iterations were found, or why there are none: a sentence
 */
record Iterations(int[][] starts, int phases, String how) {
    /** Most iterations that are distinguished. */
    private static final int MOST = 10_000;

    static Iterations of(CallRecorder recorder, int ranks) {
        if (!recorder.isComplete()) {
            return none("The program has too many operations to look for iterations.");
        }
        Iterations exact = of(recorder, recorder::exact, ranks, "kinds, partners and sizes");
        return exact.phases() > 1 ? exact : of(recorder, recorder::kinds, ranks, "kinds");
    }

    private static Iterations none(String why) {
        return new Iterations(new int[0][], 1, why);
    }

    private static Iterations of(CallRecorder recorder, IntFunction<int[]> sequences, int ranks, String what) {
        Repetition[] found = new Repetition[ranks];
        int fewest = Integer.MAX_VALUE;
        int most = 0;
        for (int rank = 0; rank < ranks; rank++) {
            found[rank] = Periodicity.of(sequences.apply(rank));
            if (found[rank] == null) {
                return none("No iterations: at least half of the operations of rank " + rank
                        + " do not repeat themselves three times.");
            }
            fewest = Math.min(fewest, found[rank].count());
            most = Math.max(most, found[rank].count());
        }
        if (most > fewest + 1) {
            return none("No iterations: operations repeat themselves " + fewest + " times on one rank, " + most
                    + " times on another.");
        }
        int joined = (fewest + MOST - 1) / MOST;
        int count = fewest / joined;
        int[][] starts = new int[ranks][count + 1];
        for (int rank = 0; rank < ranks; rank++) {
            for (int i = 0; i <= count; i++) {
                int position = found[rank].start() + i * joined * found[rank].period();
                starts[rank][i] = recorder.startOf(rank, position);
            }
        }
        return new Iterations(
                starts,
                count + 2,
                fewest + " iterations: operations of every rank repeat themselves in their " + what
                        + (joined == 1 ? "." : "; " + joined + " of them are one phase each."));
    }

    String name(int phase) {
        return phase == 0 ? "before" : phase == phases - 1 ? "after" : "iteration " + phase;
    }
}
