package org.tailback.fit.measure;

import java.util.Arrays;
import org.tailback.fit.statistics.Estimate;

/**
 * Rule by which a measurement is repeated: until the 95 % confidence interval of the median is narrow enough, or a
 * limit is reached. Zhu et al. 2012, section 3.1, use the interval of the mean. The interval of the median does not
 * require an assumption about the disturbances.
 *
 * @param warmUp number of preceding measurements, which are discarded, >= 0
 * @param minimum smallest number of repetitions, >= 1
 * @param maximum largest number of repetitions, >= minimum
 * @param width largest accepted half width of the interval relative to the median, such as 0.02, > 0
 */
public record Repetition(int warmUp, int minimum, int maximum, double width) {
    private static final int PRIME_EXCHANGES = 5000;
    private static final double PRIME_SECONDS = 0.5;

    /** Default rule: 5 measurements to warm up, then 10 to 2000 repetitions until the half width is 2 %. */
    public static final Repetition DEFAULT = new Repetition(5, 10, 2000, 0.02);

    /** Repeats an exchange until the interval of its median time is narrow enough. Returns the times, in seconds. */
    public double[] run(RoundTrip network, Exchange exchange) {
        if (network.isDeterministic()) {
            return new double[] {network.measure(exchange)};
        }
        for (int i = 0; i < warmUp; i++) {
            network.measure(exchange);
        }
        double[] seconds = new double[maximum];
        int count = 0;
        int nextCheck = minimum;
        while (count < maximum) {
            seconds[count++] = network.measure(exchange);
            if (count == nextCheck) {
                Estimate median = Estimate.median(Arrays.copyOf(seconds, count));
                if (median.relativeHalfWidth() <= width) {
                    break;
                }
                // checked whenever the count has grown by a quarter; sorting at every repetition would cost more than
                // measuring
                nextCheck = Math.min(maximum, count + Math.max(1, count / 4));
            }
        }
        return Arrays.copyOf(seconds, count);
    }

    /**
     * Warms up before all measurements: exchanges small messages until the code is compiled and the processors have
     * left their sleep states, for at most {@value #PRIME_SECONDS} s. Deterministic networks do not require a warm-up.
     */
    public void prime(RoundTrip network) {
        if (!network.isDeterministic()) {
            Exchange small = new Exchange(1, 0, 1);
            double seconds = 0;
            for (int i = 0; i < PRIME_EXCHANGES && seconds < PRIME_SECONDS; i++) {
                seconds += network.measure(small);
            }
        }
    }

    /** Returns the description of the rule, for the header of files. */
    public String words() {
        return minimum + " to " + maximum + " until the median's 95 % interval is within " + width;
    }
}
