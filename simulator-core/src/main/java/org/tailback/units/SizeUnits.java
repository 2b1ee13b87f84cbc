package org.tailback.units;

import java.util.stream.DoubleStream;

/**
 * Units of message sizes that appear together, in a column or on an axis, so that kB and KiB are never mixed. Sizes
 * that are all multiples of 1024, as in 1KiB:1MiB:x2, are written in KiB, MiB and so on. All other sizes are written in
 * kB, MB and so on. {@link Readable#bytes} writes sums over messages, always in decimal units.
 */
public enum SizeUnits {
    /** Units kB, MB, GB: powers of 1000. */
    DECIMAL,
    /** Units KiB, MiB, GiB: powers of 1024. */
    BINARY;

    /**
     * Returns the units of sizes that appear together: {@link #BINARY} if at least one size is 1024 bytes or more and
     * each such size is a multiple of 1024.
     *
     * @param sizes sizes in bytes; values that are not finite are ignored
     */
    public static SizeUnits of(DoubleStream sizes) {
        double[] large =
                sizes.filter(size -> Double.isFinite(size) && size >= 1024).toArray();
        return large.length > 0 && DoubleStream.of(large).allMatch(size -> size % 1024 == 0) ? BINARY : DECIMAL;
    }

    /**
     * Returns a size as text with four significant digits, such as {@code 64 KiB} or {@code 65.54 kB}.
     *
     * @param bytes size in bytes; may be negative or not finite
     */
    public String text(double bytes) {
        return this == BINARY ? Readable.binaryBytes(bytes) : Readable.bytes(bytes);
    }
}
