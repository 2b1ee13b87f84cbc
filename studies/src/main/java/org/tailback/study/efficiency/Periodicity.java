package org.tailback.study.efficiency;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the longest stretch of a sequence that repeats itself. Candidates are the most frequent distances between a
 * group of operations and the same group before it, for groups of 1, 4, 16, … operations; a group as long as an
 * iteration gives the iteration. Each candidate is verified operation by operation. O(n log n).
 */
final class Periodicity {
    private static final int GROWTH = 4;
    private static final int LEAST_REPETITIONS = 3;

    private Periodicity() {}

    /**
     * A stretch that repeats itself.
     *
     * @param start position of its first operation
     * @param period operations of a repetition, >= 1
     * @param count repetitions, >= 3
     */
    record Repetition(int start, int period, int count) {}

    /** Returns the longest one, with the shortest period; null if none covers half of the sequence. */
    static @Nullable Repetition of(int[] sequence) {
        Repetition best = null;
        long most = sequence.length / 2;
        long[] groups = new long[sequence.length];
        for (int i = 0; i < sequence.length; i++) {
            groups[i] = mixed(sequence[i]);
        }
        for (int length = 1; length <= sequence.length / LEAST_REPETITIONS; length *= GROWTH) {
            int period = mostFrequentDistance(groups, sequence.length - length + 1);
            if (period > 0) {
                Repetition found = longest(sequence, period);
                long covered = (long) found.count() * found.period();
                if (found.count() >= LEAST_REPETITIONS && covered > most) {
                    best = found;
                    most = covered;
                }
            }
            for (int i = 0; i + length * GROWTH <= sequence.length; i++) {
                long group = groups[i];
                for (int part = 1; part < GROWTH; part++) {
                    group = mixed(31 * group + groups[i + part * length]);
                }
                groups[i] = group;
            }
        }
        return best;
    }

    /** The most frequent distance of a group from the same one before it, the shortest of several; 0 if none is. */
    private static int mostFrequentDistance(long[] groups, int count) {
        Map<Long, Integer> last = new HashMap<>();
        int[] times = new int[count];
        int best = 0;
        for (int i = 0; i < count; i++) {
            Integer before = last.put(groups[i], i);
            if (before != null) {
                int distance = i - before;
                times[distance]++;
                if (times[distance] > times[best] || times[distance] == times[best] && distance < best) {
                    best = distance;
                }
            }
        }
        return best;
    }

    private static Repetition longest(int[] sequence, int period) {
        int start = 0;
        int longest = 0;
        int begin = 0;
        for (int i = 0; i + period <= sequence.length; i++) {
            boolean same = i + period < sequence.length && sequence[i] == sequence[i + period];
            if (!same) {
                if (i - begin > longest) {
                    longest = i - begin;
                    start = begin;
                }
                begin = i + 1;
            }
        }
        return new Repetition(start, period, (longest + period) / period);
    }

    /** The finalizer of SplitMix64. */
    private static long mixed(long value) {
        long bits = value + 0x9E3779B97F4A7C15L;
        bits = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ bits >>> 27) * 0x94D049BB133111EBL;
        return bits ^ bits >>> 31;
    }
}
