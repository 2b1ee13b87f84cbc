package org.tailback.fit.loggp;

import static org.tailback.fit.fragment.PlatformFragment.time;

import org.tailback.fit.fragment.PlatformFragment;

/**
 * Netgauge's own parameters as the section {@code cost} of a platform file, for its printed form, which holds no round-trip times to fit
 * again.
 *
 * <p>Its L is half a round trip of one byte, L + 2o of the model: o is taken from it twice. Its g is the line at size 0: G is added for
 * the gap of one byte. What is negative or not a number is written as 0, and a comment says so.
 */
public final class NetgaugeFragment {
    private NetgaugeFragment() {}

    /**
     * The fragment; of a protocol the last line counts.
     *
     * @param date when the data was measured, for the comment
     */
    public static PlatformFragment of(NetgaugeFile file, String date) {
        double half = file.rows().get(0).latency();
        double overhead = positive(file.rows().get(0).sendOverhead());
        double latency = positive(half - 2 * overhead);
        double mostOverhead = latency > 0 ? overhead : half / 2;
        PlatformFragment fragment = new PlatformFragment()
                .comment("LogGP as Netgauge printed it in " + file.source() + ", " + date
                        + "; without its round-trip times nothing can be fitted again: give ng.out for residuals")
                .comment("half a round trip of 1 B (L + 2o): " + half + " us")
                .line(0, "cost:")
                .line(1, "model: loggp")
                .line(1, "latency: " + time(latency * 1e-6))
                .line(1, "protocols:");
        long from = 0;
        double sent = overhead;
        for (int i = 0; i < file.rows().size(); i++) {
            NetgaugeFile.Row row = file.rows().get(i);
            boolean last = i + 1 == file.rows().size();
            if (!last && file.rows().get(i + 1).bytes() != row.bytes()) {
                continue;
            }
            fragment.comment("up to " + row.bytes() + " B: g " + row.gap() + " us, G " + row.gapPerByte()
                    + " us, deviation " + row.deviation() + " us");
            if (!(row.gap() >= 0 && row.gapPerByte() >= 0)) {
                fragment.comment(
                        "up to " + row.bytes()
                                + " B: what is negative or unknown is written as 0; a line over a change of protocol says nothing");
            }
            fragment.line(
                    2,
                    "- {from: " + from + ", overhead: " + time(Math.min(sent, mostOverhead) * 1e-6) + ", gap: "
                            + time(positive(row.gap() + row.gapPerByte()) * 1e-6) + ", gap-per-byte: "
                            + time(positive(row.gapPerByte()) * 1e-6) + "}");
            from = row.bytes();
            sent = positive(row.sendOverhead());
        }
        return fragment;
    }

    private static double positive(double number) {
        return number > 0 && number < Double.POSITIVE_INFINITY ? number : 0;
    }
}
