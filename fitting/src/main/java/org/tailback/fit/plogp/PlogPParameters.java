package org.tailback.fit.plogp;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.model.cost.GapFunction;
import org.tailback.model.cost.PlogP;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.units.Readable;

/**
 * PlogP parameters: a latency and a table by message size. Seconds.
 *
 * @param source what was measured
 * @param latency L = RTT(0)/2 - g(0); see {@code remarks} if negative
 * @param bothEnds whether both ends sent at once, as PlogPT needs it
 * @param entries ascending by size, the first for 0 bytes
 * @param remarks what was approximated or is suspicious, a sentence each
 */
public record PlogPParameters(
        @NoOutput String source,
        double latency,
        boolean bothEnds,
        @Output(name = "sizes") List<Entry> entries,
        @Output(name = "warnings") List<String> remarks) {
    public PlogPParameters {
        entries = ImmutableList.copyOf(entries);
        remarks = ImmutableList.copyOf(remarks);
    }

    /**
     * What was found for one size.
     *
     * @param bytes m
     * @param gap g(m)
     * @param sendOverhead os(m)
     * @param receiveOverhead or(m)
     */
    public record Entry(long bytes, double gap, double sendOverhead, double receiveOverhead) {}

    /** The message cost that they make; gaps and latency below 0, which noise can give, count as 0. */
    public PlogP cost() {
        TreeMap<Double, Double> table = new TreeMap<>();
        entries.forEach(entry -> table.put((double) entry.bytes(), Math.max(0, entry.gap())));
        return new PlogP(Math.max(0, latency), GapFunction.table(table));
    }

    /**
     * The section {@code cost} of a platform file.
     *
     * @param date when it was measured or fitted, for the comment
     */
    public PlatformFragment fragment(String date) {
        StringJoiner gaps = new StringJoiner(", ", "gap: {", "}");
        entries.forEach(entry -> gaps.add(entry.bytes() + ": " + PlatformFragment.time(Math.max(0, entry.gap()))));
        Entry last = entries.get(entries.size() - 1);
        return new PlatformFragment()
                .comment("PlogP measured " + (bothEnds ? "with both ends sending at once" : "one way") + " on " + source
                        + ", " + date)
                .comment("overheads for " + last.bytes() + " B: os " + Readable.seconds(last.sendOverhead()) + ", or "
                        + Readable.seconds(last.receiveOverhead()))
                .comments(remarks)
                .line(0, "cost:")
                .line(1, "model: plogp")
                .line(1, "latency: " + PlatformFragment.time(Math.max(0, latency)))
                .line(1, gaps.toString());
    }
}
