package org.tailback.study.replication;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.platform.Platform;
import org.tailback.study.parallel.OrderedTasks;

/**
 * The repetitions of a random run: with the seeds s, s + 1, … until the confidence interval of the mean is narrow
 * enough, or a number of runs is reached. The interval is computed after 10 runs and then after each batch of 10,
 * whatever the number of threads. (Looking often makes the chance that the interval misses the mean a little more than
 * 5 %.)
 *
 * @param most how many runs at most, >= 1
 * @param relativeRadius enough when half the interval's width is at most this share of the mean; 0 for always
 *     {@code most} runs
 */
public record ReplicationPlan(int most, double relativeRadius) {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicationPlan.class);
    private static final int BATCH = 10;

    public ReplicationPlan {
        checkArgument(most >= 1, "at least one run is needed: %s", most);
        checkArgument(relativeRadius >= 0 && relativeRadius < 1, "the radius must be 0 to below 1: %s", relativeRadius);
    }

    /**
     * Runs.
     *
     * @param threads how many runs at once, >= 1
     * @param run the run with a seed; independent of other runs
     * @param value what the interval is of
     * @return the results, by seed
     */
    public <T> List<T> run(long seed, int threads, LongFunction<T> run, ToDoubleFunction<T> value) {
        List<T> results = new ArrayList<>();
        while (results.size() < most) {
            int done = results.size();
            int next = relativeRadius == 0 ? most : Math.min(BATCH, most - done);
            results.addAll(OrderedTasks.map(next, threads, i -> run.apply(seed + done + i)));
            if (relativeRadius > 0
                    && Sample.of(results.stream().mapToDouble(value).toArray()).relativeRadius() <= relativeRadius) {
                LOG.debug("{} runs are enough for a relative radius of {}", results.size(), relativeRadius);
                break;
            }
        }
        return results;
    }

    /**
     * Returns whether runs with different seeds can differ: a model or the times of kernels draw random numbers, or the
     * placement depends on the seed.
     *
     * @param platforms the platform under a seed
     */
    public static boolean isRandom(LongFunction<Platform> platforms, long seed) {
        Platform platform = platforms.apply(seed);
        return platform.sharing().isRandom()
                || platform.kernels() != null
                || platform.loss().isRandom()
                || !platform.placement()
                        .name()
                        .equals(platforms.apply(seed + 1).placement().name());
    }
}
