package org.tailback.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;

/** The value of an option or argument: the user's value, or its initial value. {@link Options} makes them. */
public final class Given<T extends @Nullable Object> {
    private @Nullable T value;

    /** @param initial null if there is none: {@code T} is nullable, or picocli sets the value */
    Given(@Nullable T initial) {
        value = initial;
    }

    @SuppressWarnings("NullAway")
    public T value() {
        return value;
    }

    /** The value as picocli sets it. A class, not a lambda, for the reason that {@link Converters} has. */
    final class Binding implements IGetter, ISetter {
        @Override
        @SuppressWarnings({"unchecked", "NullAway"})
        public <V> V get() {
            return (V) value;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <V> V set(V given) {
            V before = get();
            value = (T) given;
            return before;
        }
    }
}
