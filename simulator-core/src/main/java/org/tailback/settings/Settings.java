package org.tailback.settings;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.units.Quantity;

/**
 * A section of named parameters. Each parameter has a place in the input, which every error message contains. The
 * section comes from a platform file (place = {@code file:line:column}), from a command line or from a program.
 * Immutable.
 *
 * <p>Values are scalars (text, read with units by the typed getters), sections, or lists.
 *
 * @param name name of the section in messages, such as {@code network}
 * @param place position of the section
 * @param values keys and values of the section, in their order
 */
public record Settings(String name, String place, Map<String, Value> values) {
    /**
     * A value with its place and the place of its key. Exactly one of scalar, section and list is present.
     *
     * @param place place of the value
     * @param keyPlace place of its key; the value's place if unknown
     */
    public record Value(
            String place,
            String keyPlace,
            @Nullable String scalar,
            @Nullable Settings section,
            @Nullable List<Value> list) {
        /** Returns a scalar as it was written. */
        public static Value scalar(String place, String text) {
            return new Value(place, place, text, null, null);
        }

        /** Returns a nested section. */
        public static Value section(Settings section) {
            return new Value(section.place, section.place, null, section, null);
        }

        /** Returns a list of values. */
        public static Value list(String place, List<Value> values) {
            return new Value(place, place, null, null, ImmutableList.copyOf(values));
        }

        /** Returns a copy with the given place of its key. */
        public Value withKeyPlace(String newKeyPlace) {
            return new Value(place, newKeyPlace, scalar, section, list);
        }

        private String kind() {
            return scalar != null ? "'" + scalar + "'" : section != null ? "a section" : "a list";
        }
    }

    public Settings {
        values = ImmutableMap.copyOf(values);
    }

    /** Returns a section without keys. */
    public static Settings empty(String name, String place) {
        return new Settings(name, place, ImmutableMap.of());
    }

    /** Returns a section of scalars from a program or a command line. */
    public static Settings ofScalars(String name, String place, Map<String, String> scalars) {
        Map<String, Value> values = new LinkedHashMap<>();
        scalars.forEach((key, text) -> values.put(key, Value.scalar(place, text)));
        return new Settings(name, place, values);
    }

    /** Returns the place of a key's value, for messages; the section's place if the key is absent. */
    public String placeOf(String key) {
        Value value = values.get(key);
        return value == null ? place : value.place();
    }

    /** Returns the keys in the order in which they were written. */
    public Set<String> keys() {
        return values.keySet();
    }

    /** Returns whether a key is present. */
    public boolean has(String key) {
        return values.containsKey(key);
    }

    /** Returns the raw value of a key, or null. */
    public @Nullable Value value(String key) {
        return values.get(key);
    }

    /** Returns the union of these settings and {@code stronger}; {@code stronger} has precedence. */
    public Settings overriddenBy(Settings stronger) {
        Map<String, Value> merged = new LinkedHashMap<>(values);
        merged.putAll(stronger.values);
        return new Settings(name, stronger.values.isEmpty() ? place : stronger.place, merged);
    }

    /** Returns the settings whose keys are in {@code known}. */
    public Settings only(Collection<String> known) {
        Map<String, Value> kept = new LinkedHashMap<>(values);
        kept.keySet().retainAll(known);
        return new Settings(name, place, kept);
    }

    /** Returns the settings without a key. */
    public Settings without(String key) {
        Map<String, Value> kept = new LinkedHashMap<>(values);
        kept.remove(key);
        return new Settings(name, place, kept);
    }

    /**
     * Rejects the first unknown key; the message lists the valid keys and suggests the nearest.
     *
     * @throws InputException if there is an unknown key
     */
    public void rejectUnknown(Collection<String> known) {
        for (Map.Entry<String, Value> entry : values.entrySet()) {
            String key = entry.getKey();
            if (!known.contains(key)) {
                throw InputException.at(
                        entry.getValue().keyPlace(),
                        "unknown key '" + key + "' in " + name,
                        Suggestion.of(key, known) + "Valid keys: " + String.join(", ", known));
            }
        }
    }

