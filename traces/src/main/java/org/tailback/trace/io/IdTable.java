package org.tailback.trace.io;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Table of values by 64-bit ids, with lookups without an allocation. Not thread-safe, but concurrent reads are safe
 * while it does not change.
 */
public final class IdTable<T> {
    private final NumberTable indices = new NumberTable();
    private final List<T> values = new ArrayList<>();

    /** Returns the value of an id; null if it is not in the table. */
    public @Nullable T get(long id) {
        int index = indices.get(id);
        return index == NumberTable.NONE ? null : values.get(index);
    }

    /** Adds or replaces the value of an id. */
    public void put(long id, T value) {
        int index = indices.get(id);
        if (index == NumberTable.NONE) {
            indices.put(id, values.size());
            values.add(value);
        } else {
            values.set(index, value);
        }
    }

    /** Returns the number of ids. */
    public int size() {
        return values.size();
    }

    /** Returns the values in the order in which their ids were added. */
    public List<T> values() {
        return values;
    }
}
