package org.tailback.model.sharing.headofline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tailback.sharing.part.SolvedParts;

/** Solver of components, which uses a cache of solutions, the Markov chain of heads, or packet-level sampling. */
final class PartSolver {
    /** Maximum number of values in cached keys, which limits the memory to tens of megabytes. */
    private static final long MOST_NUMBERS = 1 << 21;

    private final HeadOfLine model;
    private final PacketPart part;
    private final long seed;
    private final SolvedParts<PacketPart.Key, Solution> known =
            new SolvedParts<>(key -> key.numbers().length(), MOST_NUMBERS);

    private long walks;
    private long circles;
    private long inexact;
    private double sumOfErrors;

    /**
     * Solution of a component.
     *
     * @param rate packets per slot of each message, by stream
     * @param isSplit true if the component's queues are split
     */
    record Solution(double[] rate, boolean isSplit) {}

    /**
     * Creates a solver.
     *
     * @param part component to be solved, filled again for each solution
     */
    PartSolver(HeadOfLine model, PacketPart part, long seed) {
        this.model = model;
        this.part = part;
        this.seed = seed;
    }

    /** Solves the component, or returns the cached solution. */
    Solution solution() {
        PacketPart.Key key = part.key();
        Solution solution = known.get(key);
        if (solution == null) {
            double[] rate = new double[part.streams];
            new Reduction(part).apply();
            if (!new HeadChain(part).solve(rate)) {
                estimate(key.shape(), rate);
            }
            solution = new Solution(perMessage(rate), part.isSplit);
            known.put(key, solution);
        }
        return solution;
    }

    /** Returns a sampling of the component; the number selects its random numbers. */
    PacketWalk walk(int number) {
        return new PacketWalk(part, model.buffer(), seed, number);
    }

    private void estimate(int number, double[] rate) {
        int[] classes = new Symmetry(part).classes();
        double error =
                new WalkEstimate(part, () -> walk(number)).rates(classes, model.precision(), model.effort(), rate);
        walks++;
        circles += part.isSplit ? 1 : 0;
        if (error > model.precision()) {
            inexact++;
            sumOfErrors += error;
        }
        fitIntoLinks(classes, rate);
    }

    /**
     * Divides the rates of a class by the largest overload of its links: a sampling counts the packets that leave their
     * sources, and at the end of a short sampling several of these packets are still in queues on the route.
     */
    private void fitIntoLinks(int[] classes, double[] rate) {
        int[] messages = messages();
        double[] load = new double[part.links];
        for (int b = 0; b < part.batches; b++) {
            double packets = rate[part.stream[b]] * part.size[b] / messages[part.stream[b]];
            for (int hop = part.firstHop[b]; hop < part.firstHop[b + 1]; hop++) {
                load[part.link[hop]] += packets;
            }
        }
        double[] factor = new double[rate.length];
        Arrays.fill(factor, 1);
        for (int b = 0; b < part.batches; b++) {
            int ofClass = classes[part.stream[b]];
            for (int hop = part.firstHop[b]; hop < part.firstHop[b + 1]; hop++) {
                int link = part.link[hop];
                factor[ofClass] = Math.min(factor[ofClass], part.capacity[link] / load[link]);
            }
        }
        for (int i = 0; i < rate.length; i++) {
            rate[i] *= factor[classes[i]];
        }
    }

    /** Returns the number of messages by stream. */
    private int[] messages() {
        int[] messages = new int[part.streams];
        for (int b = 0; b < part.batches; b++) {
            messages[part.stream[b]] += part.size[b];
        }
        return messages;
    }

    private double[] perMessage(double[] rate) {
        int[] messages = messages();
        Arrays.setAll(rate, i -> rate[i] / messages[i]);
        return rate;
    }

    /** Splits the component if its solution has split queues. */
    void splitAsSolved() {
        Solution solution = known.get(part.key());
        if (solution != null && solution.isSplit()) {
            part.split();
        }
    }

    /** Returns the warnings about samplings that missed their precision, and about cycles of full queues. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (inexact > 0) {
            String error = String.format(Locale.ROOT, "%.1f", 100 * sumOfErrors / inexact);
            warnings.add("head-of-line: for " + inexact + " of " + walks
                    + " patterns packet-level sampling ended before its precision of " + model.precision()
                    + ": the standard error of rates is " + error
                    + " % on average, and lower over successive patterns. Raise 'effort' to reduce the error");
        }
        if (circles > 0) {
            warnings.add(
                    "head-of-line: in " + circles + " of " + walks + " patterns packets would wait for each other in"
                            + " a cycle of full queues: packets that complete the cycle use separate queues");
        }
        return warnings;
    }
}
