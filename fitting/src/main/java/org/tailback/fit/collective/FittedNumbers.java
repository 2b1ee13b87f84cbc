package org.tailback.fit.collective;

import com.google.common.collect.ImmutableList;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;
import org.tailback.units.Quantity;

/**
 * Times, bandwidths and duplex limits in the sections {@code network}, {@code cost}, {@code local} and {@code
 * intra-node} of a platform file. Each of them can be multiplied by a factor. Sizes and zeros are excluded. Instances
 * are immutable.
 */
final class FittedNumbers {
    private static final String REGIMES = "cost-from-ranks";
    private static final Set<String> SECTIONS = Set.of("network", "cost", REGIMES, "local", "intra-node");
    private static final Set<Kind> REDUCING =
            Set.of(Kind.REDUCE, Kind.ALLREDUCE, Kind.REDUCE_SCATTER, Kind.SCAN, Kind.EXSCAN);
    private static final Pattern QUANTITY =
            Pattern.compile("([0-9.]+(?:[eE][-+]?[0-9]+)?)\\s*([num]?s|[kKMGT]?i?(?:B|bit)/s)");
    private static final Pattern DUPLEX = Pattern.compile("([0-9.]+)()");
    private static final Pattern PLACE = Pattern.compile(".*:(\\d+):(\\d+)");

    private final Settings root;
    private final ImmutableList<Entry> entries;

    /**
     * A number of the file.
     *
     * @param path keys that lead to the number, such as {@code cost.protocols[1].overhead}
     * @param place source, line and column
     * @param text of the number in the file
     * @param value the number without its unit, > 0
     * @param unit unit of the number; empty for a duplex limit, which stays between 1 and 2
     * @param from smallest message size for which the number is used, bytes
     */
    record Entry(String path, String place, String text, double value, String unit, long from) {
        /** Returns the dimension of the number. Only values of the same dimension are compared. */
        String dimension() {
            return unit.isEmpty() ? "" : kind().name();
        }

        private Quantity.Kind kind() {
            return unit.endsWith("/s") ? Quantity.Kind.BYTES_PER_SECOND : Quantity.Kind.SECONDS;
        }

        /** Returns the number in seconds or bytes per second; a duplex limit is returned unchanged. */
        double inBaseUnit() {
            return unit.isEmpty() ? value : Quantity.parse(text, kind());
        }

        String times(double factor) {
            double product = value * factor;
            return unit.isEmpty() ? Double.toString(Math.max(1, Math.min(2, product))) : product + " " + unit;
        }

        String rounded(double factor) {
            return rounded(factor, RoundingMode.HALF_UP);
        }

        String rounded(double factor, RoundingMode mode) {
            String[] words = times(factor).split(" ", 2);
            BigDecimal number = new BigDecimal(words[0]);
            int decimals = Math.max(0, 3 - (number.precision() - number.scale()));
            String digits = number.setScale(decimals, mode).toPlainString();
            return unit.isEmpty() ? digits : digits + " " + unit;
        }
    }

    /** @param only beginnings of the paths of the numbers; empty for all */
    FittedNumbers(Settings root, List<String> only) {
        this.root = root;
        List<Entry> found = new ArrayList<>();
        root.keys().stream()
                .filter(SECTIONS::contains)
                .forEach(section -> collect(section, root.value(section), 0, found));
        found.removeIf(entry -> !only.isEmpty() && only.stream().noneMatch(entry.path()::startsWith));
        entries = ImmutableList.copyOf(found);
    }

    /**
     * Returns for each number whether it can change the time of a cell. The cell is not replayed for the other numbers.
     */
    boolean[] of(MeasuredCollective cell) {
        int regime = -1;
        List<Settings> regimes = root.has(REGIMES) ? root.sections(REGIMES) : List.of();
        for (int i = 0; i < regimes.size(); i++) {
            Settings each = regimes.get(i);
            regime = cell.ranks() >= each.integer("ranks") && cell.nodes() >= each.integer("nodes", 1) ? i : regime;
        }
        String cost = regime < 0 ? "cost." : REGIMES + "[" + regime + "].";
        boolean[] numbers = new boolean[entries.size()];
        for (int i = 0; i < numbers.length; i++) {
            Entry entry = entries.get(i);
            String path = entry.path();
            numbers[i] = (!path.startsWith("cost") || path.startsWith(cost))
                    && (cell.ranksPerNode() > 1 || !path.startsWith("intra-node") && !path.contains("node-bandwidth"))
                    && (REDUCING.contains(cell.operation()) || !path.startsWith("local.reduction"))
                    // a factor of 2 allows for the headers of algorithms that pack blocks
                    && entry.from() <= 2 * cell.bufferBytes();
        }
        return numbers;
    }

    List<Entry> entries() {
        return entries;
    }

    Settings times(double[] factors) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < factors.length; i++) {
            texts.put(entries.get(i).place(), entries.get(i).times(factors[i]));
        }
        return replaced(root, texts);
    }

    /**
     * Returns the file with every number multiplied by its factor and rounded to three digits; all other text is
     * unchanged.
     *
     * @param text the file that the settings were read from
     */
    String text(String text, double[] factors) {
        String[] lines = text.split("\n", -1);
        // backwards, so that the columns of earlier numbers stay valid
        for (int i = factors.length - 1; i >= 0; i--) {
            Entry entry = entries.get(i);
            Matcher place = PLACE.matcher(entry.place());
            if (place.matches()) {
                int line = Integer.parseInt(place.group(1)) - 1;
                int column = Integer.parseInt(place.group(2)) - 1;
                int start = lines[line].indexOf(entry.text(), column);
                lines[line] = lines[line].substring(0, start)
                        + entry.rounded(factors[i])
                        + lines[line].substring(start + entry.text().length());
            }
        }
        return String.join("\n", lines);
    }

    private static void collect(String path, @Nullable Value value, long from, List<Entry> found) {
        if (value == null) {
            return;
        }
        String scalar = value.scalar();
        Settings section = value.section();
        List<Value> list = value.list();
        if (scalar != null) {
            Matcher matcher = (path.endsWith("-duplex") ? DUPLEX : QUANTITY).matcher(scalar.strip());
            if (matcher.matches() && Double.parseDouble(matcher.group(1)) > 0) {
                found.add(new Entry(
                        path,
                        value.place(),
                        scalar.strip(),
                        Double.parseDouble(matcher.group(1)),
                        matcher.group(2),
                        from));
            }
        } else if (section != null) {
            long own = section.has("from") ? (long) section.bytes("from") : from;
            section.keys().forEach(key -> collect(path + "." + key, section.value(key), own, found));
        } else if (list != null) {
            for (int i = 0; i < list.size(); i++) {
                collect(path + "[" + i + "]", list.get(i), from, found);
            }
        }
    }

    private static Settings replaced(Settings settings, Map<String, String> texts) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (String key : settings.keys()) {
            Value value = settings.value(key);
            if (value != null) {
                values.put(key, replaced(value, texts).withKeyPlace(settings.placeOf(key)));
            }
        }
        return new Settings(settings.name(), settings.place(), values);
    }

    private static Value replaced(Value value, Map<String, String> texts) {
        String scalar = value.scalar();
        Settings section = value.section();
        List<Value> list = value.list();
        if (scalar != null) {
            return Value.scalar(value.place(), texts.getOrDefault(value.place(), scalar));
        }
        if (section != null) {
            return Value.section(replaced(section, texts));
        }
        return list == null
                ? value
                : Value.list(
                        value.place(),
                        list.stream().map(item -> replaced(item, texts)).toList());
    }
}
