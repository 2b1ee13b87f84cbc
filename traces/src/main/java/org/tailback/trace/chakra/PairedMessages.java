package org.tailback.trace.chakra;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.tailback.error.InputException;

/**
 * Matching of the sends and receives of all ranks: the n-th send between two ranks with a tag matches the n-th receive.
 * O(1) time per operation; memory holds the operations without a counterpart so far.
 */
final class PairedMessages {
    private record Key(int sender, int receiver, int tag) {}

    private record Side(String node, int rank, long bytes, boolean isSend) {}

    private final Map<Key, ArrayDeque<Side>> open = new HashMap<>();

    /**
     * Adds a send or receive of a rank.
     *
     * @param partner rank of the counterpart
     * @throws InputException if a message is larger than its receive
     */
    void add(int rank, ChakraNode node, int partner) {
        boolean isSend = node.type == ChakraNode.SEND;
        Key key = isSend ? new Key(rank, partner, node.tag) : new Key(partner, rank, node.tag);
        Side side = new Side(node.label(), rank, node.hasSize || isSend ? node.bytes : Long.MAX_VALUE, isSend);
        ArrayDeque<Side> waiting = open.computeIfAbsent(key, unused -> new ArrayDeque<>());
        if (waiting.isEmpty() || waiting.peek().isSend == isSend) {
            waiting.add(side);
            return;
        }
        Side other = waiting.remove();
        if (waiting.isEmpty()) {
            open.remove(key);
        }
        Side send = isSend ? side : other;
        Side receive = isSend ? other : side;
        if (send.bytes > receive.bytes) {
            throw InputException.at(
                    node.place(),
                    "a message of " + send.bytes + " B from rank " + send.rank + " (" + send.node
                            + ") is larger than its receive of " + receive.bytes + " B on rank " + receive.rank + " ("
                            + receive.node + "), both with tag " + node.tag,
                    "Did the converter or the linker lose a message?");
        }
    }
}
