package org.tailback.replay;

import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cost.MessageCost;
import org.tailback.platform.Platform;

/** Overheads of messages: those of the cost, or inside a node those of the intra-node path if it states them. */
final class Overheads {
    private final MessageCost cost;
    private final IntraNodePath insideNode;
    private final Cluster cluster;
    private final int[] nodes;

    Overheads(Platform platform, int[] nodes) {
        this.cost = platform.cost();
        this.insideNode = platform.intraNode();
        this.cluster = platform.cluster();
        this.nodes = nodes;
    }

    /** How long a message occupies its sender before it leaves, in seconds, >= 0. */
    double send(int sender, int receiver, long bytes) {
        return isOwn(sender, receiver, bytes) ? insideNode.overhead(bytes) : cost.sendOverhead(bytes);
    }

    /** How long a send that does not block occupies its sender, in seconds, >= 0. */
    double isend(int sender, int receiver, long bytes) {
        return isOwn(sender, receiver, bytes) ? insideNode.overhead(bytes) : cost.isendOverhead(bytes);
    }

    /** How long a message occupies its receiver after it has arrived, in seconds, >= 0. */
    double receive(int sender, int receiver, long bytes) {
        return isOwn(sender, receiver, bytes) ? insideNode.overhead(bytes) : cost.receiveOverhead(bytes);
    }

    private boolean isOwn(int sender, int receiver, long bytes) {
        return !Double.isNaN(insideNode.overhead(bytes)) && cluster.sameMachine(nodes[sender], nodes[receiver]);
    }
}
