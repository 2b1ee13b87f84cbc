package org.tailback.study.jobs;

import umontreal.ssj.rng.RandomStream;

/**
 * Senders and receivers in background traffic. Every sender has one message in flight and sends the next one when it
 * has ended. Nodes are positions in the job's list of nodes, 0 to n - 1.
 */
enum BackgroundPattern {
    /** All nodes send to node 0, which sends nothing. */
    INCAST {
        @Override
        int destination(int source, int nodes, long message, int[] permutation, RandomStream stream) {
            return source == 0 ? NONE : 0;
        }
    },
    /** Every node sends to the other nodes in turn, first to its successor. */
    ALL_TO_ALL {
        @Override
        int destination(int source, int nodes, long message, int[] permutation, RandomStream stream) {
            return (int) ((source + 1 + message % (nodes - 1)) % nodes);
        }
    },
    /** Every node sends to one other node and receives from one; each burst draws another cyclic permutation. */
    PERMUTATION {
        @Override
        int destination(int source, int nodes, long message, int[] permutation, RandomStream stream) {
            return permutation[source];
        }
    },
    /** Every message is sent to another node drawn at random. */
    UNIFORM {
        @Override
        int destination(int source, int nodes, long message, int[] permutation, RandomStream stream) {
            int drawn = stream.nextInt(0, nodes - 2);
            return drawn < source ? drawn : drawn + 1;
        }
    };

    /** No destination: the node does not send. */
    static final int NONE = -1;

    /**
     * The destination of a node's next message.
     *
     * @param message number of messages that the node has sent before
     * @param permutation that of the present burst
     */
    abstract int destination(int source, int nodes, long message, int[] permutation, RandomStream stream);

    /** A random permutation of one cycle, so that no node sends to itself (Sattolo's algorithm). O(nodes). */
    static int[] cycle(int nodes, RandomStream stream) {
        int[] next = new int[nodes];
        for (int i = 0; i < nodes; i++) {
            next[i] = i;
        }
        for (int i = nodes - 1; i > 0; i--) {
            int j = stream.nextInt(0, i - 1);
            int held = next[i];
            next[i] = next[j];
            next[j] = held;
        }
        return next;
    }
}