    /** Returns the text of a required scalar. */
    public String text(String key) {
        Value value = required(key, "key");
        if (value.scalar() == null) {
            throw problem(key, "expected one value for '" + key + "', found " + value.kind(), "");
        }
        return value.scalar();
    }

    /** Returns the text of a scalar, or a default. */
    public String text(String key, String defaultValue) {
        return has(key) ? text(key) : defaultValue;
    }

    /** Returns a plain number without a unit, finite. */
    public double number(String key) {
        return quantity(key, Quantity.Kind.NUMBER);
    }

    /** Returns a plain number without a unit, or a default. */
    public double number(String key, double defaultValue) {
        return has(key) ? number(key) : defaultValue;
    }

    /** Returns a whole number within the range of int. */
    public int integer(String key) {
        double number = quantity(key, Quantity.Kind.WHOLE_NUMBER);
        if (Math.abs(number) > Integer.MAX_VALUE) {
            throw problem(
                    key,
                    "expected a whole number from " + -Integer.MAX_VALUE + " to " + Integer.MAX_VALUE + " for '" + key
                            + "', found '" + text(key) + "'",
                    "");
        }
        return (int) number;
    }

    /** Returns a whole number, or a default. */
    public int integer(String key, int defaultValue) {
        return has(key) ? integer(key) : defaultValue;
    }

    /** Returns a whole number from {@code least} to {@code most}. */
    public int integer(String key, int least, int most) {
        int value = integer(key);
        if (value < least || value > most) {
            throw problem(key, "'" + key + "' must be " + least + " to " + most + ", found '" + text(key) + "'", "");
        }
        return value;
    }

    /** Returns a whole number from {@code least} to {@code most}, or a default. */
    public int integer(String key, int least, int most, int defaultValue) {
        return has(key) ? integer(key, least, most) : defaultValue;
    }

    /** Returns {@code true} or {@code false}, or a default. */
    public boolean flag(String key, boolean defaultValue) {
        if (!has(key)) {
            return defaultValue;
        }
        return switch (text(key)) {
            case "true", "yes", "on" -> true;
            case "false", "no", "off" -> false;
            default -> throw problem(key, "expected true or false for '" + key + "', found '" + text(key) + "'", "");
        };
    }

    /** Returns one of several words, or a default. */
    public String choice(String key, List<String> choices, String defaultValue) {
        String word = text(key, defaultValue);
        if (!choices.contains(word)) {
            String lower = word.toLowerCase(Locale.ROOT);
            if (choices.contains(lower)) {
                return lower;
            }
            throw problem(
                    key,
                    "unknown " + key + " '" + word + "'",
                    Suggestion.of(word, choices) + "Valid: " + String.join(", ", choices));
        }
        return word;
    }

    /** Returns a constant of an enum by its {@linkplain Labels label}. */
    public <E extends Enum<E>> E choice(String key, Class<E> type) {
        return Objects.requireNonNull(Labels.find(type, choice(key, Labels.all(type), text(key))));
    }

    /** Returns a time in seconds, finite, >= 0. */
    public double seconds(String key) {
        return quantity(key, Quantity.Kind.SECONDS);
    }

    /** Returns a time in seconds, or a default. */
    public double seconds(String key, double defaultValue) {
        return has(key) ? seconds(key) : defaultValue;
    }

    /** Returns a size in bytes, finite, >= 0. */
    public double bytes(String key) {
        return quantity(key, Quantity.Kind.BYTES);
    }

    /** Returns a bandwidth in bytes per second, finite, > 0. */
    public double bytesPerSecond(String key) {
        return positive(key, Quantity.Kind.BYTES_PER_SECOND);
    }

    /** Returns a bandwidth in bytes per second, or a default. */
    public double bytesPerSecond(String key, double defaultValue) {
        return has(key) ? bytesPerSecond(key) : defaultValue;
    }

