package org.tailback.fit.plogp;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.Repetition;
import org.tailback.fit.measure.RoundTrip;
import org.tailback.fit.measure.Timing;
import org.tailback.fit.statistics.Medians;
import org.tailback.units.Readable;

/**
 * Measures PlogP parameters by the fast method of Kielmann, Bal and Verstoep [1], as Nomura et al. [2] section II.C cite it.
 *
 * <p><b>Equations.</b>
 *
 * <pre>
 * g(0) = (T(n) - T(1)) / (n - 1)     T(k): k empty messages at once, answered by an empty one      rate of sending
 * RTT(0) = 2 (L + g(0))              so L = RTT(0)/2 - g(0)                                        [2] eq. (1)
 * RTT(m) = g(m) + L + g(0) + L       m bytes answered by nothing: g(m) = RTT(m) - RTT(0) + g(0)
 * os(m)  duration of the send in RTT(m)
 * or(m)  duration of the receive of an m-byte answer that arrived during a pause of more than RTT(m)
 * </pre>
 *
 * With both ends sending at once ([2] section III.B.1, PlogPT) the same holds of each.
 *
 * <p><b>Table by size.</b> Sizes 0, 1, 2, 4 and so on up to the largest; then, between two sizes, the middle is added as long as
 * the line between them misses its gap by more than the tolerance and they are further apart than the smallest step: so
 * sizes gather where g bends, as [1] does.
 *
 * <p><b>Closing the loop</b> ({@code PlogPMeasurementTest}): on a simulated network with L = 50 us and a table for g, the
 * same L and g come back.
 *
 * <p><b>When not to use it.</b> g(m) from one round trip contains what the receiver adds; on networks that pipeline a single
 * message differently from a stream, prefer the burst of {@code fit loggp}. Cost: some 4 exchanges per size and repetition.
 *
 * <p>[1] T. Kielmann, H. Bal, K. Verstoep: Fast Measurement of LogP Parameters for Message Passing Platforms. IPDPS 2000
 * workshops. [2] A. Nomura, H. Matsuba, Y. Ishikawa: Network Performance Model for TCP/IP Based Cluster Computing, 2007.
 */
public final class PlogPMeasurement {
    private final RoundTrip network;
    private final Repetition repetition;
    private final Settings settings;
    private final TreeMap<Long, PlogPParameters.Entry> table = new TreeMap<>();
    private final List<String> remarks = new ArrayList<>();
    private double gapOfNothing;
    private double roundTripOfNothing;

    private PlogPMeasurement(RoundTrip network, Repetition repetition, Settings settings) {
        this.network = network;
        this.repetition = repetition;
        this.settings = settings;
    }

    /**
     * What to measure.
     *
     * @param largest largest size in bytes, >= 1
     * @param bothEnds whether both ends send at once
     * @param burst n of the burst that gives g(0), >= 2
     * @param tolerance accepted relative miss of the line between two sizes, > 0
     * @param smallestStep sizes nearer than this are not divided, bytes, >= 2
     * @param mostSizes limit of the table, >= 3; what is left undivided is remarked
     */
    public record Settings(
            long largest, boolean bothEnds, int burst, double tolerance, long smallestStep, int mostSizes) {
        /** Checks the domains. */
        public Settings {
            Preconditions.checkArgument(largest >= 1, "largest size: %s", largest);
            Preconditions.checkArgument(burst >= 2, "burst: %s", burst);
            Preconditions.checkArgument(tolerance > 0, "tolerance: %s", tolerance);
            Preconditions.checkArgument(smallestStep >= 2, "smallest step: %s", smallestStep);
            Preconditions.checkArgument(mostSizes >= 3, "most sizes: %s", mostSizes);
        }

        /** Up to 1 MiB, bursts of 16, 3 %, steps of 32 bytes, 200 sizes. */
        public static Settings upTo1MiB(boolean bothEnds) {
            return new Settings(1 << 20, bothEnds, 16, 0.03, 32, 200);
        }
    }

    /** Measures a network. */
    public static PlogPParameters measure(RoundTrip network, Repetition repetition, Settings settings) {
        return new PlogPMeasurement(network, repetition, settings).run();
    }

    private PlogPParameters run() {
        boolean both = settings.bothEnds();
        roundTripOfNothing = repetition.medianTotal(network, Exchange.answeredByNothing(0, both));
        double burst = repetition.medianTotal(network, new Exchange(settings.burst(), 0, 0, 0, 0, both));
        gapOfNothing = (burst - roundTripOfNothing) / (settings.burst() - 1);
        double latency = roundTripOfNothing / 2 - gapOfNothing;
        if (latency < 0) {
            remarks.add("L = RTT(0)/2 - g(0) = " + Readable.seconds(latency)
                    + " is negative: empty messages follow each other more slowly than they travel; it counts as 0");
        }
        long previous = 0;
        measure(0);
        for (long bytes = 1; bytes < settings.largest(); bytes *= 2) {
            measure(bytes);
            refine(previous, bytes);
            previous = bytes;
        }
        measure(settings.largest());
        refine(previous, settings.largest());
        if (table.size() >= settings.mostSizes()) {
            remarks.add("the table was cut at " + settings.mostSizes()
                    + " sizes: allow more, or a larger tolerance, to follow g everywhere");
        }
        return new PlogPParameters(network.description(), both, latency, new ArrayList<>(table.values()), remarks);
    }

    private double measure(long bytes) {
        PlogPParameters.Entry known = table.get(bytes);
        if (known != null) {
            return known.gap();
        }
        Exchange there = Exchange.answeredByNothing(bytes, settings.bothEnds());
        List<Double> sends = new ArrayList<>();
        double[] totals = repetition.run(network, there, timing -> {
            sends.add(timing.firstSend());
            return timing.total();
        });
        double roundTrip = Medians.median(totals);
        double sendOverhead =
                Medians.median(sends.stream().mapToDouble(Double::doubleValue).toArray());
        Exchange back = new Exchange(1, 0, 0, bytes, 2 * roundTrip, false);
        double receiveOverhead = Medians.median(repetition.run(network, back, Timing::receive));
        double gap = bytes == 0 ? gapOfNothing : roundTrip - roundTripOfNothing + gapOfNothing;
        table.put(bytes, new PlogPParameters.Entry(bytes, gap, sendOverhead, receiveOverhead));
        return gap;
    }

    private void refine(long low, long high) {
        if (high - low < settings.smallestStep() || table.size() >= settings.mostSizes()) {
            return;
        }
        long middle = low + (high - low) / 2;
        double expected = measure(low) + (measure(high) - measure(low)) * (middle - low) / (high - low);
        double found = measure(middle);
        if (Math.abs(found - expected) > settings.tolerance() * Math.abs(found)) {
            refine(low, middle);
            refine(middle, high);
        }
    }
}
