package org.tailback.model.cost;

import java.util.ArrayList;
import java.util.List;
import org.tailback.cost.MeasuredSizes;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.settings.Settings;

/** Provider of {@link LogGp}: loggps, and its special cases loggp (no eager limit) and logp (no gap per byte). */
abstract class LogGpProvider implements MessageCostProvider {
    private static final String LATENCY = "latency";
    private static final String EAGER = "buffered";
    private static final String MEASURED = "measured";
    private static final String LINES = """
            latency | | L, a time >= 0
            overhead | 0 s | o at both ends, a time >= 0
            send-overhead | overhead | o of the sender alone, a time >= 0
            receive-overhead | overhead | o of the receiver alone, a time >= 0
            gap | 0 s | g between messages of one interface, a time >= 0
            """;
    private static final String PROTOCOLS = """
            protocols | | instead of all keys above except latency, a list by size: {from, overhead, gap, \
            gap-per-byte, …}, each optionally with an individual latency
            """;
    private static final List<String> RANGE_KEYS = List.of(
            "from",
            LATENCY,
            "overhead",
            "send-overhead",
            "receive-overhead",
            "gap",
            BandwidthSetting.BANDWIDTH,
            BandwidthSetting.GAP_PER_BYTE);

    private final String name;
    private final String summary;
    private final String reference;

    LogGpProvider(String name, String summary, String reference) {
        this.name = name;
        this.summary = summary;
        this.reference = reference;
    }

    public static final class LogP extends LogGpProvider {
        public LogP() {
            super("logp", "latency L, overhead o, gap g per message of any size", "Culler et al. 1993");
        }
    }

    public static final class LogGP extends LogGpProvider {
        public LogGP() {
            super(
                    "loggp",
                    "latency L, overhead o, gap g per message and G per byte: uncontended o + (s-1)G + L + o",
                    "Alexandrov et al. 1997; Hoefler, Lichei, Rehm 2007");
        }
    }

    public static final class LogGPS extends LogGpProvider {
        public LogGPS() {
            super(
                    "loggps",
                    "LogGP with a size S (eager-limit) above which messages wait for their receive",
                    "Ino et al. 2001");
        }
    }

    @Override
    public Description description() {
        boolean hasGapPerByte = !name.equals("logp");
        return ParameterTable.of(LINES
                        + (hasGapPerByte ? BandwidthSetting.LINES + PROTOCOLS : "")
                        + ProtocolRule.lines(EAGER)
                        + "measured | all sizes | sizes that were measured, {from, to}; a replay counts messages of"
                        + " other sizes")
                .describe(name, summary, reference);
    }

    @Override
    public MessageCost create(Settings settings) {
        if (name.equals("loggps") && !settings.has("eager-limit")) {
            throw InputException.at(settings.place(), "cost loggps needs an eager-limit (S)", "Add it, or use loggp");
        }
        return new LogGp(name, ranges(settings), ProtocolRule.of(settings, EAGER), measuredSizes(settings));
    }

    private static MeasuredSizes measuredSizes(Settings settings) {
        if (!settings.has(MEASURED)) {
            return MeasuredSizes.ALL;
        }
        Settings section = settings.section(MEASURED);
        section.rejectUnknown(List.of("from", "to"));
        double from = section.bytes("from");
        double to = section.bytes("to");
        if (from > to) {
            String expected = "measured sizes must end at a size >= from: " + section.text("from");
            throw section.problem("to", expected + ", found " + section.text("to"), "");
        }
        return new MeasuredSizes((long) from, (long) to);
    }

    private List<LogGp.Range> ranges(Settings settings) {
        double latency = settings.seconds(LATENCY);
        if (!settings.has("protocols")) {
            return List.of(range(settings, 0, latency));
        }
        for (String key : settings.only(RANGE_KEYS).without(LATENCY).keys()) {
            throw settings.problem(key, "'" + key + "' is given next to 'protocols'", "Put it into each of them");
        }
        List<LogGp.Range> ranges = new ArrayList<>();
        for (Settings section : settings.sections("protocols")) {
            section.rejectUnknown(RANGE_KEYS);
            long from = (long) section.bytes("from");
            if (ranges.isEmpty()
                    ? from > 1
                    : from <= ranges.get(ranges.size() - 1).fromBytes()) {
                throw section.problem(
                        "from",
                        "ranges of sizes must begin at 0 or 1 and grow, found from: " + section.text("from"),
                        "Sort them");
            }
            ranges.add(range(section, from, section.seconds(LATENCY, latency)));
        }
        if (ranges.isEmpty()) {
            throw settings.problem("protocols", "the list of protocols is empty", "Give {from: 1, …}");
        }
        return ranges;
    }

    private LogGp.Range range(Settings settings, long from, double latency) {
        double overhead = settings.seconds("overhead", 0);
        return new LogGp.Range(
                from,
                settings.seconds("send-overhead", overhead),
                settings.seconds("receive-overhead", overhead),
                0,
                settings.seconds("gap", 0),
                name.equals("logp") ? 0 : BandwidthSetting.secondsPerByte(settings, "cost " + name),
                latency);
    }
}
