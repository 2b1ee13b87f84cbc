package org.tailback.network;

import java.util.List;
import java.util.stream.DoubleStream;
import org.tailback.cost.MeasuredSizes;
import org.tailback.cost.MessageCost;
import org.tailback.units.Readable;
import org.tailback.units.SizeUnits;

/** Counter of messages whose sizes are outside the measured range of the cost. Not thread-safe. */
final class ExtrapolatedSizes {
    private final String cost;
    private final MeasuredSizes measured;
    private long smaller;
    private long larger;
    private long largest;

    ExtrapolatedSizes(MessageCost cost) {
        this.cost = cost.name();
        measured = cost.measuredSizes();
    }

    void copyTo(ExtrapolatedSizes other) {
        other.smaller = smaller;
        other.larger = larger;
        other.largest = largest;
    }

    void count(long bytes) {
        if (!measured.contains(bytes)) {
            smaller += bytes < measured.from() ? 1 : 0;
            larger += bytes > measured.to() ? 1 : 0;
            largest = Math.max(largest, bytes);
        }
    }

    List<String> warnings(NetworkTotals totals) {
        if (smaller + larger == 0) {
            return List.of();
        }
        long below = totals.ofAll(smaller);
        long above = totals.ofAll(larger);
        SizeUnits units = SizeUnits.of(DoubleStream.of(measured.from(), measured.to()));
        return List.of((below + above) + " x message of a size outside " + units.text(measured.from()) + " to "
                + units.text(measured.to()) + ", which cost " + cost
                + " was measured for: their times are extrapolated ("
                + (below > 0 ? below + " smaller" : "")
                + (below > 0 && above > 0 ? ", " : "")
                + (above > 0 ? above + " larger, up to " + Readable.bytes(largest) : "") + ").");
    }
}
