package org.tailback.model.sharing.headofline;

import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** Solutions of parts by their keys. Where they need too much memory, those used longest ago are forgotten. */
final class RememberedSolutions {
    /** Numbers of remembered keys: bounds the memory to some tens of megabytes. */
    private static final long MOST_NUMBERS = 1 << 21;

    private final LinkedHashMap<PartKey, Solution> known = new LinkedHashMap<>(64, 0.75f, true);
    private long numbers;

    /**
     * The solution of a part.
     *
     * @param rate by stream: packets per slot of each of its messages
     * @param isSplit true if the part's queues are split
     */
    record Solution(double[] rate, boolean isSplit) {}

    @Nullable
    Solution get(PartKey key) {
        return known.get(key);
    }

    /** Remembers a solution. */
    void put(PartKey key, Solution solution) {
        numbers += known.put(key, solution) == null ? key.numbers().length : 0;
        var oldest = known.entrySet().iterator();
        while (numbers > MOST_NUMBERS) {
            numbers -= oldest.next().getKey().numbers().length;
            oldest.remove();
        }
    }
}
