package org.tailback.model.cost;

import org.tailback.error.InputException;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.settings.Settings;

/**
 * Setting of the rate of one uncontended message: a bandwidth or a time per byte. All costs with a time per byte use
 * it.
 */
final class BandwidthSetting {
    static final String BANDWIDTH = "bandwidth";
    static final String GAP_PER_BYTE = "gap-per-byte";

    /** Lines of a {@link ParameterTable} with the two alternative keys. */
    static final String LINES = """
            bandwidth | | maximum rate of one message, > 0; capacities of links belong to the network
            gap-per-byte | | instead of bandwidth: G, a time >= 0 for each byte; 0: no limit
            """;

    private BandwidthSetting() {}

    static boolean isIn(Settings settings) {
        return settings.has(BANDWIDTH) || settings.has(GAP_PER_BYTE);
    }

    /**
     * Returns seconds per byte, finite, >= 0.
     *
     * @param who name of the cost in messages, such as {@code cost loggp}
     */
    static double secondsPerByte(Settings settings, String who) {
        if (settings.has(BANDWIDTH) && settings.has(GAP_PER_BYTE)) {
            throw settings.problem(
                    GAP_PER_BYTE,
                    "'bandwidth: " + settings.text(BANDWIDTH) + "' (" + settings.placeOf(BANDWIDTH)
                            + ") and 'gap-per-byte: " + settings.text(GAP_PER_BYTE) + "' are the same quantity",
                    "Keep one");
        }
        if (!isIn(settings)) {
            throw InputException.at(
                    settings.place(),
                    who + " needs bandwidth or gap-per-byte: the rate of one uncontended message",
                    "Add one, such as bandwidth 10 Gbit/s; gap-per-byte 0 s sets no limit");
        }
        return settings.has(BANDWIDTH) ? 1 / settings.bytesPerSecond(BANDWIDTH) : settings.seconds(GAP_PER_BYTE);
    }
}
