package org.tailback.sharing.part;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the most recently used solutions of connected components ({@link Part}), keyed by all inputs of the
 * solution. Equal keys have equal solutions to the last bit, so an eviction costs time but never changes a result.
 */
public final class SolvedParts<K, S> {
    private final LinkedHashMap<K, S> known = new LinkedHashMap<>(64, 0.75f, true);
    private final ToIntFunction<K> numbersOf;
    private final long most;
    private long numbers;

    /**
     * Creates an empty cache.
     *
     * @param numbersOf function that returns the number of values in a key
     * @param most largest number of values in all keys together, which bounds the memory
     */
    public SolvedParts(ToIntFunction<K> numbersOf, long most) {
        this.numbersOf = numbersOf;
        this.most = most;
    }

    /** Returns the solution of a component, or null. */
    public @Nullable S get(K part) {
        return known.get(part);
    }

    /** Adds a solution; evicts the least recently used solutions if the cache is full. */
    public void put(K part, S solution) {
        if (known.put(part, solution) == null) {
            numbers += numbersOf.applyAsInt(part);
        }
        var oldest = known.entrySet().iterator();
        while (numbers > most) {
            Map.Entry<K, S> evicted = oldest.next();
            numbers -= numbersOf.applyAsInt(evicted.getKey());
            oldest.remove();
        }
    }
}
