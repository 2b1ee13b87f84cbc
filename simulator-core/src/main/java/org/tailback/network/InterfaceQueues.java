package org.tailback.network;

import org.tailback.cost.MessageCost;

/**
 * Queues at the nodes' network interfaces, for the ranks of all users under costs that occupy interfaces. A message
 * starts no earlier than g after the previous start at its node. If the sharing model does not share the nodes' links,
 * the message itself occupies both interfaces as well, so messages leave and enter a node one after another.
 */
public final class InterfaceQueues {
    private final MessageCost cost;
    private final boolean sharesNodeLinks;
    private final double[] sendingUntil;
    private final double[] receivingUntil;

    public InterfaceQueues(MessageCost cost, boolean sharesNodeLinks, int nodes) {
        this.cost = cost;
        this.sharesNodeLinks = sharesNodeLinks;
        sendingUntil = new double[cost.occupiesInterface() ? nodes : 0];
        receivingUntil = sendingUntil.clone();
    }

    void copyTo(InterfaceQueues other) {
        System.arraycopy(sendingUntil, 0, other.sendingUntil, 0, sendingUntil.length);
        System.arraycopy(receivingUntil, 0, other.receivingUntil, 0, receivingUntil.length);
    }

    void clockSetBack(double seconds) {
        for (int node = 0; node < sendingUntil.length; node++) {
            sendingUntil[node] -= seconds;
            receivingUntil[node] -= seconds;
        }
    }

    /** Reserves the earliest time, in seconds, not before {@code ready}, at which a message may leave its node. */
    public double start(int node, long bytes, double ready) {
        double held = sharesNodeLinks ? 0 : cost.occupancy(bytes);
        if (held < 0) {
            return ready;
        }
        double start = Math.max(ready, sendingUntil[node]);
        sendingUntil[node] = start + cost.interfaceGap(bytes) + held;
        return start;
    }

    /**
     * Reserves the reception of a message. Returns its time, in seconds.
     *
     * @param moving uncontended time of the message in the network, seconds
     * @param arrival time at which it would be received if no other message arrived, seconds
     */
    public double arrival(int node, long bytes, double moving, double arrival) {
        double occupied = cost.occupancy(bytes);
        double held = sharesNodeLinks ? -1 : occupied < cost.gap(bytes) ? occupied : moving;
        if (held < 0) {
            return arrival;
        }
        double received = Math.max(arrival, receivingUntil[node] + held);
        receivingUntil[node] = received + cost.interfaceGap(bytes);
        return received;
    }
}
