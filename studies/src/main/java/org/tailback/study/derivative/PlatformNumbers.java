package org.tailback.study.derivative;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Parameter;
import org.tailback.registry.Registry;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;
import org.tailback.units.Quantity;
import org.tailback.units.Quantity.Kind;

/**
 * The numbers of a platform file that can be varied slightly: the numbers of the sections {@code network}, {@code cost}
 * and {@code intra-node}, and the compute scale. Sizes and counts are discrete and therefore excluded. A table by size,
 * such as {@code cost.gap}, counts as one number, a factor of the table. Equal bandwidths of the network and of the
 * cost count as one number, because they describe the same wire. Defaults of a model are treated like numbers of the
 * file. A number that is 0 is excluded, because it has no elasticity.
 */
public final class PlatformNumbers {
    private static final String NETWORK = "network";
    private static final String COST = "cost";
    private static final String INSIDE = "intra-node";
    private static final String MODEL = "model";
    private static final Map<String, Kind> UNITS =
            ImmutableMap.of("s", Kind.SECONDS, "B/s", Kind.BYTES_PER_SECOND, "", Kind.NUMBER);
    private static final double TRIAL = 1 + 1e-6;

    private final PlatformFile file;
    private final Platform platform;
    private final Registry registry;
    private final List<Leaf> leaves = new ArrayList<>();

    private record Leaf(String name, double value, String unit, ImmutableList<Place> places) {}

    /** Path of a scalar in the file, its value in its base unit, and the unit to write after the value. */
    private record Place(ImmutableList<Object> path, double value, String unit) {
        String section() {
            return (String) path.get(0);
        }
    }

    private PlatformNumbers(PlatformFile file, Platform platform, Registry registry) {
        this.file = file;
        this.platform = platform;
        this.registry = registry;
    }

    /**
     * Lists the numbers of a platform.
     *
     * @param file platform file, as returned by {@link PlatformFile#merged}
     * @param platform platform of the file, as returned by {@link Platform#forRun}
     */
    public static List<PlatformNumber> of(PlatformFile file, Platform platform, Registry registry) {
        PlatformNumbers numbers =
                new PlatformNumbers(file.with(withDefaults(file.settings(), registry)), platform, registry);
        for (String section : List.of(NETWORK, COST, INSIDE)) {
            if (numbers.file.settings().has(section)) {
                numbers.visit(
                        section,
                        ImmutableList.of(section),
                        numbers.file.settings().section(section));
            }
        }
        return numbers.list();
    }

    private static Settings withDefaults(Settings root, Registry registry) {
        Settings network = root.section(NETWORK);
        String model = network.text(MODEL);
        Object plain = registry.model(new ModelChoice(model, network.place(), network.without(MODEL)));
        for (Parameter parameter :
                registry.describeModel(model, network.place()).parameters()) {
            if (!network.has(parameter.name())) {
                Settings more = network.overriddenBy(Settings.ofScalars(
                        NETWORK, network.place(), ImmutableMap.of(parameter.name(), parameter.defaultValue())));
                ModelChoice choice = new ModelChoice(model, more.place(), more.without(MODEL));
                if (plain.equals(attempt(() -> registry.model(choice)))) {
                    network = more;
                }
            }
        }
        return root.overriddenBy(
                new Settings(root.name(), root.place(), ImmutableMap.of(NETWORK, Value.section(network))));
    }

    /** Returns the result of reading, or null if the reader rejects the input. */
    private static @Nullable Object attempt(Supplier<?> reading) {
        try {
            return reading.get();
        } catch (InputException | IllegalArgumentException e) {
            return null;
        }
    }

    private void visit(String name, ImmutableList<Object> path, Settings section) {
        List<Place> bySize = new ArrayList<>();
        for (String key : section.keys()) {
            Value value = section.value(key);
            if (value == null || key.equals(MODEL) && path.size() == 1) {
                continue;
            }
            ImmutableList<Object> inner = with(path, key);
            if (value.section() != null) {
                visit(name + "." + key, inner, value.section());
            } else if (value.list() != null) {
                for (int i = 0; i < value.list().size(); i++) {
                    Settings item = value.list().get(i).section();
                    if (item != null) {
                        visit(name + "." + key + "[" + (i + 1) + "]", with(inner, i), item);
                    }
                }
            } else if (value.scalar() != null) {
                Place place = place(inner, value.scalar());
                if (place != null && isSize(key)) {
                    bySize.add(place);
                } else if (place != null) {
                    leaves.add(new Leaf(name + "." + key, place.value(), place.unit(), ImmutableList.of(place)));
                }
            }
        }
        if (!bySize.isEmpty()) {
            leaves.add(new Leaf(name, 1, "", ImmutableList.copyOf(bySize)));
        }
    }

