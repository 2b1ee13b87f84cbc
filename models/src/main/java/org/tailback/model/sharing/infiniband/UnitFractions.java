package org.tailback.model.sharing.infiniband;

/**
 * Sums of unit fractions 1/n for every node, kept in whole numbers so that adding and taking away are exact and the
 * order does not matter: equal graphs give equal bits whatever happened before.
 *
 * <p>A sum is {@code whole + part / DENOMINATOR} with 0 <= part < DENOMINATOR, the least common multiple of 1 to 40. For
 * n above 40, 1/n is rounded down to a multiple of 1/DENOMINATOR: an error below 2e-16.
 */
final class UnitFractions {
    /** Least common multiple of 1, 2, …, 40. */
    static final long DENOMINATOR = 5342931457063200L;

    /** The part of a sum stays below so many wholes: far from what a long can hold. */
    private static final long CARRY = 1024;

    private final int[] whole;
    private final long[] part;
    private long wholeOfSum;
    private long partOfSum;

    UnitFractions(int nodes) {
        whole = new int[nodes];
        part = new long[nodes];
    }

    /** 1/n as a multiple of 1/DENOMINATOR. */
    static long unit(int n) {
        return DENOMINATOR / n;
    }

    /** Adds a multiple of 1/DENOMINATOR, from -DENOMINATOR to DENOMINATOR. */
    void add(int node, long parts) {
        long sum = part[node] + parts;
        if (sum >= DENOMINATOR) {
            sum -= DENOMINATOR;
            whole[node]++;
        } else if (sum < 0) {
            sum += DENOMINATOR;
            whole[node]--;
        }
        part[node] = sum;
    }

    /** Begins a sum over nodes. */
    void clearSum() {
        wholeOfSum = 0;
        partOfSum = 0;
    }

    /** Adds what a node has to the sum. */
    void addToSum(int node) {
        wholeOfSum += whole[node];
        partOfSum += part[node];
        if (partOfSum >= CARRY * DENOMINATOR) {
            partOfSum -= CARRY * DENOMINATOR;
            wholeOfSum += CARRY;
        }
    }

    /** The sum less a multiple of 1/DENOMINATOR, from 0 to DENOMINATOR, as a number. */
    double sumLess(long parts) {
        long rest = partOfSum - parts;
        long carry = Math.floorDiv(rest, DENOMINATOR);
        return wholeOfSum + carry + (rest - carry * DENOMINATOR) / (double) DENOMINATOR;
    }

    int whole(int node) {
        return whole[node];
    }

    long part(int node) {
        return part[node];
    }
}