    /** Returns a computing speed in flop/s, finite, > 0. */
    public double flopsPerSecond(String key) {
        return positive(key, Quantity.Kind.FLOPS_PER_SECOND);
    }

    /** Returns a required section. */
    public Settings section(String key) {
        Value value = required(key, "section");
        if (value.section() == null) {
            throw problem(key, "expected a section (key: value lines) for '" + key + "', found " + value.kind(), "");
        }
        return value.section();
    }

    /** Returns the sections of a list, as {@link #sections} does; none if the key is absent. */
    public List<Settings> sectionsIfAny(String key) {
        return has(key) ? sections(key) : List.of();
    }

    /** Returns the sections of a required list. */
    public List<Settings> sections(String key) {
        Value value = required(key, "list");
        if (value.list() == null) {
            throw problem(key, "expected a list for '" + key + "', found " + value.kind(), "");
        }
        ImmutableList.Builder<Settings> sections = ImmutableList.builder();
        for (Value item : value.list()) {
            if (item.section() == null) {
                throw InputException.at(
                        item.place(),
                        "expected a section ({key: value, …}) in '" + key + "', found " + item.kind(),
                        "");
            }
            sections.add(item.section());
        }
        return sections.build();
    }

    /**
     * Returns one or several scalars: the items of a list, or a single value as a list of one element.
     *
     * @throws InputException if the key is missing, the list is empty, or an item is a section or a list
     */
    public List<Value> scalars(String key) {
        Value value = value(key);
        if (value == null || value.list() == null) {
            return List.of(new Value(placeOf(key), placeOf(key), text(key), null, null));
        }
        for (Value item : value.list()) {
            if (item.scalar() == null) {
                throw InputException.at(item.place(), "expected one value in the list '" + key + "'", "");
            }
        }
        if (value.list().isEmpty()) {
            throw problem(key, "the list '" + key + "' is empty", "Give it a value, or remove the key");
        }
        return value.list();
    }

    /** Returns an error at the place of a key's value. */
    public InputException problem(String key, String problem, String remedy) {
        return InputException.at(placeOf(key), problem, remedy);
    }

    /**
     * Rejects a key's value unless a condition holds.
     *
     * @throws InputException at the place of the value if the condition does not hold
     */
    public void require(boolean holds, String key, String problem, String remedy) {
        if (!holds) {
            throw problem(key, problem, remedy);
        }
    }

    /**
     * Rejects keys that are present while a condition makes them meaningless.
     *
     * @param reason the end of a sentence that begins with the key
     * @throws InputException at the place of the first key that is present
     */
    public void refuse(boolean areMeaningless, Collection<String> keys, String reason, String remedy) {
        for (String key : keys) {
            require(!areMeaningless || !has(key), key, "'" + key + "' " + reason, remedy);
        }
    }

    private Value required(String key, String kind) {
        Value value = values.get(key);
        if (value == null) {
            throw InputException.at(place, "missing " + kind + " '" + key + "' in " + name, "Add it");
        }
        return value;
    }

    private double positive(String key, Quantity.Kind kind) {
        double quantity = quantity(key, kind);
        if (quantity == 0) {
            throw problem(key, "'" + key + "' must be above 0, found '" + text(key) + "'", "");
        }
        return quantity;
    }

    private double quantity(String key, Quantity.Kind kind) {
        String text = text(key);
        try {
            return Quantity.parse(text, kind);
        } catch (InputException e) {
            throw problem(key, "'" + key + "': " + e.getMessage(), "");
        }
    }

    /** Returns the parameters as they were written, for logs; sections and lists are represented by their keys. */
    @Override
    public String toString() {
        List<String> pairs = new ArrayList<>();
        values.forEach((key, value) -> pairs.add(value.scalar() == null ? key : key + "=" + value.scalar()));
        return pairs.isEmpty() ? "default parameters" : String.join(",", pairs);
    }
}
