package org.tailback.fit.measure;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.Medians;

/**
 * How often a measurement is repeated: until the 95 % confidence interval of the median is narrow, as Zhu et al. 2012
 * section 3.1 do with the mean, or a limit is reached. The median's interval needs no assumption about the
 * disturbances.
 *
 * @param warmUp how often it is done before without being counted, >= 0
 * @param minimum fewest repetitions, >= 1
 * @param maximum most repetitions, >= minimum
 * @param width largest accepted half width of the interval relative to the median, such as 0.02, > 0
 */
public record Repetition(int warmUp, int minimum, int maximum, double width) {
    private static final int PRIME_EXCHANGES = 5000;
    private static final double PRIME_SECONDS = 0.5;

    /** 5 to warm up, 10 to 2000 repetitions until 2 %. */
    public static final Repetition DEFAULT = new Repetition(5, 10, 2000, 0.02);

    /** Once, for networks that always take the same time. */
    public static final Repetition ONCE = new Repetition(0, 1, 1, 1);

    public Repetition {
        Preconditions.checkArgument(warmUp >= 0, "warm-up: %s", warmUp);
        Preconditions.checkArgument(minimum >= 1 && maximum >= minimum, "repetitions: %s to %s", minimum, maximum);
        Preconditions.checkArgument(width > 0, "width: %s", width);
    }

    /**
     * Repeats an exchange until the median of a quantity is known well enough; returns that quantity of each
     * repetition.
     */
    public double[] run(RoundTrip network, Exchange exchange, ToDoubleFunction<ExchangeTiming> quantity) {
        return timings(network, exchange, quantity).stream()
                .mapToDouble(quantity)
                .toArray();
    }

    /** As {@link #run}, with all times of every repetition. */
    public List<ExchangeTiming> timings(
            RoundTrip network, Exchange exchange, ToDoubleFunction<ExchangeTiming> quantity) {
        if (network.isDeterministic()) {
            return List.of(network.measure(exchange));
        }
        for (int i = 0; i < warmUp; i++) {
            network.measure(exchange);
        }
        List<ExchangeTiming> timings = new ArrayList<>();
        int nextLook = minimum;
        while (timings.size() < maximum) {
            timings.add(network.measure(exchange));
            int count = timings.size();
            if (count == nextLook) {
                if (isNarrow(timings.stream().mapToDouble(quantity).toArray())) {
                    break;
                }
                // examined at every quarter more: sorting at every repetition would cost more than measuring
                nextLook = Math.min(maximum, count + Math.max(1, count / 4));
            }
        }
        return timings;
    }

    /** True if the median of these is known well enough. */
    public boolean isNarrow(double[] values) {
        Estimate median = Medians.withInterval(values);
        return median.relativeHalfWidth() <= width;
    }

    /**
     * Warms up before anything is measured: small messages until the code is compiled and the processors are awake, for
     * at most {@value #PRIME_SECONDS} s. Without effect on networks that always take the same time.
     */
    public void prime(RoundTrip network) {
        if (!network.isDeterministic()) {
            Exchange small = Exchange.prtt(1, 0, 1, false);
            double seconds = 0;
            for (int i = 0; i < PRIME_EXCHANGES && seconds < PRIME_SECONDS; i++) {
                seconds += network.measure(small).total();
            }
        }
    }

    /** In words, for the header of files. */
    public String words() {
        return minimum + " to " + maximum + " until the median's 95 % interval is within " + width;
    }
}
