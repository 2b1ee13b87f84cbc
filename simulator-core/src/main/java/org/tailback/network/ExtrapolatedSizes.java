package org.tailback.network;

import java.util.List;
import java.util.stream.DoubleStream;
import org.tailback.cost.MeasuredSizes;
import org.tailback.cost.MessageCost;
import org.tailback.units.Readable;
import org.tailback.units.SizeUnits;

/** Counts messages whose sizes lie outside what the cost was measured for. Not thread-safe. */
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

    List<String> warnings() {
        if (smaller + larger == 0) {
            return List.of();
        }
        SizeUnits units = SizeUnits.of(DoubleStream.of(measured.from(), measured.to()));
        return List.of((smaller + larger) + " x message of a size outside " + units.text(measured.from()) + " to "
                + units.text(measured.to()) + ", which cost " + cost
                + " was measured for: their times are extrapolated ("
                + (smaller > 0 ? smaller + " smaller" : "")
                + (smaller > 0 && larger > 0 ? ", " : "")
                + (larger > 0 ? larger + " larger, up to " + Readable.bytes(largest) : "") + ").");
    }
}
