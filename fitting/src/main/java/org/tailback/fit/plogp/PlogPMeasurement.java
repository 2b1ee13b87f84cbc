package org.tailback.fit.plogp;

import com.google.common.base.Preconditions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.tailback.error.InputException;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.ExchangeFile;
import org.tailback.fit.measure.ExchangeTiming;
import org.tailback.fit.measure.RecordedExchanges;
import org.tailback.fit.measure.Recording;
import org.tailback.fit.measure.RepeatedExchanges;
import org.tailback.fit.measure.Repetition;
import org.tailback.fit.measure.RoundTrip;
import org.tailback.fit.statistics.Medians;
import org.tailback.units.Readable;

/**
 * Measures PlogP parameters by the fast method of Kielmann, Bal and Verstoep [1], as Nomura et al. [2] section II.C
 * cite it.
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
 * <p><b>Table by size.</b> Sizes 0, 1, 2, 4 and so on up to the largest; then, between two sizes, the middle is added
 * as long as the line between them misses its gap by more than the tolerance and they are further apart than the
 * smallest step: so sizes gather where g bends, as [1] does.
 *
 * <p><b>Closing the loop</b> ({@code PlogPMeasurementTest}): on a simulated network with L = 50 us and a table for g,
 * the same L and g come back.
 *
 * <p><b>When not to use it.</b> g(m) from one round trip contains what the receiver adds; on networks that pipeline a
 * single message differently from a stream, prefer the burst of {@code fit loggp}. or(m) of messages larger than the
 * buffers of the receiver contains what could not arrive during the pause. Noise beyond the tolerance adds sizes. Cost:
 * some 4 exchanges per size and repetition.
 *
 * <p>[1] T. Kielmann, H. Bal, K. Verstoep: Fast Measurement of LogP Parameters for Message Passing Platforms. IPDPS
 * 2000 workshops. [2] A. Nomura, H. Matsuba, Y. Ishikawa: Network Performance Model for TCP/IP Based Cluster Computing,
 * 2007.
 */
public final class PlogPMeasurement {
    private static final String LARGEST = "largest size";
    private static final String DIRECTION = "direction";
    private static final String BOTH_ENDS = "both ends at once";
    private static final String BURST = "burst";
    private static final String TOLERANCE = "tolerance";
    private static final String SMALLEST_STEP = "smallest step";
    private static final String MOST_SIZES = "most sizes";

    private final RepeatedExchanges exchanges;
    private final Settings settings;
    private final TreeMap<Long, PlogPParameters.Entry> table = new TreeMap<>();
    private final List<String> remarks = new ArrayList<>();
    private double gapOfNothing;
    private double roundTripOfNothing;
    private double widest;

