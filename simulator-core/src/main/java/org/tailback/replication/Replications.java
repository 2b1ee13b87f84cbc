package org.tailback.replication;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.function.LongToDoubleFunction;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.parallel.OrderedTasks;
import org.tailback.platform.Platform;

/**
 * Independent repetitions of a random run, with the seeds s, s + 1, …, on all processors:
 *
 * <pre>{@code
 * Sample makespans = Replications.of(1000).seed(1).run(seed -> simulate(seed));
 * }</pre>
 *
 * <p>A run must create its mutable state (simulator, network, random streams) from its seed. The results are then
 * identical to the last bit with any number of threads. Immutable.
 */
public final class Replications {
    private static final Logger LOG = LoggerFactory.getLogger(Replications.class);
    private static final int BATCH = 10;

    private final int most;
    private final double relativeRadius;
    private final long seed;
    private final int threads;

    private Replications(int most, double relativeRadius, long seed, int threads) {
        this.most = most;
        this.relativeRadius = relativeRadius;
        this.seed = seed;
        this.threads = threads;
    }

    /**
     * Returns a plan of this number of runs with the seeds 1, 2, …
     *
     * @param most number of runs, >= 1
     */
    public static Replications of(int most) {
        checkArgument(most >= 1, "at least one run is needed: %s", most);
        return new Replications(most, 0, 1, OrderedTasks.allThreads());
    }

    /** Returns a copy with the seeds {@code first}, {@code first} + 1, … */
    public Replications seed(long first) {
        return new Replications(most, relativeRadius, first, threads);
    }

    /**
     * Returns a copy with this number of threads.
     *
     * @param count >= 1; 1 performs them one after another in the calling thread
     */
    public Replications threads(int count) {
        checkArgument(count >= 1, "threads must be at least 1: %s", count);
        return new Replications(most, relativeRadius, seed, count);
    }

    /**
     * Returns a copy that performs no more runs when the interval of the mean is narrow enough. The interval is
     * computed after 10 runs and then after each batch of 10, regardless of the number of threads. (Because of the
     * repeated checks, the probability that the interval misses the mean is slightly above 5 %.)
     *
     * @param share half the width of the interval divided by the mean, above 0 and below 1; 0 to perform all runs
     */
    public Replications until(double share) {
        checkArgument(share >= 0 && share < 1, "the radius must be 0 to below 1: %s", share);
        return new Replications(most, share, seed, threads);
    }

    /** Returns the largest number of runs. */
    public int most() {
        return most;
    }

    /** Returns the seed of the first run. */
    public long seed() {
        return seed;
    }

    /** Returns the number of concurrent runs. */
    public int threads() {
        return threads;
    }

    /**
     * Performs the runs.
     *
     * @param run function from a seed to the finite outcome of its run, called by several threads at once; the
     *     exception of the failing run with the smallest seed is rethrown here
     * @throws IllegalArgumentException if an outcome is not finite
     */
    public Sample run(LongToDoubleFunction run) {
        Objects.requireNonNull(run, "run");
        return Sample.of(
                run(outcomeSeed -> finite(run.applyAsDouble(outcomeSeed), outcomeSeed), value -> value).stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray());
    }

    /**
     * Performs runs that have more than one outcome.
     *
     * @param run function from a seed to the outcomes of its run, not null
     * @param value function from an outcome to the quantity whose interval {@linkplain #until ends} the runs
     * @return the outcomes, by seed
     */
    public <T> List<T> run(LongFunction<T> run, ToDoubleFunction<T> value) {
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(value, "value");
        List<T> results = new ArrayList<>();
        while (results.size() < most) {
            int done = results.size();
            int next = relativeRadius == 0 ? most : Math.min(BATCH, most - done);
            results.addAll(OrderedTasks.map(next, threads, i -> outcome(run, seed + done + i)));
            if (relativeRadius > 0
                    && Sample.of(results.stream().mapToDouble(value).toArray()).relativeRadius() <= relativeRadius) {
                LOG.debug("{} runs are enough for a relative radius of {}", results.size(), relativeRadius);
                break;
            }
        }
        return results;
    }

    private static <T> T outcome(LongFunction<T> run, long seed) {
        return Objects.requireNonNull(run.apply(seed), () -> "the run with seed " + seed + " returned null");
    }

    private static double finite(double outcome, long seed) {
        if (!Double.isFinite(outcome)) {
            throw new IllegalArgumentException(
                    "the run with seed " + seed + " returned " + outcome + ", not a finite number");
        }
        return outcome;
    }

    /**
     * Returns whether runs with different seeds can differ because a model or the times of kernels draw random numbers,
     * or because the placement depends on the seed.
     *
     * @param platforms the platform under a seed
     */
    public static boolean isRandom(LongFunction<Platform> platforms, long seed) {
        Platform platform = Objects.requireNonNull(platforms, "platforms").apply(seed);
        return platform.model().isRandom()
                || platform.kernels() != null
                || platform.loss().isRandom()
                || !platform.placement()
                        .name()
                        .equals(platforms.apply(seed + 1).placement().name());
    }
}
