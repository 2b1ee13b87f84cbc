package org.tailback.model.loggops;

import java.util.List;
import org.tailback.error.InputException;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/**
 * The parameters of the LogGOPS model. Times are whole numbers of any one unit, the one that the schedule's calculations
 * use too; nanoseconds by convention.
 *
 * @param latency L: from the end of the sender's overhead to the arrival of the first byte, >= 0
 * @param overhead o: how long the CPU is busy with any message, at each end, >= 0
 * @param gap g: shortest time between two messages at one network interface, in each direction, >= 0
 * @param gapPerByte G: what each byte after the first adds to the gap, >= 0
 * @param overheadPerByte O: what each byte after the first adds to the overhead, >= 0
 * @param eagerLimit S: messages of at most so many bytes are eager, larger ones rendezvous; >= 0
 */
public record LogGops(long latency, long overhead, long gap, long gapPerByte, long overheadPerByte, long eagerLimit) {
    /** What LogGOPSim assumes when nothing is said: L = 2500, o = 1500, g = 1000, G = 6, O = 0, S = 65535. */
    public static final LogGops DEFAULT = new LogGops(2500, 1500, 1000, 6, 0, 65535);

    private static final double NANOSECONDS_PER_SECOND = 1e9;

    /** Checks the domains. */
    public LogGops {
        check("L", latency);
        check("o", overhead);
        check("g", gap);
        check("G", gapPerByte);
        check("O", overheadPerByte);
        check("S", eagerLimit);
    }

    /** What a listing shows of the parameters. */
    public static Description description() {
        return new Description(
                "loggops",
                "GOAL schedules: overheads occupy CPUs, gaps occupy network interfaces, no contention inside the network",
                "Hoefler, Schneider, Lumsdaine: LogGOPSim, LSAP workshop of HPDC 2010",
                List.of(
                        new Parameter("L", "2500ns", "latency, a whole number of nanoseconds"),
                        new Parameter("o", "1500ns", "overhead per message, a whole number of nanoseconds"),
                        new Parameter("g", "1000ns", "gap between messages, a whole number of nanoseconds"),
                        new Parameter("G", "6ns", "gap per byte, a whole number of nanoseconds"),
                        new Parameter("O", "0ns", "overhead per byte, a whole number of nanoseconds"),
                        new Parameter("S", "65535 B", "largest eager message, a whole number of bytes")));
    }

    /**
     * Reads {@code L}, {@code o}, {@code g}, {@code G}, {@code O} (times) and {@code S} (a size); those missing have the
     * values of {@link #DEFAULT}. The unit of the result is the nanosecond.
     *
     * @throws InputException if a value is not a whole number of nanoseconds or bytes, or above 2^53
     */
    public static LogGops from(Settings settings) {
        settings.rejectUnknown(List.of("L", "o", "g", "G", "O", "S"));
        return new LogGops(
                nanoseconds(settings, "L", DEFAULT.latency),
                nanoseconds(settings, "o", DEFAULT.overhead),
                nanoseconds(settings, "g", DEFAULT.gap),
                nanoseconds(settings, "G", DEFAULT.gapPerByte),
                nanoseconds(settings, "O", DEFAULT.overheadPerByte),
                settings.has("S") ? whole(settings, "S", settings.bytes("S"), "bytes") : DEFAULT.eagerLimit);
    }

    private static long nanoseconds(Settings settings, String key, long defaultValue) {
        if (!settings.has(key)) {
            return defaultValue;
        }
        double nanoseconds = settings.seconds(key) * NANOSECONDS_PER_SECOND;
        double nearest = Math.rint(nanoseconds);
        // a decimal number of seconds is off by a few units in the last place, a fraction of a nanosecond by much more
        boolean isWhole = Math.abs(nanoseconds - nearest) <= 4 * Math.ulp(nanoseconds);
        return whole(settings, key, isWhole ? nearest : nanoseconds, "nanoseconds");
    }

    private static long whole(Settings settings, String key, double value, String unit) {
        if (value != Math.rint(value) || value > 1L << 53) {
            throw settings.problem(
                    key,
                    "'" + key + "' must be a whole number of " + unit + " up to 2^53, found '" + settings.text(key)
                            + "'",
                    "LogGOPS counts in integers; round it");
        }
        return (long) value;
    }

    private static void check(String symbol, long value) {
        if (value < 0) {
            throw new InputException("LogGOPS parameter " + symbol + " must be at least 0, not " + value);
        }
    }
}
