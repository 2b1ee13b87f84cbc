package org.tailback.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;

/** The value of an option or argument: what the user gave, or its initial value. {@link Options} makes them. */
public final class Given<T extends @Nullable Object> {
    private T value;

    Given(T initial) {
        value = initial;
    }

    public T value() {
        return value;
    }

    /** As picocli sets it. A class, not a lambda, as {@link Converters} says. */
    final class Binding implements IGetter, ISetter {
        @Override
        @SuppressWarnings("unchecked")
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
