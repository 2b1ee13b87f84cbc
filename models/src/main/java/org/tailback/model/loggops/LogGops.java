package org.tailback.model.loggops;

import com.google.common.collect.ImmutableList;
import java.util.Map;
import java.util.regex.Pattern;
import org.tailback.error.InputException;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/**
 * Parameters of the LogGOPS model. Times are whole numbers in the unit of the schedule's calculations, by convention
 * nanoseconds.
 *
 * @param latency L: from the end of the sender's overhead to the arrival of the first byte, >= 0
 * @param overhead o: time for which the CPU is busy with any message, at each end, >= 0
 * @param gap g: shortest time between two messages at one network interface, in each direction, >= 0
 * @param gapPerByte G: increase of the gap per byte after the first, >= 0
 * @param overheadPerByte O: increase of the overhead per byte after the first, >= 0
 * @param eagerLimit S: size of the largest eager message, bytes, >= 0; larger messages use rendezvous
 */
public record LogGops(long latency, long overhead, long gap, long gapPerByte, long overheadPerByte, long eagerLimit) {
    /** Default parameters of LogGOPSim: L = 2500, o = 1500, g = 1000, G = 6, O = 0, S = 65535. */
    public static final LogGops DEFAULT = new LogGops(2500, 1500, 1000, 6, 0, 65535);

    public static final String NAME = "loggops";

    private static final double NANOSECONDS_PER_SECOND = 1e9;
    /** Smallest number of seconds without a unit that is rejected, because nanoseconds were more likely meant. */
    private static final double LARGEST_BARE_SECONDS = 1e-3;

    private static final Pattern DIGITS = Pattern.compile("\\d{1,30}");
    private static final Pattern BARE = Pattern.compile("[\\d.]+([eE][+-]?\\d+)?");

    private static final ImmutableList<Key> KEYS = ImmutableList.of(
            new Key("L", "latency", "2500ns", "latency"),
            new Key("o", "overhead", "1500ns", "overhead per message"),
            new Key("g", "gap", "1000ns", "gap between messages"),
            new Key("G", "gap-per-byte", "6ns", "gap per byte"),
            new Key("O", "overhead-per-byte", "0ns", "overhead per byte"),
            new Key("S", "eager-limit", "65535 B", "largest eager message"));

    public LogGops {
        long[] values = {latency, overhead, gap, gapPerByte, overheadPerByte, eagerLimit};
        for (int i = 0; i < values.length; i++) {
            if (values[i] < 0) {
                throw new InputException(
                        "LogGOPS parameter " + KEYS.get(i).letter + " must be at least 0, not " + values[i]);
            }
        }
    }

    /** Returns the parameters for listings. */
    public static Description description() {
        ImmutableList.Builder<Parameter> parameters = ImmutableList.builder();
        for (Key key : KEYS) {
            parameters.add(
                    new Parameter(key.letter, key.defaultText, key.meaning + ", a whole number of " + key.unit()));
        }
        for (Key key : KEYS) {
            parameters.add(new Parameter(key.word, key.letter, "another name of " + key.letter));
        }
        return new Description(
                NAME,
                "for GOAL schedules: overheads occupy CPUs, gaps occupy network interfaces; exactly as LogGOPSim when "
                        + "no platform and no sharing model are given",
                "Hoefler, Schneider, Lumsdaine: LogGOPSim, LSAP workshop of HPDC 2010",
                parameters.build());
    }

    /**
     * Reads {@code L}, {@code o}, {@code g}, {@code G}, {@code O} (times) and {@code S} (a size), or their names in
     * words: {@code latency}, {@code overhead}, {@code gap}, {@code gap-per-byte}, {@code overhead-per-byte}, {@code
     * eager-limit}. Missing parameters have the values of {@link #DEFAULT}. The unit of the result is the nanosecond.
     *
     * <p>A whole number without a unit is in nanoseconds, as on LogGOPSim's command line. Any other number without a
     * unit is in seconds, as everywhere. It is rejected if it is a millisecond or more, because nanoseconds were more
     * likely meant.
     *
     * @throws InputException if a value is not a whole number of nanoseconds or bytes, or above 2^53, or a parameter is
     *     given by both names in one source
     */
    public static LogGops from(Settings settings) {
        settings.rejectUnknown(
                description().parameters().stream().map(Parameter::name).toList());
        long[] values = KEYS.stream().mapToLong(key -> key.read(settings)).toArray();
        return new LogGops(values[0], values[1], values[2], values[3], values[4], values[5]);
    }

    /** Names of a parameter. */
    private record Key(String letter, String word, String defaultText, String meaning) {
        private String unit() {
            return letter.equals("S") ? "bytes" : "nanoseconds";
        }

        /**
         * Returns the name that is used, or empty. If a command line and a platform file each have one name, the name
         * on the command line is used. The command line is then also the location of the settings as a whole.
         */
        private String usedIn(Settings settings) {
            if (!settings.has(letter) || !settings.has(word)) {
                return settings.has(letter) ? letter : settings.has(word) ? word : "";
            }
            boolean letterIsStronger = settings.placeOf(letter).equals(settings.place());
            boolean wordIsStronger = settings.placeOf(word).equals(settings.place());
            if (letterIsStronger == wordIsStronger) {
                throw settings.problem(
                        word, "'" + letter + "' and '" + word + "' are two names of one parameter", "Remove one");
            }
            return letterIsStronger ? letter : word;
        }

        private long read(Settings given) {
            String key = usedIn(given);
            Settings settings =
                    key.isEmpty() ? Settings.ofScalars(NAME, given.place(), Map.of(letter, defaultText)) : given;
            String used = key.isEmpty() ? letter : key;
            return letter.equals("S")
                    ? whole(settings, used, settings.bytes(used), unit())
                    : nanoseconds(settings, used);
        }
    }

    private static long nanoseconds(Settings settings, String key) {
        String text = settings.text(key).strip();
        boolean isBareWhole = DIGITS.matcher(text).matches();
        double seconds = isBareWhole ? Double.NaN : settings.seconds(key);
        if (!isBareWhole
                && seconds >= LARGEST_BARE_SECONDS
                && BARE.matcher(text).matches()) {
            throw settings.problem(
                    key,
                    "'" + key + "' has no unit, found '" + text + "'",
                    "Whole numbers without a unit are nanoseconds, all others are seconds. Write " + text + "s or "
                            + text + "ns");
        }
        double nanoseconds = isBareWhole ? Double.parseDouble(text) : seconds * NANOSECONDS_PER_SECOND;
        double nearest = Math.rint(nanoseconds);
        // the rounding error of a decimal number of seconds is a few units in the last place; a fraction of a
        // nanosecond is much larger
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
}
