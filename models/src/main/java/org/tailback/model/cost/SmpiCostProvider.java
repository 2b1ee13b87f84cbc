package org.tailback.model.cost;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/** Provider of {@link SmpiCost}. */
public final class SmpiCostProvider implements MessageCostProvider {
    private static final String SEND = "send-overhead";
    private static final String ISEND = "isend-overhead";
    private static final String RECEIVE = "receive-overhead";
    private static final String LATENCY = "latency";
    private static final String BANDWIDTH_FACTORS = "bandwidth-factors";
    private static final String LATENCY_FACTORS = "latency-factors";
    private static final String EXCHANGE = "exchange-";
    private static final List<String> OF_EXCHANGES =
            List.of(LATENCY, BANDWIDTH_FACTORS, LATENCY_FACTORS, SEND, ISEND, RECEIVE);
    /** Parameters with the defaults of SimGrid 3.32. */
    private static final ParameterTable TABLE = ParameterTable.of("""
            bandwidth | no limit | maximum rate of one message, > 0, before factors; links limit it in any case
            gap-per-byte | | instead of bandwidth: its inverse, a time >= 0
            latency | | latency of the route between two nodes, under networks without latencies, a time >= 0
            bandwidth-factors | 65472:0.940694;15424:0.697866;9376:0.58729;5776:1.08739;3484:0.77493;1426:0.608902;\
            732:0.341987;257:0.338112;0:0.812084 | smpi/bw-factor: bound in bytes that the flow exceeds, and factor > 0
            latency-factors | 65472:11.6436;15424:3.48845;9376:2.59299;5776:2.18796;3484:1.88101;1426:1.61075;\
            732:1.9503;257:1.95341;0:2.01467 | smpi/lat-factor: the same
            envelope | 16 B | bytes of a flow in addition to the message, a size
            detached-below | 65536 B | smpi/send-is-detached-thresh: smallest size for which the sender waits for \
            the end
            send-overhead | none | smpi/os: bound:seconds:seconds-per-byte;… of a blocking send
            isend-overhead | none | smpi/ois: the same for a non-blocking send
            receive-overhead | none | smpi/or: the same for a receive
            probe-overhead | 0 s | smpi/iprobe: duration of a probe, a time >= 0
            eager-below | 0 B | smpi/async-small-thresh: smaller messages start without a posted receive
            factors-bound | links | 'links': links carry n / factor bytes; 'rates': a message has at most factor * \
            bandwidth
            local-bandwidth | | bandwidth of a separate link inside nodes, with smpi/loopback-…-factor
            local-latency | 0 s | latency of this link, a time >= 0
            local-bandwidth-factors | 0:1 | smpi/loopback-bw-factor
            local-latency-factors | 0:1 | smpi/loopback-lat-factor""");

    @Override
    public Description description() {
        return new Description(
                SmpiCost.NAME,
                "SimGrid's SMPI: factors of bandwidth and latency by size, detached sends; use with the network smpi",
                "Degomme et al. 2017; SimGrid 3.32",
                Stream.concat(
                                TABLE.parameters().stream(),
                                OF_EXCHANGES.stream()
                                        .map(key -> new Parameter(
                                                EXCHANGE + key, "'" + key + "'", "the same for mode exchange")))
                        .toList());
    }

    @Override
    public MessageCost create(Settings settings) {
        boolean exchanges = OF_EXCHANGES.stream().anyMatch(key -> settings.has(EXCHANGE + key));
        return cost(settings, "", exchanges ? cost(settings, EXCHANGE, null) : null);
    }

    /**
     * Returns a cost from the keys with a prefix.
     *
     * @param prefix prefix of keys that replace the same keys without it
     */
    private static SmpiCost cost(Settings given, String prefix, @Nullable SmpiCost exchange) {
        Settings settings = TABLE.filled(given);
        return new SmpiCost(
                bandwidth(given),
                settings.seconds(key(settings, prefix, LATENCY)),
                positive(settings, key(settings, prefix, BANDWIDTH_FACTORS)),
                bySize(settings, key(settings, prefix, LATENCY_FACTORS), BySize::factors),
                (long) settings.bytes("envelope"),
                (long) settings.bytes("detached-below"),
                ranges(given, settings, prefix, exchange));
    }

    private static String key(Settings settings, String prefix, String key) {
        return settings.has(prefix + key) ? prefix + key : key;
    }

    private static SmpiCost.Ranges ranges(
            Settings given, Settings settings, String prefix, @Nullable SmpiCost exchange) {
        boolean boundsOnly = settings.choice("factors-bound", List.of("links", "rates"), "links")
                .equals("rates");
        if (boundsOnly && Double.isInfinite(bandwidth(given))) {
            throw settings.problem("factors-bound", "factors that bound rates need a 'bandwidth'", "");
        }
        SmpiCost.Local local = settings.has("local-bandwidth")
                ? new SmpiCost.Local(
                        settings.bytesPerSecond("local-bandwidth"),
                        settings.seconds("local-latency"),
                        positive(settings, "local-bandwidth-factors"),
                        bySize(settings, "local-latency-factors", BySize::factors))
                : null;
        return new SmpiCost.Ranges(
                overheads(given, key(given, prefix, SEND)),
                overheads(given, key(given, prefix, ISEND)),
                overheads(given, key(given, prefix, RECEIVE)),
                settings.seconds("probe-overhead"),
                (long) settings.bytes("eager-below"),
                boundsOnly,
                local,
                exchange);
    }

    private static double bandwidth(Settings given) {
        if (!BandwidthSetting.isIn(given)) {
            return Double.POSITIVE_INFINITY;
        }
        double secondsPerByte = BandwidthSetting.secondsPerByte(given, "cost " + SmpiCost.NAME);
        return given.has(BandwidthSetting.BANDWIDTH)
                ? given.bytesPerSecond(BandwidthSetting.BANDWIDTH)
                : 1 / secondsPerByte;
    }

    private static BySize overheads(Settings given, String key) {
        return given.has(key) ? bySize(given, key, BySize::overheads) : BySize.NO_OVERHEAD;
    }

    private static BySize positive(Settings settings, String key) {
        BySize read = bySize(settings, key, BySize::factors);
        if (!read.arePositive()) {
            throw settings.problem(key, "'" + key + "' must be above 0, found '" + read + "'", "");
        }
        return read;
    }

    private static BySize bySize(Settings settings, String key, Function<String, BySize> parser) {
        try {
            return parser.apply(settings.text(key));
        } catch (InputException e) {
            throw settings.problem(key, "'" + key + "': " + e.getMessage(), "");
        }
    }
}
