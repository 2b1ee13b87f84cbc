package org.tailback.model.sharing.headofline;

import java.util.ArrayList;
import java.util.List;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/**
 * Explains a rate by the round of its source: the slots in which a packet of each of its messages is first there, and
 * those in which none may leave. Then by the queues on the route, which show what packets wait for. A walk counts both.
 */
final class RoundExplanation {
    /** Slots of the walk. */
    private static final int OBSERVED = 20_000;

    private static final double ROUNDING = 1e-9;

    private final PartAtHand atHand;
    private final PacketPart part;
    private final WalkObservation seen;
    private final Topology topology;

    RoundExplanation(PartAtHand atHand, PacketWalk walk, Topology topology) {
        this.atHand = atHand;
        this.topology = topology;
        part = atHand.part;
        seen = new WalkObservation(part, walk, OBSERVED);
    }

    /**
     * Explains the rate of a batch of the part at hand.
     *
     * @param rate of each of its messages, bytes per second
     * @param messages of the batch
     * @param pace of each of its messages, bytes per second; infinite without a pace
     */
    Explanation of(int batch, double rate, int messages, double pace) {
        int inPart = atHand.indexOf(batch);
        double round = atHand.widest() / rate;
        double perPacket = round / messages;
        List<Explanation> atSource = waits("slots first at the source, before ", inPart, true, perPacket);
        double own = sum(atSource);
        addOthers(atSource, part.source[inPart], own, round);
        List<Explanation> terms = new ArrayList<>();
        terms.add(Explanation.leaf("a packet a slot", atHand.widest()).asRate(topology.nodeBandwidth()));
        terms.add(new Explanation(
                "round of the source",
                round,
                "slots from packet to packet; the parts are those of a sampling of " + OBSERVED + " slots",
                atSource));
        List<Explanation> queues = waits("slots first in the queue before ", inPart, false, perPacket);
        if (!queues.isEmpty()) {
            terms.add(new Explanation("queues on the route", sum(queues), "slots in which a packet is first", queues));
        }
        if (pace < Double.POSITIVE_INFINITY) {
            terms.add(Explanation.leaf("injection rate", pace).asRate(topology.nodeBandwidth()));
        }
        return new Explanation("rate", rate, "a packet a slot / round of the source", terms)
                .asRate(topology.nodeBandwidth());
    }

    private static double sum(List<Explanation> terms) {
        return terms.stream().mapToDouble(Explanation::value).sum();
    }

    /** Adds what else a round of a source has. */
    private void addOthers(List<Explanation> terms, int source, double own, double round) {
        double all = 0;
        for (int b = part.firstBatch[source]; b < part.firstBatch[source + 1]; b++) {
            all += seen.first(part.entry[b]);
        }
        double others = all * round - own;
        if (others > ROUNDING * round) {
            terms.add(Explanation.leaf("slots of the source's other messages", others));
        }
        if (seen.pauses(source) > 0) {
            terms.add(Explanation.leaf("slots in which paces hold back the source", seen.pauses(source) * round));
        }
    }

    /** How long a packet of a batch is first at its source or in each of the queues. */
    private List<Explanation> waits(String where, int batch, boolean atSource, double perPacket) {
        List<Explanation> waits = new ArrayList<>();
        int from = atSource ? part.entry[batch] : part.entry[batch] + 1;
        int to = atSource ? part.entry[batch] : part.lastHop(batch);
        for (int hop = from; hop <= to; hop++) {
            double full = seen.full(hop);
            Explanation fullBehind = Explanation.leaf("part of the time in which the queue behind it is full", full);
            waits.add(new Explanation(
                    where + topology.link(atHand.link(part.link[hop])).name(),
                    seen.first(hop) * perPacket,
                    "",
                    full > 0 ? List.of(fullBehind) : List.of()));
        }
        return waits;
    }
}
