package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Algorithm 1 of Zhu et al. for one set of messages. A resource is a card or a cable in one direction; {@code resource ^ 1}
 * is its other direction. Congestions are in units of a NIC's inverse bandwidth.
 */
final class AsymmetricDuplex {
    /** Congestions are rounded to a multiple of this, so that equal ones are equal whatever the units. */
    private static final double QUANTUM = 0x1p30;

    private static final double TOLERANCE = 1e-9;
    /** A share this near to the one given before on the same resource is the same. */
    private static final double ROUNDING = 1e-12;

    /** How a message got its bandwidth. */
    enum Reason {
        WITH_FLOW("share of what is left on the bottleneck in its own direction"),
        CONTRA_FLOW("1 / congestion of the saturated bottleneck in the other direction"),
        NOTHING_LEFT("fair share of a bottleneck that earlier messages used up");

        final String words;

        Reason(String words) {
            this.words = words;
        }
    }

    /** What a message uses and gets. */
    static final class Message implements Comparable<Message> {
        final int flow;
        final int[] resources;
        final boolean[] contraFlowForgotten;
        double withFlow;
        double contraFlow;
        double bandwidth;
        Reason reason = Reason.WITH_FLOW;
        int bottleneck;

        Message(int flow, int[] resources) {
            this.flow = flow;
            this.resources = resources;
            contraFlowForgotten = new boolean[resources.length];
        }

        /** Key (7), the largest first; equal keys in the order of input. */
        @Override
        public int compareTo(Message other) {
            int order = Double.compare(Math.max(other.withFlow, other.contraFlow), Math.max(withFlow, contraFlow));
            order = order != 0 ? order : Double.compare(other.withFlow, withFlow);
            order = order != 0 ? order : Double.compare(other.contraFlow, contraFlow);
            return order != 0 ? order : Integer.compare(flow, other.flow);
        }
    }

    private final HierarchicalEthernet model;
    /** Bandwidth of a resource, bytes per second. */
    private final double[] capacity;

    private final int[] messages;
    private final int[] notTaken;
    private final double[] taken;
    private final double[] lastShare;
    private int pops;

    AsymmetricDuplex(HierarchicalEthernet model, double[] capacity) {
        this.model = model;
        this.capacity = capacity;
        messages = new int[capacity.length];
        notTaken = new int[capacity.length];
        taken = new double[capacity.length];
        lastShare = new double[capacity.length];
    }

    /** Gives every message its bandwidth. The messages must be all that use any of their resources, in either direction. */
    void run(Iterable<Message> all) {
        for (Message message : all) {
            for (int resource : message.resources) {
                for (int direction : new int[] {resource, resource ^ 1}) {
                    messages[direction] = 0;
                    taken[direction] = 0;
                    lastShare[direction] = 0;
                }
            }
        }
        for (Message message : all) {
            for (int resource : message.resources) {
                messages[resource]++;
                notTaken[resource] = messages[resource];
            }
        }
        PriorityQueue<Message> queue = new PriorityQueue<>();
        for (Message message : all) {
            Arrays.fill(message.contraFlowForgotten, false);
            updateKey(message);
            queue.add(message);
        }
        pops = 0;
        while (!queue.isEmpty()) {
            Message message = queue.remove();
            pops++;
            boolean done = message.withFlow >= message.contraFlow ? takeWithFlow(message) : takeContraFlow(message);
            if (done) {
                for (int resource : message.resources) {
                    notTaken[resource]--;
                    taken[resource] += message.bandwidth;
                    lastShare[resource] = message.bandwidth;
                }
            } else {
                updateKey(message);
                queue.add(message);
            }
        }
    }

    /** How often a message was taken from the queue in the last run. */
    int pops() {
        return pops;
    }

    /** What the messages of the last run use of a resource, over what it has. */
    double utilisation(int resource) {
        return taken[resource] / capacity[resource];
    }

    private void updateKey(Message message) {
        message.withFlow = 0;
        message.contraFlow = 0;
        for (int i = 0; i < message.resources.length; i++) {
            int resource = message.resources[i];
            message.withFlow = Math.max(message.withFlow, congestion(resource));
            if (model.asymmetric() && !message.contraFlowForgotten[i]) {
                message.contraFlow = Math.max(message.contraFlow, congestion(resource ^ 1));
            }
        }
    }

    private double congestion(int resource) {
        double relative = messages[resource] * (model.nicBandwidth() / capacity[resource]);
        return Math.rint(relative * QUANTUM) / QUANTUM;
    }

    /** Lines 7 to 10. */
    private boolean takeWithFlow(Message message) {
        message.bandwidth = Double.POSITIVE_INFINITY;
        for (int resource : message.resources) {
            if (model.clamp() || congestion(resource) == message.withFlow) {
                offer(message, resource);
            }
        }
        return true;
    }

    /** Lines 27 to 32: the message's share of what is left on a resource; the slowest offer counts. */
    private void offer(Message message, int resource) {
        double left = capacity[resource] - taken[resource];
        double share = left / notTaken[resource];
        Reason reason = Reason.WITH_FLOW;
        if (left <= TOLERANCE * capacity[resource]) {
            share = capacity[resource] / messages[resource];
            reason = Reason.NOTHING_LEFT;
        }
        if (Math.abs(share - lastShare[resource]) <= ROUNDING * share) {
            share = lastShare[resource];
        }
        share = Math.min(share, model.nicBandwidth());
        if (share < message.bandwidth) {
            message.bandwidth = share;
            message.reason = reason;
            message.bottleneck = resource;
        }
    }

    /** Lines 11 to 20. */
    private boolean takeContraFlow(Message message) {
        int saturated = -1;
        for (int i = 0; i < message.resources.length; i++) {
            int opposite = message.resources[i] ^ 1;
            if (!message.contraFlowForgotten[i] && congestion(opposite) == message.contraFlow) {
                if (taken[opposite] >= capacity[opposite] * (1 - TOLERANCE)) {
                    saturated = opposite;
                } else {
                    message.contraFlowForgotten[i] = true;
                }
            }
        }
        if (saturated < 0) {
            return false;
        }
        message.bandwidth = Math.min(model.nicBandwidth(), capacity[saturated] / messages[saturated]);
        message.reason = Reason.CONTRA_FLOW;
        message.bottleneck = saturated;
        if (model.clamp()) {
            for (int resource : message.resources) {
                offer(message, resource);
            }
        }
        return true;
    }
}
