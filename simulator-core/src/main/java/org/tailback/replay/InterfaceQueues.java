package org.tailback.replay;

import org.tailback.cost.MessageCost;
import org.tailback.network.NetworkEngine;

/**
 * The queues at the nodes' network interfaces under costs of the LogP family. A message's start waits until g after the
 * previous start at its node. Where the sharing model does not share the nodes' links, the message itself occupies both
 * interfaces as well, so messages leave and enter a node one after another.
 */
abstract class InterfaceQueues {
    private InterfaceQueues() {}

    /** The earliest date from {@code date} on at which a message may leave its node; books it. */
    abstract double start(int sender, long bytes, double date);

    /** When a message is received that would arrive at {@code date} if nothing else arrived; books it. */
    abstract double arrival(int receiver, int message, NetworkEngine network, double date);

    static InterfaceQueues of(MessageCost cost, boolean sharesNodeLinks, int[] nodeOfRank) {
        return cost.occupiesInterface() ? new Occupied(cost, sharesNodeLinks, nodeOfRank) : new Free();
    }

    private static final class Free extends InterfaceQueues {
        @Override
        double start(int sender, long bytes, double date) {
            return date;
        }

        @Override
        double arrival(int receiver, int message, NetworkEngine network, double date) {
            return date;
        }
    }

    private static final class Occupied extends InterfaceQueues {
        private final MessageCost cost;
        private final boolean sharesNodeLinks;
        private final int[] nodeOfRank;
        private final double[] sendingUntil;
        private final double[] receivingUntil;

        Occupied(MessageCost cost, boolean sharesNodeLinks, int[] nodeOfRank) {
            this.cost = cost;
            this.sharesNodeLinks = sharesNodeLinks;
            this.nodeOfRank = nodeOfRank;
            int nodes = 0;
            for (int node : nodeOfRank) {
                nodes = Math.max(nodes, node + 1);
            }
            sendingUntil = new double[nodes];
            receivingUntil = new double[nodes];
        }

        @Override
        double start(int sender, long bytes, double date) {
            int node = nodeOfRank[sender];
            double start = Math.max(date, sendingUntil[node]);
            sendingUntil[node] = start + cost.interfaceGap(bytes) + (sharesNodeLinks ? 0 : cost.gap(bytes));
            return start;
        }

        @Override
        double arrival(int receiver, int message, NetworkEngine network, double date) {
            if (sharesNodeLinks) {
                return date;
            }
            int node = nodeOfRank[receiver];
            long bytes = network.bytesOf(message);
            double moving = network.loneSeconds(message);
            double arrival = Math.max(date, receivingUntil[node] + moving);
            receivingUntil[node] = arrival + cost.interfaceGap(bytes);
            return arrival;
        }
    }
}
