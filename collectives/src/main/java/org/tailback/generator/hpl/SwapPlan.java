package org.tailback.generator.hpl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Exchanges of matrix rows between process rows while a panel is pivoted. All ranks have the same plan. Pivoting swaps,
 * for every column i of the panel, the rows ia + i and pivot(i). The counts describe the composition of these swaps.
 */
final class SwapPlan {
    final int owner;
    /** Number of matrix rows to be moved, by process row. */
    final int[] held;
    /** First row of U for a process, by its position in the order of the long swap. */
    final int[] first;
    /** Process row by position in the order of the long swap. */
    final int[] rowAt;

    final int[] positionOf;

    private final List<Spread> equalising = new ArrayList<>();
    private int[] shifted;

    /**
     * Creates the plan of a panel.
     *
     * @param pivots row with which row ia + i is swapped, ia + i to n - 1
     */
    SwapPlan(HplSettings hpl, int ia, int[] pivots) {
        BlockCyclic rows = new BlockCyclic(hpl.nb(), hpl.p());
        int p = hpl.p();
        owner = rows.owner(ia);
        Map<Integer, Integer> originAt = new LinkedHashMap<>();
        for (int i = 0; i < pivots.length; i++) {
            Integer here = originAt.getOrDefault(ia + i, ia + i);
            Integer there = originAt.getOrDefault(pivots[i], pivots[i]);
            originAt.put(ia + i, there);
            originAt.put(pivots[i], here);
        }
        held = new int[p];
        int[] needed = new int[p];
        originAt.forEach((place, origin) -> {
            held[rows.owner(origin)]++;
            if (rows.owner(origin) == owner && (rows.owner(place) != owner || place - ia < pivots.length)) {
                needed[(rows.owner(place) + p - owner) % p]++;
            }
        });
        rowAt = new int[p];
        for (int i = 0; i < p; i++) {
            rowAt[i] = (i + owner) % p;
        }
        nearWhatNeedsMost(needed);
        positionOf = new int[p];
        first = new int[p + 1];
        for (int i = 0; i < p; i++) {
            positionOf[rowAt[i]] = i;
            first[i + 1] = first[i] + needed[i];
        }
        shifted = first;
        equalise();
    }

    /** Assigns processes that need many rows to positions a few hops from the root of the binary tree. */
    private void nearWhatNeedsMost(int[] needed) {
        int p = needed.length;
        for (int hops = 1; hops <= 32 - Integer.numberOfLeadingZeros(p); hops++) {
            for (int near = 1; near < p; near++) {
                for (int far = 2; Integer.bitCount(near) == hops && far < p; far++) {
                    if (Integer.bitCount(far) > hops && needed[near] < needed[far]) {
                        swap(needed, near, far);
                        swap(rowAt, near, far);
                    }
                }
            }
        }
    }

    private static void swap(int[] values, int i, int j) {
        int kept = values[i];
        values[i] = values[j];
        values[j] = kept;
    }

    /**
     * Transfer of rows from the process at a position to the processes at higher or lower positions, along a binary
     * tree.
     *
     * @param first first row for each position
     */
    record Spread(int[] first, int root, boolean up) {
        int count() {
            return up ? first.length - 1 - root : root + 1;
        }

        int distance(int position) {
            return up ? position - root : root - position;
        }

        int position(int distance) {
            return up ? root + distance : root - distance;
        }

        /**
         * Returns the number of rows that a process at a distance receives for itself and for the processes to which it
         * sends.
         */
        int rows(int distance, int reach) {
            if (up) {
                return first[root + Math.min(count(), distance + reach)] - first[root + distance];
            }
            int place = root - distance;
            return first[place + 1] - first[place - Math.min(place, reach)];
        }
    }

    /** Returns the partner of a position in a round of the ring shift. */
    int partner(int position, int round) {
        return Math.floorMod(position + ((position + round) % 2 != 0 ? -1 : 1), first.length - 1);
    }

    int sent(int position, int round) {
        return shifted((position + round) % 2 != 0 ? position + round / 2 : position - round / 2);
    }

    int received(int position, int round) {
        return shifted((position + round) % 2 != 0 ? position - round / 2 - 1 : position + round / 2 + 1);
    }

    /**
     * Returns the number of rows in the block at an index, modulo the number of processes, that a process shifts to its
     * neighbours.
     */
    private int shifted(int index) {
        int place = Math.floorMod(index, first.length - 1);
        return shifted[place + 1] - shifted[place];
    }

    /**
     * Returns the transfers of rows from processes with more than their share to other processes, before the ring
     * shift.
     */
    List<Spread> equalising() {
        return equalising;
    }

    private void equalise() {
        int p = first.length - 1;
        int total = first[p];
        int[] share = new int[p + 1];
        boolean uneven = false;
        for (int i = 0; i < p; i++) {
            share[i + 1] = share[i] + total / p + (i < total % p ? 1 : 0);
            int length = first[i + 1] - first[i];
            // HPL ignores the last process
            uneven |= i < p - 1 && length != total / p && length != (total + p - 1) / p;
        }
        if (p <= 2 || !uneven) {
            return;
        }
        shifted = share;
        for (int holder = 0; holder < p; holder++) {
            int begin = first[holder];
            int end = first[holder + 1];
            int[] part = new int[p + 1];
            for (int i = 0; i < p; i++) {
                part[i] = Math.min(end, Math.max(begin, share[i]));
            }
            part[p] = end;
            if (end > begin && begin < share[holder]) {
                equalising.add(new Spread(part, holder, false));
            }
            if (end > begin && share[holder + 1] < end) {
                equalising.add(new Spread(part, holder, true));
            }
        }
    }
}
