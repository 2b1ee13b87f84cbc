package org.tailback.trace.mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sizes of the ranks' blocks in a collective operation with a size per rank, computed from the records of all ranks.
 * The sizes are null if the records contradict each other.
 */
final class OwnParts {
    private OwnParts() {}

    /**
     * Returns the sizes of the blocks of a gatherv or scatterv: the size of the data that each rank sends or receives,
     * respectively.
     *
     * @param own size of each rank's block, as recorded by the rank
     * @param total size of all blocks, as recorded by the root
     */
    static long @Nullable [] atRoot(long[] own, int root, long total) {
        long[] parts = own.clone();
        parts[root] = 0;
        long others = sum(parts);
        // with MPI_IN_PLACE the root does not record its own block, and its total may or may not include the block
        if (others < 0 || others > total || own[root] > 0 && own[root] != total - others) {
            return null;
        }
        parts[root] = total - others;
        return parts;
    }

    /**
     * Returns the sizes of the blocks of an allgatherv or reduce_scatter: the size of the data that each rank
     * contributes or keeps, respectively.
     *
     * @param multiples sizes recorded by the ranks: {@code times} blocks, or {@code times - 1} blocks with MPI_IN_PLACE
     * @param sums sizes of all blocks recorded by the ranks; with MPI_IN_PLACE, of all blocks except their own
     */
    static long @Nullable [] everywhere(long[] multiples, long[] sums, int times) {
        long[] parts = divided(multiples, times);
        if (parts != null && agree(parts, sums, false)) {
            return parts;
        }
        parts = times > 2 ? divided(multiples, times - 1) : null;
        return parts != null && agree(parts, sums, true) ? parts : null;
    }

    private static long @Nullable [] divided(long[] multiples, int by) {
        long[] parts = new long[multiples.length];
        for (int i = 0; i < parts.length; i++) {
            if (multiples[i] % by != 0) {
                return null;
            }
            parts[i] = multiples[i] / by;
        }
        return parts;
    }

    private static boolean agree(long[] parts, long[] sums, boolean withoutOwn) {
        long total = sum(parts);
        for (int i = 0; i < parts.length; i++) {
            if (sums[i] != (withoutOwn ? total - parts[i] : total)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether the bytes sent equal the bytes received over all ranks of an alltoallv; {@link #spread} then
     * preserves both sums.
     */
    static boolean isBalanced(long[] sent, long[] received) {
        long total = sum(sent);
        return total >= 0 && total == sum(received);
    }

    /** Returns the sum, or -1 if it exceeds the size of any operation. */
    private static long sum(long[] sizes) {
        long sum = 0;
        for (long size : sizes) {
            sum += size;
            if (sum > CallTranslator.LARGEST_MESSAGE) {
                return -1;
            }
        }
        return sum;
    }

    /**
     * Divides an amount into parts in proportion to weights, with an exact sum.
     *
     * @param amount amount in bytes, 0 to 2^53
     * @param weights weights of the parts, >= 0; if all are 0, the amount is 0, too
     */
    static long[] spread(long amount, long[] weights) {
        double total = sum(weights);
        long[] shares = new long[weights.length];
        long weight = 0;
        for (int i = 0; i < shares.length; i++) {
            shares[i] = share(amount, weight, weight + weights[i], total);
            weight += weights[i];
        }
        return shares;
    }

    private static long share(long amount, long from, long to, double total) {
        return total == 0 ? 0 : (long) Math.rint(to / total * amount) - (long) Math.rint(from / total * amount);
    }

    /** Returns one part of each of several amounts, as computed by {@link #spread}. */
    static long[] shareOf(int part, long[] amounts, long[] weights) {
        double total = sum(weights);
        long before = Arrays.stream(weights, 0, part).sum();
        return Arrays.stream(amounts)
                .map(amount -> share(amount, before, before + weights[part], total))
                .toArray();
    }
}
