package org.tailback.generator.hpl;

/**
 * What a message of a size costs between two ranks of one node, or of two nodes; seconds.
 *
 * @param key size in bytes times 2, + 1 inside a node
 * @param send overhead of a send that blocks
 * @param isend overhead of one that does not
 * @param receive overhead of the receive
 * @param handshake from when both sides are there to the start, if the protocol waits for both
 * @param delay from when the message leaves its node to its transfer
 * @param moves time of the transfer
 * @param latency from its end to the arrival
 * @param seen from the call of the send until a probe finds the message
 * @param startsWhenMatched starts when both sides are there
 * @param releasesSender the sender goes on before the end of the transfer
 * @param queues waits at the interfaces of nodes
 */
record Charge(
        long key,
        double send,
        double isend,
        double receive,
        double handshake,
        double delay,
        double moves,
        double latency,
        double seen,
        boolean startsWhenMatched,
        boolean releasesSender,
        boolean queues) {
    /** The time from the start of a message that no other disturbs to its arrival. */
    double alone() {
        return delay + moves + latency;
    }
}
