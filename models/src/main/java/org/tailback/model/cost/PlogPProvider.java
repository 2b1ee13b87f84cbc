package org.tailback.model.cost;

import com.google.common.collect.ImmutableList;
import java.util.Map;
import java.util.TreeMap;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;
import org.tailback.units.Quantity;

/** Makes {@link PlogP} from a latency and one of {@code gap}, {@code gap-per-byte} and {@code bandwidth}. */
public final class PlogPProvider implements MessageCostProvider {
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
                        .addAll(OwnPace.parameters())
                        .addAll(ProtocolRule.parameters("transfer"))
                        .build());
    }

    @Override
    public MessageCost create(Settings settings) {
        return new PlogP(settings.seconds("latency"), gapFunction(settings), ProtocolRule.of(settings, "transfer"));
    }

    private static GapFunction gapFunction(Settings settings) {
        if (!settings.has(GAP)) {
            return GapFunction.perByte(OwnPace.secondsPerByte(settings, "cost plogp without a gap table"));
        }
        if (OwnPace.isIn(settings)) {
            String other = settings.has(OwnPace.BANDWIDTH) ? OwnPace.BANDWIDTH : OwnPace.GAP_PER_BYTE;
            throw settings.problem(
                    other,
                    "'" + other + ": " + settings.text(other) + "' stands beside 'gap' (" + settings.placeOf(GAP)
                            + "), which says the same",
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
