package org.tailback.model.sharing.headofline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tailback.model.sharing.headofline.RememberedSolutions.Solution;

/** Solves parts: looks their solutions up, follows the chain on heads, or walks packets with an effort that falls. */
final class PartSolver {
    /** Most messages of a part that is walked with full effort. */
    private static final int MOST_WALKED_FULLY = 256;

    /** Divisor of the effort for larger parts. */
    private static final int DIVISOR_OF_EFFORT = 1600;

    /** The same where messages wait at one link only, as packets forget sooner there. */
    private static final int DIVISOR_FOR_ONE_STAGE = 1920;

    private final HeadOfLine model;
    private final PartAtHand atHand;
    private final Part part;
    private final Reduction reduction;
    private final PacketWalk walk;
    private final WalkEstimate estimate;
    private final PacketsLeft packetsLeft;
    private final PastWalks past;
    private final HeadChain chain = new HeadChain();
    private final Symmetry symmetry = new Symmetry();
    private final LinkLoads linkLoads = new LinkLoads();
    private final RememberedSolutions known = new RememberedSolutions();

    /** True once packets of a large part stood still: those of other large parts are likely to. */
    private boolean splitLargeOnes;

    private long walks;
    private long circles;
    private long inexact;
    private double sumOfErrors;

    /**
     * @param links of the network
     * @param groups nodes times lanes
     */
    PartSolver(HeadOfLine model, PartAtHand atHand, PacketWalk walk, int links, int groups) {
        this.model = model;
        this.atHand = atHand;
        this.walk = walk;
        part = atHand.part;
        reduction = new Reduction(model.buffer());
        estimate = new WalkEstimate(walk);
        past = new PastWalks(groups);
        packetsLeft = new PacketsLeft(2 * links, groups);
    }

    /** Assigns a number to another batch of the network. */
    void opened(int batch) {
        packetsLeft.opened(batch);
    }

    /**
     * Solves the part at hand, or looks its solution up; improves that of a short walk by another.
     *
     * @param changes starts and ends in the network so far
     */
    Solution solution(long changes) {
        PartKey key = atHand.key();
        Solution before = known.get(key);
        if (before != null && !before.mayImprove()) {
            return before;
        }
        double[] rate = new double[part.streams];
        reduction.apply(part);
        Solution solution;
        if (before == null && chain.solve(part, rate)) {
            solution = new Solution(perMessage(rate), 0, 0, false, false);
        } else if (before == null) {
            solution = walk(key.shape(), changes, rate);
        } else {
            solution = before.mean(walk(key.shape() + (int) before.slots(), changes, rate), model.precision());
        }
        known.put(key, solution);
        return solution;
    }

    private Solution walk(int number, long changes, double[] rate) {
        int[] classes = symmetry.classes(part);
        boolean large = part.messages() > MOST_WALKED_FULLY;
        long divisor = !large ? 1 + 2 * walks : part.hasOneStage() ? DIVISOR_FOR_ONE_STAGE : DIVISOR_OF_EFFORT;
        if (large && splitLargeOnes) {
            part.split();
        }
        int[] groups = atHand.groups();
        double error = estimate.of(
                part,
                classes,
                model.precision(),
                model.effort() / divisor,
                number,
                () -> packetsLeft.restore(walk, part, atHand.batches(), atHand.links(), groups),
                large && past.areRecent(part, groups, changes),
                rate);
        if (!part.isSplit) {
            packetsLeft.save(walk, part, atHand.batches(), atHand.links(), groups);
        }
        walks++;
        splitLargeOnes |= large && part.isSplit;
        circles += part.isSplit ? 1 : 0;
        if (error > model.precision()) {
            inexact++;
            sumOfErrors += error;
            if (large && !part.isPaced && !part.hasWindow()) {
                past.mix(part, groups, classes, estimate.slots(), changes, atHand.widest(), rate);
            }
        }
        linkLoads.lower(part, classes, rate);
        boolean mayImprove = error > model.precision() && estimate.isContinued() && !large && !part.isSplit;
        return new Solution(perMessage(rate), estimate.slots(), error, mayImprove, part.isSplit);
    }

    private double[] perMessage(double[] rate) {
        int[] messages = new int[rate.length];
        for (int b = 0; b < part.batches; b++) {
            messages[part.stream[b]] += part.messages(b);
        }
        for (int i = 0; i < rate.length; i++) {
            rate[i] /= messages[i];
        }
        return rate;
    }

    /** Splits the part at hand if its solution is one of split queues. */
    void splitAsSolved() {
        Solution solution = known.get(atHand.key());
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
                    "head-of-line: for %d of %d patterns the walk of packets ended before its precision of %s: the"
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
