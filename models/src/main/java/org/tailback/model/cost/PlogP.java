package org.tailback.model.cost;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tailback.cost.MeasuredSizes;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.settings.Settings;
import org.tailback.units.Domain;
import org.tailback.units.Quantity;

/**
 * PlogP cost: a size-dependent gap and a latency.
 *
 * <p><b>Prediction.</b> The time of an uncontended message. The gap is measured for each size because it is not linear
 * for small messages on IP networks.
 *
 * <p><b>Equations.</b> A message of m bytes occupies the network for g(m) and arrives at the receiver after the
 * additional latency L:
 *
 * <pre>  T(m) = g(m) + L                                    [1], as used in [2] eqs. (18), (19)</pre>
 *
 * <p><b>Worked example</b> ({@code CostContractsTest}). At 580.2 Mbit/s and L = 50 us, 65536 bytes occupy the network
 * for g = 8 * 65536 / 580.2 us = 903.6332299 us and are received after 953.6332299 us.
 *
 * <p><b>Inputs.</b> L in seconds, finite, >= 0; g as {@link GapFunction}. For PlogPT, L and g are measured while both
 * ends send at once ([2] section III.B.1).
 *
 * <p><b>Assumptions.</b> The overheads o_s and o_r overlap with the gap, as in the replay of [2], where all costs are
 * charged to the wait. The sharing model accounts for contention.
 *
 * <p>[1] T. Kielmann, H. Bal, S. Gorlatch, Bandwidth-efficient Collective Communication for Clustered Wide Area
 * Systems, IPDPS 2000. [2] A. Nomura, H. Matsuba, Y. Ishikawa, Network Performance Model for TCP/IP Based Cluster
 * Computing, 2007.
 *
 * @param name plogp or hockney
 * @param latencySeconds L in seconds, finite, >= 0
 * @param gapFunction g(m)
 * @param rule eager limit and the meaning of eager
 */
public record PlogP(String name, double latencySeconds, GapFunction gapFunction, ProtocolRule rule)
        implements ProtocolRule.Ruled {
    public static final String NAME = "plogp";

    public PlogP {
        Domain.requireNotNegative(latencySeconds, "latency");
    }

    /** Creates a cost with eager messages of all sizes, as in [2]. */
    public PlogP(double latencySeconds, GapFunction gapFunction) {
        this(NAME, latencySeconds, gapFunction, ProtocolRule.ALL_EAGER);
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

    /** Provider of {@link PlogP} from a latency and one of {@code gap}, {@code gap-per-byte} and {@code bandwidth}. */
    public static final class Provider implements MessageCostProvider {
        private static final String GAP = "gap";

        @Override
        public Description description() {
            return ParameterTable.of("latency | | L, a time >= 0\n"
                            + "gap | | g(m) as a table {size: time, …}, interpolated; or give bandwidth or"
                            + " gap-per-byte\n" + BandwidthSetting.LINES + ProtocolRule.lines("transfer"))
                    .describe(
                            PlogP.NAME,
                            "gap g(m) by size and latency L: a message alone takes g(m) + L",
                            "Kielmann, Bal, Gorlatch 2000; Nomura, Matsuba, Ishikawa 2007, section II.C");
        }

        @Override
        public MessageCost create(Settings settings) {
            return new PlogP(
                    NAME, settings.seconds("latency"), gapFunction(settings), ProtocolRule.of(settings, "transfer"));
        }

        private static GapFunction gapFunction(Settings settings) {
            if (!settings.has(GAP)) {
                return GapFunction.perByte(BandwidthSetting.secondsPerByte(settings, "cost plogp without a gap table"));
            }
            for (String other : List.of(BandwidthSetting.BANDWIDTH, BandwidthSetting.GAP_PER_BYTE)) {
                if (settings.has(other)) {
                    String given = "'" + other + ": " + settings.text(other) + "' is given next to 'gap' (";
                    throw settings.problem(
                            other, given + settings.placeOf(GAP) + "), which is the same number", "Keep one");
                }
            }
            return table(settings.section(GAP));
        }

        private static GapFunction table(Settings table) {
            Map<Double, Double> gaps = new TreeMap<>();
            for (String size : table.keys()) {
                double bytes = Quantity.parseAt(table.placeOf(size) + ": gap table", size, Quantity.Kind.BYTES);
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
