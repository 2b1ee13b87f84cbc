package org.tailback.trace.io;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values by 64-bit ids, found without an allocation. Not thread-safe, but safe to be read by several threads while it
 * does not change.
 */
public final class IdTable<T> {
    private final NumberTable indices = new NumberTable();
    private final List<T> values = new ArrayList<>();

    /** Returns the value of an id; null if it is not in the table. */
    public @Nullable T get(long id) {
        int index = indices.get(id);
        return index == NumberTable.NONE ? null : values.get(index);
    }

    /** Adds the value of an id, or replaces it. */
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
