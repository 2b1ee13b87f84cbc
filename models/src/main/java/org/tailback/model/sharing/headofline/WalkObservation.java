package org.tailback.model.sharing.headofline;

/** Where packets wait in a walk: parts of the time after the first quarter of its slots. */
final class WalkObservation {
    private final double[] first;
    private final double[] full;
    private final double[] pauses;

    /** Walks so many slots from the start. */
    WalkObservation(PacketPart part, PacketWalk walk, int slots) {
        first = new double[part.firstHop[part.batches]];
        full = new double[first.length];
        pauses = new double[part.sources];
        walk.start(part, 0);
        int uncounted = slots / 4;
        for (int i = 0; i < slots; i++) {
            walk.prepare();
            if (i >= uncounted) {
                count(part, walk, 1.0 / (slots - uncounted));
            }
            walk.carry();
        }
    }

    private void count(PacketPart part, PacketWalk walk, double each) {
        for (int q = 0; q < walk.queues(); q++) {
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

    /** The part of the time in which a packet that takes a hop next is first in its queue or at its source. */
    double first(int hop) {
        return first[hop];
    }

    /** The part of the time in which the queue behind a hop's link is full. */
    double full(int hop) {
        return full[hop];
    }

    /** The part of the time in which no message of a source may send a packet. */
    double pauses(int source) {
        return pauses[source];
    }
}
