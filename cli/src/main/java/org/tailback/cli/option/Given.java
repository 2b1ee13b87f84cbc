package org.tailback.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;

/** Value of an option or argument: the user's value, or the initial value. {@link Options} creates the instances. */
public final class Given<T extends @Nullable Object> {
    private @Nullable T value;

    /**
     * @param initial initial value; null only if {@code T} is nullable or picocli always sets the value
     */
    Given(@Nullable T initial) {
        value = initial;
    }

    @SuppressWarnings("NullAway")
    public T value() {
        return value;
    }

    /** Accessor of the value for picocli. It is a class, not a lambda, for the reason given in {@link Converters}. */
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
