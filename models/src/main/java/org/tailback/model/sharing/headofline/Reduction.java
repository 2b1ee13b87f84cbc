package org.tailback.model.sharing.headofline;

import java.util.Arrays;

/**
 * Removal of hops at which packets do not compete from the routes of a {@link PacketPart}, so that fewer queues are
 * sampled. The first packet of a queue never waits if all next links are the last of their routes, are used by no other
 * queue, and are at least as fast as the preceding link. These routes then end at the preceding link. Rates do not
 * change.
 */
final class Reduction {
    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    private final PacketPart part;
    /** Number of queues: sources first, then the queues behind links. */
    private final int queues;
    /** Queue whose packets use a link if there is only one, otherwise NONE or SEVERAL, by link. */
    private final int[] feeder;

    Reduction(PacketPart part) {
        this.part = part;
        queues = part.sources + part.links * part.lanes * part.levels;
        feeder = new int[part.links];
        findFeeders();
    }

    void apply() {
        boolean more;
        do {
            more = leaveOutEnds();
        } while (more);
    }

    private int queueBehind(int batch, int hop) {
        int group = part.link[hop] * part.lanes + part.lane[part.source[batch]];
        return part.sources + group * part.levels + part.level[hop];
    }

    private void findFeeders() {
        Arrays.fill(feeder, NONE);
        for (int b = 0; b < part.batches; b++) {
            int queue = part.source[b];
            for (int hop = part.entry[b]; hop != NONE; hop = part.after[hop]) {
                int link = part.link[hop];
                feeder[link] = feeder[link] == NONE || feeder[link] == queue ? queue : SEVERAL;
                queue = queueBehind(b, hop);
            }
        }
    }

    /** Returns whether packets that leave the queue behind a link compete with no other packets for the next link. */
    private boolean isAlone(int queue, int hop, int next) {
        int link = part.link[next];
        return feeder[link] == queue && part.capacity[link] >= part.capacity[part.link[hop]];
    }

    /** Shortens routes; returns true if a route has become shorter. */
    private boolean leaveOutEnds() {
        boolean[] alwaysMoves = new boolean[queues];
        Arrays.fill(alwaysMoves, true);
        for (int b = 0; b < part.batches; b++) {
            for (int hop = part.entry[b]; part.after[hop] != NONE; hop = part.after[hop]) {
                int next = part.after[hop];
                int queue = queueBehind(b, hop);
                alwaysMoves[queue] &= part.after[next] == NONE && isAlone(queue, hop, next);
            }
        }
        boolean shortened = false;
        for (int b = 0; b < part.batches; b++) {
            for (int hop = part.entry[b]; part.after[hop] != NONE; hop = part.after[hop]) {
                if (alwaysMoves[queueBehind(b, hop)]) {
                    part.after[hop] = NONE;
                    shortened = true;
                    break;
                }
            }
        }
        return shortened;
    }
}
