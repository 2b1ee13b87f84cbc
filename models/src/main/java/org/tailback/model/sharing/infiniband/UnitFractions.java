package org.tailback.model.sharing.infiniband;

/**
 * Sums of unit fractions 1/n for every node, kept in whole numbers so that adding and taking away are exact and the
 * order does not matter: equal graphs give equal bits whatever happened before.
 *
 * <p>A sum is {@code whole + part / DENOMINATOR} with 0 <= part < DENOMINATOR, the least common multiple of 1 to 40. For
 * n that do not divide it, 1/n is rounded down to a multiple of 1/DENOMINATOR: an error below 2e-16 for each fraction of a sum.
 */
final class UnitFractions {
    /** Least common multiple of 1, 2, …, 40. */
    static final long DENOMINATOR = 5342931457063200L;

    /** As many multiples of DENOMINATOR as a whole number has room for. */
    private static final int MANY = 1000;

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

    /** Does {@link #add(int, long, long)} so many times, in one step. */
    void addTimes(int times, int node, long wholes, long parts) {
        if (times == 1) {
            add(node, wholes, parts);
        } else {
            addMany(times, node, wholes, parts);
        }
    }

    private void addMany(int times, int node, long wholes, long parts) {
        for (int left = times; left > 0; left -= MANY) {
            int count = Math.min(left, MANY);
            long sum = part[node] + count * parts;
            long carry = Math.floorDiv(sum, DENOMINATOR);
            whole[node] += count * wholes + carry;
            part[node] = sum - carry * DENOMINATOR;
        }
    }

    /** The sum less {@code times} unit fractions 1/n, as a number. */
    double sumLess(int node, long times, int n) {
        // n / n as far as unit(n) is rounded down
        long wholes = times / n;
        long rest = part[node] - times % n * unit(n) + wholes * (DENOMINATOR % n);
        long carry = Math.floorDiv(rest, DENOMINATOR);
        return whole[node] - wholes + carry + (rest - carry * DENOMINATOR) / (double) DENOMINATOR;
    }

    long whole(int node) {
        return whole[node];
    }

    long part(int node) {
        return part[node];
    }
}
