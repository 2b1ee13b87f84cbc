package org.tailback.cost;

import com.google.common.base.Preconditions;
import org.tailback.stability.Internal;

/**
 * Range of message sizes for which a cost was measured; times of other sizes are extrapolated.
 *
 * @param from smallest measured size in bytes, >= 0; a measured size of 1 byte also covers 0 bytes
 * @param to largest measured size in bytes, >= {@code from}
 */
@Internal
public record MeasuredSizes(long from, long to) {
    /** Range of all sizes, for costs that are given as a formula. */
    public static final MeasuredSizes ALL = new MeasuredSizes(0, Long.MAX_VALUE);

    public MeasuredSizes {
        Preconditions.checkArgument(from >= 0 && to >= from, "measured sizes from %s to %s", from, to);
    }

    /** Returns true if the size lies within the measured range. */
    public boolean contains(long bytes) {
        return bytes <= to && (bytes >= from || from == 1);
    }
}
