package org.tailback.model.cost;

import com.google.common.collect.ImmutableList;
import java.util.Map;
import java.util.TreeMap;
import org.tailback.cost.MeasuredSizes;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;
import org.tailback.units.Domain;
import org.tailback.units.Quantity;

/**
 * PlogP: a gap that depends on the size, and a latency.
 *
 * <p><b>Prediction.</b> The time of an uncontended message, with the gap measured size by size, because
 * on IP networks it is no line for small messages.
 *
 * <p><b>Equations.</b> A message of m bytes occupies the network for g(m) and is at the receiver the latency L after
 * that:
 *
 * <pre>  T(m) = g(m) + L                                    [1], as used in [2] eqs. (18), (19)</pre>
 *
 * <p><b>Worked example</b> ({@code CostContractsTest}). At 580.2 Mbit/s and L = 50 us, 65536 bytes occupy the network
 * for g = 8 * 65536 / 580.2 us = 903.6332299 us and are received after 953.6332299 us.
 *
 * <p><b>Inputs.</b> L in seconds, finite, >= 0; g as {@link GapFunction}. For PlogPT both are measured with both ends
 * sending at once ([2] section III.B.1).
 *
 * <p><b>Assumptions.</b> The overheads o_s and o_r are hidden behind the gap, as in the replay of [2], where all costs
 * are charged to the wait. The sharing model accounts for contention.
 *
 * <p>[1] T. Kielmann, H. Bal, S. Gorlatch, Bandwidth-efficient Collective Communication for Clustered Wide Area
 * Systems, IPDPS 2000. [2] A. Nomura, H. Matsuba, Y. Ishikawa, Network Performance Model for TCP/IP Based Cluster
 * Computing, 2007.
 *
 * @param latencySeconds L in seconds, finite, >= 0
 * @param gapFunction g(m)
 * @param rule eager limit and the meaning of eager
 */
public record PlogP(double latencySeconds, GapFunction gapFunction, ProtocolRule rule) implements ProtocolRule.Ruled {
    public static final String NAME = "plogp";

    public PlogP {
        Domain.requireNotNegative(latencySeconds, "latency");
    }

    /** Creates a cost whose messages are all eager, as in [2]. */
    public PlogP(double latencySeconds, GapFunction gapFunction) {
        this(latencySeconds, gapFunction, ProtocolRule.ALL_EAGER);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double gap(long bytes) {
        return gapFunction.seconds(bytes);
    }

    @Override
    public double latency(long bytes) {
        return latencySeconds;
    }

    @Override
    public MeasuredSizes measuredSizes() {
        return gapFunction.measuredSizes();
    }

    /** Makes {@link PlogP} from a latency and one of {@code gap}, {@code gap-per-byte} and {@code bandwidth}. */
    public static final class Provider implements MessageCostProvider {
        private static final String GAP = "gap";

        @Override
        public Description description() {
            return new Description(
                    PlogP.NAME,
                    "gap g(m) by size and latency L: a message alone takes g(m) + L",
                    "Kielmann, Bal, Gorlatch 2000; Nomura, Matsuba, Ishikawa 2007, section II.C",
                    ImmutableList.<Parameter>builder()
                            .add(new Parameter("latency", "", "L, a time >= 0"))
                            .add(new Parameter(
                                    GAP,
                                    "",
                                    "g(m) as a table {size: time, …}, interpolated; or give bandwidth or gap-per-byte"))
                            .addAll(BandwidthSetting.parameters())
                            .addAll(ProtocolRule.parameters("transfer"))
                            .build());
        }

        @Override
        public MessageCost create(Settings settings) {
            return new PlogP(settings.seconds("latency"), gapFunction(settings), ProtocolRule.of(settings, "transfer"));
        }

        private static GapFunction gapFunction(Settings settings) {
            if (!settings.has(GAP)) {
                return GapFunction.perByte(BandwidthSetting.secondsPerByte(settings, "cost plogp without a gap table"));
            }
            if (BandwidthSetting.isIn(settings)) {
                String other = settings.has(BandwidthSetting.BANDWIDTH)
                        ? BandwidthSetting.BANDWIDTH
                        : BandwidthSetting.GAP_PER_BYTE;
                throw settings.problem(
                        other,
                        "'" + other + ": " + settings.text(other) + "' is given next to 'gap' (" + settings.placeOf(GAP)
                                + "), which is the same number",
                        "Keep one");
            }
            return table(settings.section(GAP));
        }

        private static GapFunction table(Settings table) {
            Map<Double, Double> gaps = new TreeMap<>();
            for (String size : table.keys()) {
                double bytes;
                try {
                    bytes = Quantity.parse(size, Quantity.Kind.BYTES);
                } catch (InputException e) {
                    throw table.problem(size, "gap table: " + e.getMessage(), "");
                }
                if (gaps.put(bytes, table.seconds(size)) != null) {
                    throw table.problem(size, "the gap table has the size " + size + " twice", "Keep one");
                }
            }
            if (gaps.isEmpty()) {
                throw InputException.at(table.place(), "the gap table is empty", "Give {size: time, …}");
            }
            return GapFunction.table(gaps);
        }
    }
}
