package org.tailback.replay;

import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cost.MessageCost;
import org.tailback.platform.Platform;
import org.tailback.program.SendMode;

/**
 * Send and receive overheads of messages. The message cost defines them. Inside a node, the intra-node path overrides
 * them if it defines overheads.
 */
final class Overheads {
    private final MessageCost cost;
    private final MessageCost exchange;
    private final IntraNodePath insideNode;
    private final boolean insideNodeHasOwn;
    private final Cluster cluster;
    private final int[] nodes;

    Overheads(Platform platform, int[] nodes) {
        this.cost = platform.cost();
        this.exchange = cost.exchange();
        this.insideNode = platform.intraNode();
        this.insideNodeHasOwn = insideNode.ranges().stream().anyMatch(range -> !Double.isNaN(range.overhead()));
        this.cluster = platform.cluster();
        this.nodes = nodes;
    }

    /** Returns the time for which a message occupies its sender before it leaves, in seconds, >= 0. */
    double send(int sender, int receiver, long bytes, SendMode mode) {
        return isOwn(sender, receiver, bytes)
                ? insideNode.overhead(bytes)
                : cost(mode).sendOverhead(bytes);
    }

    /** Returns the time for which a non-blocking send occupies its sender, in seconds, >= 0. */
    double isend(int sender, int receiver, long bytes, SendMode mode) {
        return isOwn(sender, receiver, bytes)
                ? insideNode.overhead(bytes)
                : cost(mode).isendOverhead(bytes);
    }

    /** Returns the time for which a message occupies its receiver after its arrival, in seconds, >= 0. */
    double receive(Communications communications, int communication) {
        long bytes = communications.bytes[communication];
        if (isOwn(communications.sender[communication], communications.receiver[communication], bytes)) {
            return insideNode.overhead(bytes);
        }
        return (communications.has(communication, Communications.EXCHANGE) ? exchange : cost).receiveOverhead(bytes);
    }

    private MessageCost cost(SendMode mode) {
        return mode == SendMode.EXCHANGE ? exchange : cost;
    }

    private boolean isOwn(int sender, int receiver, long bytes) {
        return insideNodeHasOwn
                && !Double.isNaN(insideNode.overhead(bytes))
                && cluster.sameMachine(nodes[sender], nodes[receiver]);
    }
}
