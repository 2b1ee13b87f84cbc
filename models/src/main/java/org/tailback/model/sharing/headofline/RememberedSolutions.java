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
     * @param slots walked, 0 if it is exact
     * @param error relative standard error
     * @param mayImprove true if a further walk is worth its time
     * @param isSplit true if the part's queues are split
     */
    record Solution(double[] rate, double slots, double error, boolean mayImprove, boolean isSplit) {
        /**
         * The mean with another walk's solution, weighted by slots.
         *
         * @param precision relative standard error above which a further walk is worth its time
         */
        Solution mean(Solution other, double precision) {
            double both = slots + other.slots;
            double[] mean = new double[rate.length];
            for (int i = 0; i < mean.length; i++) {
                mean[i] = (slots * rate[i] + other.slots * other.rate[i]) / both;
            }
            double itsError = Math.hypot(slots * error, other.slots * other.error) / both;
            return new Solution(mean, both, itsError, itsError > precision && !other.isSplit, other.isSplit);
        }
    }

    @Nullable
    Solution get(PartKey key) {
        return known.get(key);
    }

    /** Remembers a solution instead of the one before. */
    void put(PartKey key, Solution solution) {
        numbers += known.put(key, solution) == null ? key.numbers().length : 0;
        var oldest = known.entrySet().iterator();
        while (numbers > MOST_NUMBERS) {
            numbers -= oldest.next().getKey().numbers().length;
            oldest.remove();
        }
    }
}
