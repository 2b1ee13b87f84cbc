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

    private final long[] whole;
    private final long[] part;

    UnitFractions(int nodes) {
        whole = new long[nodes];
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

    /** Adds a number of wholes, and a multiple of 1/DENOMINATOR, from -DENOMINATOR to DENOMINATOR. */
    void add(int node, long wholes, long parts) {
        whole[node] += wholes;
        add(node, parts);
    }

    /** The sum less a multiple of 1/DENOMINATOR, from 0 to 1,000 * DENOMINATOR, as a number. */
    double sumLess(int node, long parts) {
        long rest = part[node] - parts;
        if (rest >= 0) {
            return whole[node] + rest / (double) DENOMINATOR;
        }
        long carry = Math.floorDiv(rest, DENOMINATOR);
        return whole[node] + carry + (rest - carry * DENOMINATOR) / (double) DENOMINATOR;
    }

    long whole(int node) {
        return whole[node];
    }

    long part(int node) {
        return part[node];
    }
}
