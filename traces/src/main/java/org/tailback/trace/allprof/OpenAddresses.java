package org.tailback.trace.allprof;

import com.google.common.primitives.Longs;
import java.util.Arrays;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * Addresses of the requests in progress. An array of requests is recorded by its address and length. The size of a
 * request in bytes is not recorded (4 in MPICH and Fortran, 8 in Open MPI); it is determined from the addresses in
 * progress.
 */
final class OpenAddresses {
    private static final int SMALL = 4;
    private static final int LARGE = 8;

    /** Addresses of the requests in progress. */
    final TreeSet<Long> addresses = new TreeSet<>();

    private int size;

    /** Returns the requests of a set whose addresses are in an array. */
    long[] array(NavigableSet<Long> requests, long begin, long count) {
        long end = begin + LARGE * count;
        if (count == 0 || end < begin) {
            return new long[0];
        }
        long[] candidates = Longs.toArray(requests.subSet(begin, true, end, false));
        long[] small = within(candidates, begin, SMALL, count);
        long[] large = within(candidates, begin, LARGE, count);
        if (Arrays.stream(small).anyMatch(address -> (address - begin) % LARGE != 0)) {
            size = SMALL;
        } else if (size == 0 && large.length > small.length) {
            size = LARGE;
        }
        return size == SMALL || size == 0 && small.length == large.length ? small : large;
    }

    private static long[] within(long[] candidates, long begin, int size, long count) {
        return LongStream.of(candidates)
                .filter(address -> address >= begin && address - begin < size * count && (address - begin) % size == 0)
                .toArray();
    }
}
