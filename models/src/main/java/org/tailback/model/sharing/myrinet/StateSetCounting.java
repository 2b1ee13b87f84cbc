package org.tailback.model.sharing.myrinet;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.random.RandomStreams;
import umontreal.ssj.rng.RandomStream;

/**
 * Chooses how the state sets of a component are counted: the closed form of an all-to-all, the exact sweep with the
 * plan that needs fewest states, or beyond the limit an estimate.
 *
 * <p>The sampled estimate is a ratio of means over independent thinned sweeps, with the confidence interval of a ratio
 * by the delta method. Its random numbers depend on the seed and on the shape alone, so that a component gets the same
 * estimate whatever happened before.
 */
final class StateSetCounting {
    /** A plan that is too wide to promise success is tried with this part of the limit. */
    private static final int TRIAL_PART = 64;

    /** Sweeps from which an estimate learns what matters; they are not counted. */
    private static final int PILOTS = 4;

    private static final int LARGEST_BEAM = 1 << 20;
    /** States that a layer of an estimate keeps: more cost more and vary less. */
    private static final int BEAM = 256;

    private final long stateLimit;
    private final int samples;
    private final long seed;
    private final Estimate estimate;
    private final int beam;

    StateSetCounting(long stateLimit, int samples, long seed, Estimate estimate) {
        this(stateLimit, samples, seed, estimate, BEAM);
    }

    StateSetCounting(long stateLimit, int samples, long seed, Estimate estimate, int beam) {
        this.stateLimit = stateLimit;
        this.samples = samples;
        this.seed = seed;
        this.estimate = estimate;
        this.beam = beam;
    }

    /** Counts or estimates; no more work than a few times the limit, apart from components that resist estimating. */
    StateSets count(Component component) {
        StateSets closed = AllToAllCount.of(component);
        if (closed != null) {
            return closed;
        }
        List<FrontierPlan> plans = SweepOrders.plansFor(component);
        FrontierPlan narrowest = plans.get(0);
        for (FrontierPlan plan : plans) {
            StateSets counted = FrontierCount.exact(component, plan, stateLimit / TRIAL_PART);
            if (counted != null) {
                return counted;
            }
            narrowest = plan.width() < narrowest.width() ? plan : narrowest;
        }
        StateSets counted = FrontierCount.exact(component, narrowest, stateLimit);
        if (counted == null && estimate == Estimate.CAVITY) {
            counted = CavityEstimate.of(component);
        }
        return counted != null ? counted : estimate(component, narrowest);
    }

    /**
     * True if counting is not even worth trying: both sides have many nodes that differ in their neighbours, and many
     * pairs. Depends on the shape only. O(pairs).
     */
    boolean isHopeless(Component component) {
        int logarithm = 63 - Long.numberOfLeadingZeros(stateLimit);
        return estimate == Estimate.CAVITY
                && Math.min(component.sources(), component.destinations()) >= logarithm
                && component.pairs() >= 2 * (component.sources() + component.destinations())
                && component.differentSources() >= logarithm
                && component.differentDestinations() >= logarithm
                && AllToAllCount.of(component) == null;
    }

    private StateSets estimate(Component component, FrontierPlan plan) {
        RandomStream stream = RandomStreams.of(seed, "stop-and-go " + component);
        return ratioEstimate(component, sample(component, plan, stream), stream);
    }

    /** Samples at least one of which found complete sets; widens the beam until there is one. */
    private StateSets[] sample(Component component, FrontierPlan plan, RandomStream stream) {
        for (long width = beam; width <= LARGEST_BEAM; width *= 4) {
            StateSets @Nullable [] sample = sample(component, plan, (int) width, stream);
            if (sample != null) {
                return sample;
            }
        }
        throw new TooManyStatesException(stateLimit, component.toString());
    }

    /** Null if no sample found a complete set. */
    private StateSets @Nullable [] sample(Component component, FrontierPlan plan, int width, RandomStream stream) {
        ThinningGuide guide = new ThinningGuide(plan.layers().size());
        for (int i = 0; i < PILOTS; i++) {
            FrontierCount.thinned(component, plan, width, guide, stream);
            guide.fit();
        }
        StateSets[] sample = new StateSets[samples];
        boolean found = false;
        for (int i = 0; i < samples; i++) {
            sample[i] = FrontierCount.thinned(component, plan, width, guide, stream);
            found |= sample[i].sets() > 0;
        }
        return found ? sample : null;
    }

    private StateSets ratioEstimate(Component component, StateSets[] sample, RandomStream stream) {
        double meanSets = 0;
        for (StateSets one : sample) {
            meanSets += one.sets() / samples;
        }
        double student = StudentQuantile.of(samples - 1);
        double[] setsWithMessage = new double[component.pairs()];
        double[] error = new double[component.pairs()];
        for (int pair = 0; pair < setsWithMessage.length; pair++) {
            double mean = 0;
            for (StateSets one : sample) {
                mean += one.setsWithMessage()[pair] / samples;
            }
            if (mean == 0) {
                // met in no sample: the sets with this message are those of the component without its two ends
                mean = setsWithout(component.withoutEndsOf(pair), stream);
                error[pair] = 1;
            } else {
                double share = mean / meanSets;
                double squares = 0;
                for (StateSets one : sample) {
                    double deviation = one.setsWithMessage()[pair] - share * one.sets();
                    squares += deviation * deviation;
                }
                error[pair] = student * Math.sqrt(squares / (samples * (samples - 1.0))) / mean;
            }
            setsWithMessage[pair] = mean;
        }
        return new StateSets(meanSets, setsWithMessage, StateSets.Origin.SAMPLED, error);
    }

    private double setsWithout(Component rest, RandomStream stream) {
        double mean = 0;
        for (StateSets one : sample(rest, SweepOrders.plansFor(rest).get(0), stream)) {
            mean += one.sets() / samples;
        }
        return mean;
    }
}
