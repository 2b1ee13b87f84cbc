package org.tailback.model.sharing.headofline;

import java.util.ArrayList;
import java.util.List;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/**
 * Explanation of a rate by the round of its source and by the queues on the route. The round consists of the slots in
 * which a packet of each message is first at the source, and of the slots in which no packet may leave. On the route,
 * packets wait in queues. A sampling counts the slots at the source and in the queues after the first quarter of its
 * duration.
 */
final class RoundExplanation {
    private static final int SLOTS = 20_000;
    private static final double ROUNDING = 1e-9;

    private final NetworkPart network;
    private final PacketPart part;
    private final Topology topology;
    // fractions of the time
    /** Share of time in which a packet with this next hop is first in its queue or at its source, by hop. */
    private final double[] first;
    /** Share of time in which the queue behind the hop's link is full, by hop. */
    private final double[] full;
    /** Share of time in which no message may send a packet, by source. */
    private final double[] pauses;

    RoundExplanation(NetworkPart network, PacketWalk walk, Topology topology) {
        this.network = network;
        this.topology = topology;
        part = network.part;
        first = new double[part.firstHop[part.batches]];
        full = new double[first.length];
        pauses = new double[part.sources];
        for (int i = 0; i < SLOTS; i++) {
            walk.prepare();
            if (i >= SLOTS / 4) {
                count(walk, 1.0 / (SLOTS - SLOTS / 4));
            }
            walk.carry();
        }
    }

    private void count(PacketWalk walk, double each) {
        for (int q = 0; q < walk.outlets.queues; q++) {
            int hop = walk.wantedHop(q);
            if (hop >= 0) {
                first[hop] += each;
            } else if (q < part.sources) {
                pauses[q] += each;
            }
        }
        for (int b = 0; b < part.batches; b++) {
            for (int hop = part.entry[b]; hop < part.lastHop(b); hop++) {
                full[hop] += walk.hasRoomBehind(hop) ? 0 : each;
            }
        }
    }

    /**
     * Explains the rate of a batch of the component.
     *
     * @param rate rate of each message of the batch, bytes per second
     * @param messages number of messages of the batch
     * @param injectionRate injection rate of each message, bytes per second; infinite without an injection rate
     */
    Explanation of(int batch, double rate, int messages, double injectionRate) {
        int inPart = network.indexOf(batch);
        double round = network.widest() / rate;
        double perPacket = round / messages;
        List<Explanation> atSource = waits("slots first at the source, before ", inPart, true, perPacket);
        double own = sum(atSource);
        addOthers(atSource, part.source[inPart], own, round);
        List<Explanation> terms = new ArrayList<>();
        terms.add(Explanation.leaf("a packet per slot", network.widest()).asRate(topology.nodeBandwidth()));
        terms.add(new Explanation(
                "round of the source",
                round,
                "slots from packet to packet; terms from a sampling of " + SLOTS + " slots",
                atSource));
        List<Explanation> queues = waits("slots first in the queue before ", inPart, false, perPacket);
        if (!queues.isEmpty()) {
            terms.add(new Explanation("queues on the route", sum(queues), "slots in which a packet is first", queues));
        }
        if (injectionRate < Double.POSITIVE_INFINITY) {
            terms.add(Explanation.leaf("injection rate", injectionRate).asRate(topology.nodeBandwidth()));
        }
        return new Explanation("rate", rate, "a packet per slot / round of the source", terms)
                .asRate(topology.nodeBandwidth());
    }

    private static double sum(List<Explanation> terms) {
        return terms.stream().mapToDouble(Explanation::value).sum();
    }

    private void addOthers(List<Explanation> terms, int source, double own, double round) {
        double all = 0;
        for (int b = part.firstBatch[source]; b < part.firstBatch[source + 1]; b++) {
            all += first[part.entry[b]];
        }
        double others = all * round - own;
        if (others > ROUNDING * round) {
            terms.add(Explanation.leaf("slots of the source's other messages", others));
        }
        if (pauses[source] > 0) {
            terms.add(Explanation.leaf("slots in which injection rates hold back the source", pauses[source] * round));
        }
    }

    /** Returns the slots in which a packet of a batch is at the head of its source, or of each queue on its route. */
    private List<Explanation> waits(String where, int batch, boolean atSource, double perPacket) {
        List<Explanation> waits = new ArrayList<>();
        int from = atSource ? part.entry[batch] : part.entry[batch] + 1;
        int to = atSource ? part.entry[batch] : part.lastHop(batch);
        for (int hop = from; hop <= to; hop++) {
            Explanation fullBehind =
                    Explanation.leaf("fraction of the time in which the queue behind the link is full", full[hop]);
            waits.add(new Explanation(
                    where + topology.link(network.link(part.link[hop])).name(),
                    first[hop] * perPacket,
                    "",
                    full[hop] > 0 ? List.of(fullBehind) : List.of()));
        }
        return waits;
    }
}
