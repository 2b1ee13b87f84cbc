package org.tailback.model.cost;

import org.jspecify.annotations.Nullable;

/**
 * What a calibration of SMPI may say beyond factors: overheads by size, and how far factors and thresholds go.
 *
 * @param send "smpi/os": overhead of a send that blocks
 * @param isend "smpi/ois": of one that does not
 * @param receive "smpi/or": of a receive
 * @param probe "smpi/iprobe": seconds of a probe that does not block, finite, >= 0
 * @param eagerBelow "smpi/async-small-thresh": size in bytes below which a message starts without its receive, >= 0
 * @param boundsOnly true if a bandwidth factor bounds the rate of a message, as until SimGrid 3.25; false if links
 *     carry as much more
 * @param local path inside a node; null for that of the platform
 */
public record SmpiRanges(
        OverheadRanges send,
        OverheadRanges isend,
        OverheadRanges receive,
        double probe,
        long eagerBelow,
        boolean boundsOnly,
        @Nullable SmpiLocal local) {
    /** SMPI's defaults: nothing of it. */
    public static final SmpiRanges NONE =
            new SmpiRanges(OverheadRanges.NONE, OverheadRanges.NONE, OverheadRanges.NONE, 0, 0, false, null);
}
