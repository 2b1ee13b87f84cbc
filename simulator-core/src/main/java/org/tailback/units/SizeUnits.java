package org.tailback.units;

import java.util.stream.DoubleStream;

/**
 * The units in which message sizes that stand together (in a column, on an axis) are written, so that kB and KiB never
 * mix. Sizes that are all whole multiples of 1024, as in 1KiB:1MiB:x2, are written in KiB, MiB and so on, all others in
 * kB, MB and so on. Sums over messages are always written in decimal units, by {@link Readable#bytes}.
 */
public enum SizeUnits {
    /** kB, MB, GB: powers of 1000. */
    DECIMAL,
    /** KiB, MiB, GiB: powers of 1024. */
    BINARY;

    /**
     * Returns the units of sizes that stand together: {@link #BINARY} if at least one is 1024 bytes or more and each of
     * these is a whole multiple of 1024.
     *
     * @param sizes bytes; values that are not finite are ignored
     */
    public static SizeUnits of(DoubleStream sizes) {
        double[] large =
                sizes.filter(size -> Double.isFinite(size) && size >= 1024).toArray();
        return large.length > 0 && DoubleStream.of(large).allMatch(size -> size % 1024 == 0) ? BINARY : DECIMAL;
    }

    /**
     * Returns a size with four significant digits, such as {@code 64 KiB} or {@code 65.54 kB}.
     *
     * @param bytes may be negative or not finite
     */
    public String text(double bytes) {
        return this == BINARY ? Readable.binaryBytes(bytes) : Readable.bytes(bytes);
    }
}
