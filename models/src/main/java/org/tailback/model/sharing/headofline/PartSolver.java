package org.tailback.model.sharing.headofline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tailback.sharing.part.SolvedParts;

/** Solves parts: looks their solutions up, follows the chain on heads, or walks packets. */
final class PartSolver {
    /** Numbers of remembered keys: bounds the memory to some tens of megabytes. */
    private static final long MOST_NUMBERS = 1 << 21;

    private final HeadOfLine model;
    private final PacketPart part;
    private final Reduction reduction;
    private final WalkEstimate estimate;
    private final HeadChain chain = new HeadChain();
    private final Symmetry symmetry = new Symmetry();
    private final LinkLoads linkLoads = new LinkLoads();
    private final SolvedParts<PacketPart.Key, Solution> known =
            new SolvedParts<>(key -> key.numbers().length, MOST_NUMBERS);

    private long walks;
    private long circles;
    private long inexact;
    private double sumOfErrors;

    /**
     * The solution of a part.
     *
     * @param rate by stream: packets per slot of each of its messages
     * @param isSplit true if the part's queues are split
     */
    record Solution(double[] rate, boolean isSplit) {}

    PartSolver(HeadOfLine model, PacketPart part, PacketWalk walk) {
        this.model = model;
        this.part = part;
        reduction = new Reduction(model.buffer());
        estimate = new WalkEstimate(walk);
    }

    /** Solves the part at hand, or looks its solution up. */
    Solution solution() {
        PacketPart.Key key = part.key();
        Solution solution = known.get(key);
        if (solution == null) {
            double[] rate = new double[part.streams];
            reduction.apply(part);
            if (!chain.solve(part, rate)) {
                walk(key.shape(), rate);
            }
            solution = new Solution(perMessage(rate), part.isSplit);
            known.put(key, solution);
        }
        return solution;
    }

    private void walk(int number, double[] rate) {
        int[] classes = symmetry.classes(part);
        double error = estimate.of(part, classes, model.precision(), model.effort(), number, rate);
        walks++;
        circles += part.isSplit ? 1 : 0;
        if (error > model.precision()) {
            inexact++;
            sumOfErrors += error;
        }
        linkLoads.lower(part, classes, rate);
    }

    private double[] perMessage(double[] rate) {
        int[] messages = new int[rate.length];
        for (int b = 0; b < part.batches; b++) {
            messages[part.stream[b]] += part.size[b];
        }
        for (int i = 0; i < rate.length; i++) {
            rate[i] /= messages[i];
        }
        return rate;
    }

    /** Splits the part at hand if its solution is one of split queues. */
    void splitAsSolved() {
        Solution solution = known.get(part.key());
        if (solution != null && solution.isSplit()) {
            part.split();
        }
    }

    /** The walks that missed their precision, and those with circles of full queues. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (inexact > 0) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "head-of-line: for %d of %d patterns packet-level sampling ended before its precision of %s: the"
                            + " standard error of rates is %.1f %% in the mean, and averages out where patterns follow"
                            + " each other; a higher 'effort' lowers it",
                    inexact,
                    walks,
                    model.precision(),
                    100 * sumOfErrors / inexact));
        }
        if (circles > 0) {
            warnings.add(
                    "head-of-line: in " + circles + " of " + walks + " patterns packets would wait for each other in"
                            + " a circle of full queues: packets that go round have queues of their own there");
        }
        return warnings;
    }
}
