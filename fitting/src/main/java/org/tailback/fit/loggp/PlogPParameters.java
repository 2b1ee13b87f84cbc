package org.tailback.fit.loggp;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.tailback.error.InputException;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.units.Readable;

/**
 * PlogP parameters in seconds: a latency and a table by message size. They follow from parametrised round-trip times
 * that were measured for a LogGP fit:
 *
 * <pre>
 * g(m)  = (PRTT(n,0,m) - PRTT(1,0,m)) / (n - 1)        time of each additional message
 * L     = PRTT(1,0,m)/2 - g(m)   of the smallest m     RTT = 2 (L + g), Nomura et al. 2007, eq. (1)
 * os(m) = o(m) of Hoefler et al. 2007, eq. (6)
 * </pre>
 *
 * Unlike the fit of lines, the table follows every bend of g and is not smoothed.
 *
 * @param source name of the data
 * @param latency L; see {@code remarks} if negative
 * @param entries ascending by size
 * @param remarks approximations and suspicious values, one sentence each
 */
public record PlogPParameters(
        @NoOutput String source,
        double latency,
        @Output(name = "sizes") List<Entry> entries,
        @Output(name = "warnings") List<String> remarks) {
    /**
     * The parameters of one size.
     *
     * @param bytes m
     * @param gap g(m)
     * @param sendOverhead os(m); NaN if the delay was too short to determine it
     */
    public record Entry(long bytes, double gap, double sendOverhead) {}

    /**
     * Returns the table of a series.
     *
     * @throws InputException if the series is empty
     */
    public static PlogPParameters of(PrttSeries series) {
        if (series.points().isEmpty()) {
            throw InputException.at(series.source(), "no usable sizes", "Measure some");
        }
        List<String> remarks = new ArrayList<>(series.remarks());
        List<Entry> entries = series.points().stream()
                .map(point -> new Entry(point.bytes(), point.gap(), point.overhead()))
                .toList();
        long negative = entries.stream().filter(entry -> entry.gap() < 0).count();
        long falling = IntStream.range(1, entries.size())
                .filter(i -> entries.get(i).gap() < entries.get(i - 1).gap())
                .count();
        if (negative > 0) {
            remarks.add("g of " + negative + " sizes is negative because of noise; it counts as 0");
        }
        if (falling > 0) {
            remarks.add("g falls from one size to the next " + falling + " times: noise, or a change of protocol");
        }
        PrttPoint smallest = series.points().get(0);
        double latency = smallest.single() / 2 - smallest.gap();
        if (latency < 0) {
            remarks.add("L = PRTT/2 - g = " + Readable.seconds(latency) + " is negative; it counts as 0");
        }
        return new PlogPParameters(series.source(), latency, entries, remarks);
    }

    /**
     * Returns the section {@code cost} of a platform file; gaps and latency below 0 count as 0.
     *
     * @param date date of the measurement or the fit, for the comment
     */
    public PlatformFragment fragment(String date) {
        StringJoiner gaps = new StringJoiner(", ", "gap: {", "}");
        entries.forEach(entry -> gaps.add(entry.bytes() + ": " + PlatformFragment.time(Math.max(0, entry.gap()))));
        Entry last = entries.get(entries.size() - 1);
        return new PlatformFragment()
                .comment("PlogP measured one way on " + source + ", " + date)
                .comment("overhead for " + last.bytes() + " B: os " + Readable.seconds(last.sendOverhead()))
                .comments(remarks)
                .line(0, "cost:")
                .line(1, "model: plogp")
                .line(1, "latency: " + PlatformFragment.time(Math.max(0, latency)))
                .line(1, gaps.toString());
    }
}
