package org.tailback.settings;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.stability.Internal;

/** Names of enum constants in files and options: {@code ROUND_ROBIN} is {@code round-robin}. */
@Internal
public final class Labels {
    private Labels() {}

    /** Returns the label of a constant, in lower case with hyphens. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the labels of all constants, in their order. */
    public static <E extends Enum<E>> List<String> all(Class<E> type) {
        return Stream.of(type.getEnumConstants()).map(Labels::of).toList();
    }

    /** Returns the constant with a label; null if there is none. */
    public static <E extends Enum<E>> @Nullable E find(Class<E> type, String label) {
        for (E constant : type.getEnumConstants()) {
            if (of(constant).equals(label)) {
                return constant;
            }
        }
        return null;
    }
}
