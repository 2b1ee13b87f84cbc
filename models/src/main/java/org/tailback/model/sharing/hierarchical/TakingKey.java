package org.tailback.model.sharing.hierarchical;

/**
 * Key (7) of a message, packed into a long so that what is taken first is smaller: the rank of the larger of its with-flow and
 * contra-flow congestions, which of them that is, the rank of the smaller one, the message's number, and whether it has several bottlenecks.
 */
final class TakingKey {
    private static final int RANK_BITS = 18;
    static final int LARGEST_RANK = (1 << RANK_BITS) - 1;
    private static final int NUMBER_BITS = 25;
    /** The largest number of a message for which keys have room. */
    static final int LARGEST_MESSAGE = (1 << NUMBER_BITS) - 1;

    private static final int ORDER_SHIFT = 1 + NUMBER_BITS + RANK_BITS;

    private TakingKey() {}

    /** Of a message that is taken for its with-flow congestion. */
    static long withFlow(int with, int contra, int message, boolean hasSeveralBottlenecks) {
        return packed((long) (LARGEST_RANK - with) << 1, contra, message) | (hasSeveralBottlenecks ? 1 : 0);
    }

    /** Of a message that is taken for its contra-flow congestion. */
    static long contraFlow(int contra, int with, int message) {
        return packed((long) (LARGEST_RANK - contra) << 1 | 1, with, message);
    }

    private static long packed(long order, int smaller, int message) {
        return ((order << RANK_BITS | LARGEST_RANK - smaller) << NUMBER_BITS | message) << 1;
    }

    /** The smallest key of a message that is taken for this with-flow congestion. */
    static long firstWithFlow(int with) {
        return (long) (LARGEST_RANK - with) << 1 << ORDER_SHIFT;
    }

    static int message(long key) {
        return (int) (key >>> 1) & LARGEST_MESSAGE;
    }

    static int larger(long key) {
        return LARGEST_RANK - (int) (key >>> ORDER_SHIFT + 1);
    }

    static int smaller(long key) {
        return LARGEST_RANK - ((int) (key >>> 1 + NUMBER_BITS) & LARGEST_RANK);
    }

    static boolean isContraFlow(long key) {
        return (key >>> ORDER_SHIFT & 1) != 0;
    }

    static boolean hasSeveralBottlenecks(long key) {
        return (key & 1) != 0;
    }
}
