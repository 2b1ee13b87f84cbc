package org.tailback.fit.loggp;

import static org.tailback.fit.fragment.PlatformFragment.measured;
import static org.tailback.fit.fragment.PlatformFragment.time;

import java.util.ArrayList;
import java.util.List;
import org.tailback.fit.fragment.PlatformFragment;

/**
 * Netgauge's own parameters as the section {@code cost} of a platform file, for its printed form, which holds no
 * round-trip times to fit again.
 *
 * <p>Its L is half a round trip of one byte, L + 2o of the model: o is taken from it twice. Its g is the line at size
 * 0: G is added for the gap of one byte. A negative or unknown g or o is written as 0, with a comment; a G that
 * is not positive is replaced by that of the nearest range with a positive one.
 */
public final class NetgaugeFragment {
    private NetgaugeFragment() {}

    /**
     * Returns the fragment; of a protocol the last line counts.
     *
     * @param date when the data was measured, for the comment
     * @throws org.tailback.error.InputException if no G is positive
     */
    public static PlatformFragment of(NetgaugeFile file, String date) {
        long smallest = file.rows().get(0).bytes();
        long largest = file.rows().get(file.rows().size() - 1).bytes();
        double half = file.rows().get(0).latency();
        double overhead = positive(file.rows().get(0).sendOverhead());
        double latency = positive(half - 2 * overhead);
        double mostOverhead = latency > 0 ? overhead : half / 2;
        PlatformFragment fragment = new PlatformFragment()
                .comment("LogGP as Netgauge printed it in " + file.source() + ", " + date
                        + "; without its round-trip times nothing can be fitted again: give ng.out for residuals")
                .comment("half a round trip of 1 B (L + 2o): " + half + " us")
                .comments(warnings(file))
                .line(0, "cost:")
                .line(1, "model: loggp")
                .line(1, "latency: " + time(latency * 1e-6))
                .line(1, measured(smallest, largest))
                .line(1, "protocols:");
        List<NetgaugeFile.Row> ends = file.protocolEnds();
        double[] gapsPerByte = gapsPerByte(file);
        long from = 0;
        double sent = overhead;
        for (int i = 0; i < ends.size(); i++) {
            NetgaugeFile.Row row = ends.get(i);
            fragment.comment("up to " + row.bytes() + " B: g " + words(row.gap()) + ", G " + words(row.gapPerByte())
                    + ", deviation " + words(row.deviation()));
            if (!(row.gap() >= 0)) {
                fragment.comment("up to " + row.bytes() + " B: g is negative or unknown and written as 0; a line over a"
                        + " change of protocol means nothing");
            }
            double middle = (from + row.bytes()) / 2.0;
            double gap = row.gapPerByte() == gapsPerByte[i]
                    ? row.gap() + row.gapPerByte()
                    : row.gap() + row.gapPerByte() * middle - gapsPerByte[i] * (middle - 1);
            fragment.line(
                    2,
                    "- {from: " + from + ", overhead: " + time(Math.min(sent, mostOverhead) * 1e-6) + ", gap: "
                            + time(positive(gap) * 1e-6) + ", gap-per-byte: " + time(gapsPerByte[i] * 1e-6) + "}");
            from = row.bytes();
            sent = positive(row.sendOverhead());
        }
        return fragment;
    }

    private static double[] gapsPerByte(NetgaugeFile file) {
        double[] kept = PositiveGapPerByte.of(file.protocolEnds().stream()
                .mapToDouble(NetgaugeFile.Row::gapPerByte)
                .toArray());
        PositiveGapPerByte.require(file.source(), kept);
        return kept;
    }

    /** Returns doubts about the numbers, a sentence each. */
    public static List<String> warnings(NetgaugeFile file) {
        List<String> sentences = new ArrayList<>(file.remarks());
        double[] kept = gapsPerByte(file);
        for (int i = 0; i < kept.length; i++) {
            NetgaugeFile.Row row = file.protocolEnds().get(i);
            if (row.gapPerByte() != kept[i]) {
                sentences.add("G of the sizes up to " + row.bytes() + " B is " + words(row.gapPerByte())
                        + " per byte, which is not positive: G " + words(kept[i])
                        + " of the nearest sizes with a positive G is kept instead");
            }
        }
        return sentences;
    }

    private static String words(double microseconds) {
        return Double.isFinite(microseconds) ? microseconds + " us" : "unknown";
    }

    private static double positive(double number) {
        return number > 0 && number < Double.POSITIVE_INFINITY ? number : 0;
    }
}