    private static ImmutableList<Object> with(ImmutableList<Object> path, Object more) {
        return ImmutableList.builder().addAll(path).add(more).build();
    }

    private static boolean isSize(String key) {
        return attempt(() -> Quantity.parse(key, Kind.BYTES)) != null;
    }

    /**
     * Returns a scalar in one of the units, provided that its reader accepts a slightly larger value; otherwise null.
     */
    private @Nullable Place place(ImmutableList<Object> path, String text) {
        if (attempt(() -> Quantity.parse(text, Kind.BYTES)) instanceof Double size
                && attempt(() -> changed(List.of(new Place(path, size, "B")), 1)) != null) {
            return null;
        }
        for (Map.Entry<String, Kind> kind : UNITS.entrySet()) {
            Object value = attempt(() -> Quantity.parse(text, kind.getValue()));
            if (value instanceof Double number && number != 0) {
                Place place = new Place(path, number, kind.getKey());
                if (attempt(() -> changed(List.of(place), TRIAL)) != null
                        && attempt(() -> changed(List.of(place), 1 / TRIAL)) != null) {
                    return place;
                }
            }
        }
        return null;
    }

    private List<PlatformNumber> list() {
        List<PlatformNumber> numbers = new ArrayList<>();
        for (int i = 0; i < leaves.size(); i++) {
            Leaf leaf = leaves.get(i);
            List<Place> places = new ArrayList<>(leaf.places());
            List<String> names = new ArrayList<>(List.of(leaf.name()));
            for (int k = leaves.size() - 1; k > i; k--) {
                if (isSameWire(leaf, leaves.get(k))) {
                    names.add(1, leaves.get(k).name());
                    places.addAll(leaves.remove(k).places());
                }
            }
            numbers.add(new PlatformNumber(
                    String.join(" = ", names),
                    leaf.value(),
                    leaf.unit(),
                    value -> changed(places, value / leaf.value())));
        }
        double scale = platform.computeScale();
        if (scale > 0) {
            numbers.add(new PlatformNumber(
                    "compute.scale",
                    scale,
                    "",
                    value -> platform.toBuilder().computeScale(value).build()));
        }
        return numbers;
    }

    private static boolean isSameWire(Leaf leaf, Leaf other) {
        return leaf.unit().equals("B/s")
                && leaf.unit().equals(other.unit())
                && leaf.value() == other.value()
                && leaf.name().startsWith(NETWORK)
                && other.name().startsWith(COST);
    }

    private Platform changed(List<Place> places, double factor) {
        Settings root = file.settings();
        for (Place place : places) {
            root = replaced(root, place.path(), 0, place.value() * factor + " " + place.unit());
        }
        PlatformFile with = file.with(root);
        Platform.Builder builder = platform.toBuilder();
        for (Place place : places) {
            switch (place.section()) {
                case NETWORK -> builder.model(with.model(Overrides.NONE, registry));
                case COST -> builder.cost(with.cost(Overrides.NONE, registry));
                default -> builder.intraNode(with.intraNode());
            }
        }
        return builder.build();
    }

    private static Settings replaced(Settings section, List<Object> path, int at, String text) {
        String key = (String) path.get(at);
        Value value = section.value(key);
        return section.overriddenBy(new Settings(
                section.name(), section.place(), ImmutableMap.of(key, replaced(value, section, path, at + 1, text))));
    }

    private static Value replaced(@Nullable Value value, Settings parent, List<Object> path, int at, String text) {
        if (value == null || at == path.size()) {
            return Value.scalar(parent.place(), text);
        }
        if (value.section() != null) {
            return Value.section(replaced(value.section(), path, at, text));
        }
        List<Value> items = new ArrayList<>(value.list() == null ? List.of() : value.list());
        int index = (Integer) path.get(at);
        Settings item = items.get(index).section();
        items.set(index, Value.section(replaced(item == null ? parent : item, path, at + 1, text)));
        return Value.list(value.place(), items);
    }
}