    private PlogPMeasurement(RepeatedExchanges exchanges, Settings settings) {
        this.exchanges = exchanges;
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

        /** With another largest size. */
        public Settings withLargest(long bytes) {
            return new Settings(bytes, bothEnds, burst, tolerance, smallestStep, mostSizes);
        }

        /** With bursts of another length. */
        public Settings withBurst(int messages) {
            return new Settings(largest, bothEnds, messages, tolerance, smallestStep, mostSizes);
        }

        /** As keys and values for the header of a file. */
        public Map<String, String> header() {
            Map<String, String> header = new LinkedHashMap<>();
            header.put(LARGEST, Long.toString(largest));
            header.put(DIRECTION, bothEnds ? BOTH_ENDS : "one way");
            header.put(BURST, Integer.toString(burst));
            header.put(TOLERANCE, Double.toString(tolerance));
            header.put(SMALLEST_STEP, Long.toString(smallestStep));
            header.put(MOST_SIZES, Integer.toString(mostSizes));
            return header;
        }

        /**
         * From the header of a file.
         *
         * @throws InputException if one is missing, no number or out of its domain
         */
        public static Settings of(Map<String, String> header, String source) {
            try {
                return new Settings(
                        (long) number(header, LARGEST, source),
                        BOTH_ENDS.equals(header.get(DIRECTION)),
                        (int) number(header, BURST, source),
                        number(header, TOLERANCE, source),
                        (long) number(header, SMALLEST_STEP, source),
                        (int) number(header, MOST_SIZES, source));
            } catch (IllegalArgumentException e) {
                throw InputException.at(source, "a setting in the header is out of its domain: " + e.getMessage(), "");
            }
        }

        private static double number(Map<String, String> header, String key, String source) {
            String text = header.getOrDefault(key, "nothing");
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException e) {
                throw InputException.at(
                        source, "expected a line '# " + key + ": NUMBER' in its header, found " + text, "");
            }
        }
    }

    /** Measures a network, or evaluates what was measured of one. */
    public static PlogPParameters measure(RepeatedExchanges exchanges, Settings settings) {
        return new PlogPMeasurement(exchanges, settings).run();
    }

    /**
     * Measures what a file does not hold yet, and adds it to the file exchange by exchange.
     *
     * @param file begun, or continued if its settings are the same
     * @param date when, as it will stand in the file
     * @param done notified of every new exchange as soon as it is in the file
     * @throws InputException if the file cannot be written or holds something else
     */
    public static PlogPParameters record(
            RoundTrip network,
            Repetition repetition,
            Settings settings,
            Path file,
            String date,
            Consumer<ExchangeFile.Cell> done) {
        Map<String, String> header = settings.header();
        header.put("repetitions", repetition.words());
        try (Recording recording = Recording.open(file, ExchangeFile.MAGIC, header, network, date)) {
            List<ExchangeFile.Cell> known = recording.before().isEmpty()
                    ? List.of()
                    : ExchangeFile.parse(recording.before(), file.toString()).cells();
            RepeatedExchanges live = RepeatedExchanges.on(network, repetition);
            return measure(
                    RecordedExchanges.continued(known, live, cell -> {
                        recording.add(ExchangeFile.line(cell));
                        done.accept(cell);
                    }),
                    settings);
        }
    }

    /**
     * Evaluates a recording of a measurement: the method is run again, with the recorded times in place of a network.
     *
     * @throws InputException if it is not complete, or malformed
     */
    public static PlogPParameters of(ExchangeFile file, String source) {
        PlogPParameters found = measure(RecordedExchanges.of(source, file.cells()), Settings.of(file.header(), source));
        List<String> remarks = new ArrayList<>(file.remarks());
        remarks.addAll(found.remarks());
        return new PlogPParameters(found.source(), found.latency(), found.bothEnds(), found.entries(), remarks);
    }

    private PlogPParameters run() {
        boolean both = settings.bothEnds();
        roundTripOfNothing = median(Exchange.answeredByNothing(0, both), ExchangeTiming::total);
        double burst = median(new Exchange(settings.burst(), 0, 0, 0, 0, both), ExchangeTiming::total);
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
        long negative = table.values().stream().filter(entry -> entry.gap() < 0).count();
        if (negative > 0) {
            remarks.add("g of " + negative + " sizes is negative, which noise or a slow RTT(0) gives; it counts as 0");
        }
        if (widest > 0) {
            remarks.add("95 % intervals of the medians of the round trips are within "
                    + Math.round(1000 * widest) / 10.0 + " %");
        }
        return new PlogPParameters(exchanges.description(), latency, both, new ArrayList<>(table.values()), remarks);
    }

    private double measure(long bytes) {
        PlogPParameters.Entry known = table.get(bytes);
        if (known != null) {
            return known.gap();
        }
        Exchange there = Exchange.answeredByNothing(bytes, settings.bothEnds());
        double roundTrip = median(there, ExchangeTiming::total);
        double sendOverhead = Medians.median(exchanges.of(there, ExchangeTiming::total).stream()
                .mapToDouble(ExchangeTiming::firstSend)
                .toArray());
        Exchange back = new Exchange(1, 0, 0, bytes, 2 * roundTrip, false);
        double receiveOverhead = median(back, ExchangeTiming::receive);
        double gap = bytes == 0 ? gapOfNothing : roundTrip - roundTripOfNothing + gapOfNothing;
        table.put(bytes, new PlogPParameters.Entry(bytes, gap, sendOverhead, receiveOverhead));
        return gap;
    }

    private double median(Exchange exchange, ToDoubleFunction<ExchangeTiming> quantity) {
        double[] values =
                exchanges.of(exchange, quantity).stream().mapToDouble(quantity).toArray();
        double width = Medians.withInterval(values).relativeHalfWidth();
        if (exchange.pause() == 0 && Double.isFinite(width)) {
            widest = Math.max(widest, width);
        }
        return Medians.median(values);
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
