package org.tailback.study.derivative;

import org.tailback.study.derivative.Variation.Part;

/** The slopes of waits for the interfaces of nodes, as {@code org.tailback.network.InterfaceQueues} has the times. */
final class InterfaceSlopes {
    private final Variation variation;
    private final HoldingRange range;
    private final boolean queued;
    private final boolean sharesNodeLinks;
    private final Moment[] sending;
    private final Moment[] receiving;
    private final Moment scratch;

    InterfaceSlopes(Variation variation, HoldingRange range) {
        this.variation = variation;
        this.range = range;
        queued = variation.platform.cost().occupiesInterface();
        sharesNodeLinks = variation.platform.sharing().sharesNodeLinks();
        sending = new Moment[queued ? variation.platform.cluster().nodes() : 0];
        receiving = new Moment[sending.length];
        scratch = new Moment(variation.numbers);
    }

    /** A message may leave its node: moves its instant to the time at which it does. */
    void start(int node, long bytes, Moment point, double leaves) {
        if (!queued) {
            return;
        }
        double gap = variation.platform.cost().interfaceGap(bytes)
                + (sharesNodeLinks ? 0 : variation.platform.cost().gap(bytes));
        if (sending[node] == null) {
            sending[node] = new Moment(variation.numbers);
        } else {
            wait(point, sending[node], leaves);
        }
        point.time = leaves;
        book(sending[node], point, leaves + gap, bytes);
        if (!sharesNodeLinks) {
            sending[node].advance(leaves + gap, variation.slopes(Part.GAP, bytes));
        }
    }

    private void book(Moment until, Moment point, double time, long bytes) {
        until.set(point);
        until.advance(time, variation.slopes(Part.INTERFACE_GAP, bytes));
    }

    /** The later of two instants. */
    private void wait(Moment point, Moment other, double time) {
        range.order(point, other);
        if (other.time > point.time) {
            point.set(other);
        }
        point.time = time;
    }

    /** A message would be received: moves its instant to the time at which it is. */
    void arrival(int node, long bytes, Flow flow, Moment point, double arrival) {
        if (!queued || sharesNodeLinks) {
            return;
        }
        if (receiving[node] == null) {
            receiving[node] = new Moment(variation.numbers);
        }
        scratch.set(receiving[node]);
        scratch.advance(receiving[node].time + flow.alone, flow.aloneSlope);
        wait(point, scratch, arrival);
        book(receiving[node], point, arrival + variation.platform.cost().interfaceGap(bytes), bytes);
    }
}
