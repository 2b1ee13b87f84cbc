package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;

/** Resources to be solved and messages to be decided on, by the rank of their congestion, the largest at hand. All operations cost O(1). */
final class PendingLevels {
    private static final int NONE = -1;

    // by rank
    private int[] firstResource = new int[0];
    private int[] firstMessage = new int[0];
    private int[] lastMessage = new int[0];
    private long[] isPending = new long[0];
    private int highestWord = -1;

    private final int[] nextResource;
    private int[] nextMessage = new int[0];

    PendingLevels(int resources) {
        nextResource = new int[resources];
    }

    /** Makes room for so many ranks; nothing is pending. */
    void setRanks(int ranks) {
        firstResource = filled(ranks);
        firstMessage = filled(ranks);
        lastMessage = filled(ranks);
        isPending = new long[ranks / Long.SIZE + 1];
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, NONE);
        return array;
    }

    /** Makes room for messages with numbers below one. */
    void setMessages(int messages) {
        nextMessage = Arrays.copyOf(nextMessage, messages);
    }

    /** Adds a resource that is not there. */
    void addResource(int resource, int rank) {
        nextResource[resource] = firstResource[rank];
        firstResource[rank] = resource;
        setPending(rank);
    }

    /** Adds a message that is not there, behind the others. */
    void addMessage(int message, int rank) {
        nextMessage[message] = NONE;
        if (firstMessage[rank] == NONE) {
            firstMessage[rank] = message;
            setPending(rank);
        } else {
            nextMessage[lastMessage[rank]] = message;
        }
        lastMessage[rank] = message;
    }

    private void setPending(int rank) {
        int word = rank / Long.SIZE;
        isPending[word] |= 1L << rank;
        highestWord = Math.max(highestWord, word);
    }

    /** The largest rank with a resource or a message, or -1. */
    int largest() {
        while (highestWord >= 0 && isPending[highestWord] == 0) {
            highestWord--;
        }
        return highestWord < 0
                ? NONE
                : Long.SIZE * highestWord + Long.SIZE - 1 - Long.numberOfLeadingZeros(isPending[highestWord]);
    }

    /** The first resource of a rank, or -1. */
    int firstResource(int rank) {
        return firstResource[rank];
    }

    /** The resource behind another, or -1. */
    int nextResource(int resource) {
        return nextResource[resource];
    }

    /** The first message of a rank, or -1. */
    int firstMessage(int rank) {
        return firstMessage[rank];
    }

    /** The message behind another, or -1. */
    int nextMessage(int message) {
        return nextMessage[message];
    }

    /** Removes what is at a rank. */
    void clear(int rank) {
        firstResource[rank] = NONE;
        firstMessage[rank] = NONE;
        isPending[rank / Long.SIZE] &= ~(1L << rank);
    }
}
