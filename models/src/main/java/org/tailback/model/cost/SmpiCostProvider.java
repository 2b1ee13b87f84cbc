package org.tailback.model.cost;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.model.sharing.NumberParameter;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/** Makes {@link SmpiCost}. */
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
    private static final String PARAMETERS = """
            bandwidth | no limit | most that one message gets by itself, > 0, before factors; links limit it anyway
            gap-per-byte | | instead of bandwidth: its inverse, a time >= 0
            latency | | of the route between two nodes, under networks that know none, a time >= 0
            bandwidth-factors | %s | smpi/bw-factor: bound in bytes that the flow exceeds, and factor > 0
            latency-factors | %s | smpi/lat-factor: the same
            envelope | %s B | bytes of a flow in addition to the message, a size
            detached-below | %s B | smpi/send-is-detached-thresh: size from which on the sender waits for the end
            send-overhead | none | smpi/os: bound:seconds:seconds-per-byte;… of a send that blocks
            isend-overhead | none | smpi/ois: the same of a send that does not block
            receive-overhead | none | smpi/or: the same of a receive
            probe-overhead | 0 s | smpi/iprobe: of a probe, a time >= 0
            eager-below | 0 B | smpi/async-small-thresh: smaller ones need no receive to start
            factors-bound | links | 'links': links carry n / factor bytes; 'rates': a message has at most factor * bandwidth
            local-bandwidth | | of a link of its own inside nodes, with smpi/loopback-…-factor
            local-latency | 0 s | of that link, a time >= 0
            local-bandwidth-factors | 0:1 | smpi/loopback-bw-factor
            local-latency-factors | 0:1 | smpi/loopback-lat-factor""";

    @Override
    public Description description() {
        return new Description(
                SmpiCost.NAME,
                "SimGrid's SMPI: factors of bandwidth and latency by size, detached sends; use with the network smpi",
                "Degomme et al. 2017; SimGrid 3.32",
                ImmutableList.<Parameter>builder()
                        .addAll(NumberParameter.table(PARAMETERS.formatted(
                                SmpiCost.DEFAULT_BANDWIDTH_FACTORS,
                                SmpiCost.DEFAULT_LATENCY_FACTORS,
                                SmpiCost.DEFAULT_ENVELOPE_BYTES,
                                SmpiCost.DEFAULT_DETACHED_BELOW)))
                        .addAll(OF_EXCHANGES.stream()
                                .map(key -> new Parameter(
                                        EXCHANGE + key, "'" + key + "'", "the same of sends in mode exchange"))
                                .toList())
                        .build());
    }

    @Override
    public MessageCost create(Settings settings) {
        boolean exchanges = OF_EXCHANGES.stream().anyMatch(key -> settings.has(EXCHANGE + key));
        return cost(settings, "", exchanges ? cost(settings, EXCHANGE, null) : null);
    }

    /** @param prefix of keys that replace those without it */
    private static SmpiCost cost(Settings settings, String prefix, @Nullable SmpiCost exchange) {
        return new SmpiCost(
                bandwidth(settings),
                settings.seconds(key(settings, prefix, LATENCY)),
                positive(settings, key(settings, prefix, BANDWIDTH_FACTORS), SmpiCost.DEFAULT_BANDWIDTH_FACTORS),
                factors(settings, key(settings, prefix, LATENCY_FACTORS), SmpiCost.DEFAULT_LATENCY_FACTORS),
                bytes(settings, "envelope", SmpiCost.DEFAULT_ENVELOPE_BYTES),
                bytes(settings, "detached-below", SmpiCost.DEFAULT_DETACHED_BELOW),
                ranges(settings, prefix, exchange));
    }

    private static String key(Settings settings, String prefix, String key) {
        return settings.has(prefix + key) ? prefix + key : key;
    }

    private static SmpiCost.Ranges ranges(Settings settings, String prefix, @Nullable SmpiCost exchange) {
        boolean boundsOnly = settings.choice("factors-bound", List.of("links", "rates"), "links")
                .equals("rates");
        if (boundsOnly && !BandwidthSetting.isIn(settings)) {
            throw settings.problem("factors-bound", "factors that bound rates need a 'bandwidth'", "");
        }
        SmpiCost.Local local = settings.has("local-bandwidth")
                ? new SmpiCost.Local(
                        settings.bytesPerSecond("local-bandwidth"),
                        settings.seconds("local-latency", 0),
                        positive(settings, "local-bandwidth-factors", "0:1"),
                        factors(settings, "local-latency-factors", "0:1"))
                : null;
        return new SmpiCost.Ranges(
                overheads(settings, key(settings, prefix, SEND)),
                overheads(settings, key(settings, prefix, ISEND)),
                overheads(settings, key(settings, prefix, RECEIVE)),
                settings.seconds("probe-overhead", 0),
                bytes(settings, "eager-below", 0),
                boundsOnly,
                local,
                exchange);
    }

    private static BySize overheads(Settings settings, String key) {
        return settings.has(key) ? bySize(settings, key, "", BySize::overheads) : BySize.NO_OVERHEAD;
    }

    private static BySize positive(Settings settings, String key, String defaultText) {
        BySize read = factors(settings, key, defaultText);
        if (!read.arePositive()) {
            throw settings.problem(key, "'" + key + "' must be above 0, found '" + read + "'", "");
        }
        return read;
    }

    private static double bandwidth(Settings settings) {
        if (!BandwidthSetting.isIn(settings)) {
            return Double.POSITIVE_INFINITY;
        }
        double secondsPerByte = BandwidthSetting.secondsPerByte(settings, "cost " + SmpiCost.NAME);
        return settings.has(BandwidthSetting.BANDWIDTH)
                ? settings.bytesPerSecond(BandwidthSetting.BANDWIDTH)
                : 1 / secondsPerByte;
    }

    private static BySize factors(Settings settings, String key, String defaultText) {
        return bySize(settings, key, defaultText, BySize::factors);
    }

    private static BySize bySize(Settings settings, String key, String defaultText, Function<String, BySize> parser) {
        try {
            return parser.apply(settings.text(key, defaultText));
        } catch (InputException e) {
            throw settings.problem(key, "'" + key + "': " + e.getMessage(), "");
        }
    }

    private static long bytes(Settings settings, String key, long defaultValue) {
        return settings.has(key) ? (long) settings.bytes(key) : defaultValue;
    }
}
