package org.tailback.model.cost;

import com.google.common.collect.ImmutableList;
import java.util.List;
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
    private static final List<String> GAPS = List.of("gap", "gap-per-byte", "bandwidth");

    @Override
    public Description description() {
        return new Description(
                PlogP.NAME,
                "gap g(m) by size and latency L: a message alone takes g(m) + L",
                "Kielmann, Bal, Gorlatch 2000; Nomura, Matsuba, Ishikawa 2007, section II.C",
                ImmutableList.<Parameter>builder()
                        .add(new Parameter("latency", "", "L, a time >= 0"))
                        .add(new Parameter(
                                "gap",
                                "",
                                "g(m) as a table {size: time, …}, interpolated; or give gap-per-byte or bandwidth"))
                        .add(new Parameter("gap-per-byte", "", "g(m) = gap-per-byte * m, a time >= 0"))
                        .add(new Parameter("bandwidth", "", "g(m) = m / bandwidth, > 0"))
                        .addAll(ProtocolRule.parameters("transfer"))
                        .build());
    }

    @Override
    public MessageCost create(Settings settings) {
        return new PlogP(settings.seconds("latency"), gapFunction(settings), ProtocolRule.of(settings, "transfer"));
    }

    private static GapFunction gapFunction(Settings settings) {
        List<String> given = GAPS.stream().filter(settings::has).toList();
        if (given.size() != 1) {
            throw InputException.at(
                    given.isEmpty() ? settings.place() : settings.placeOf(given.get(1)),
                    "cost plogp needs exactly one of " + String.join(", ", GAPS) + ", found "
                            + (given.isEmpty() ? "none" : String.join(" and ", given)),
                    "Keep one");
        }
        return switch (given.get(0)) {
            case "gap-per-byte" -> GapFunction.perByte(settings.seconds("gap-per-byte"));
            case "bandwidth" -> GapFunction.bandwidth(settings.bytesPerSecond("bandwidth"));
            default -> table(settings.section("gap"));
        };
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
