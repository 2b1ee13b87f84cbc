package org.tailback.model.sharing.headofline;

import java.util.Arrays;

/**
 * Leaves out hops of a {@link PacketPart} at which packets do not compete, so that a walk has fewer queues.
 *
 * <ul>
 *   <li><b>Ends.</b> The first packet of a queue always moves on if all next links are the last of their routes, are
 *       used by no other queue, and are no slower than the link before. These routes end at the link before. Rates do
 *       not change.
 * <li><b>Series.</b> Where all packets of a queue take the same next link, none ends there, no other queue uses it, and
 *       it is no slower, packets wait there only for the links behind. The two queues become one, with half the room,
 *       so that rates change where buffers are small.
 * </ul>
 */
final class Reduction {
    /** Least packets of a queue for which two queues in series become one. */
    private static final int LEAST_IN_SERIES = 8;

    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    private final PacketPart part;
    /** Sources first, then those behind links. */
    private final int queues;
    /** The only queue whose packets take a link, NONE, or SEVERAL, by link. */
    private final int[] feeder;

    Reduction(PacketPart part) {
        this.part = part;
        queues = part.sources + part.links * part.lanes * part.levels;
        feeder = new int[part.links];
        findFeeders();
    }

    /** @param buffer packets that a queue holds */
    void apply(int buffer) {
        boolean more;
        do {
            more = leaveOutEnds();
        } while (more);
        if (buffer >= LEAST_IN_SERIES) {
            leaveOutSeries();
        }
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

    /** True if packets that leave a queue behind a link compete with none for the next. */
    private boolean isAlone(int queue, int hop, int next) {
        int link = part.link[next];
        return feeder[link] == queue && part.capacity[link] >= part.capacity[part.link[hop]];
    }

    /** True if some route ends earlier now. */
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
        boolean some = false;
        for (int b = 0; b < part.batches; b++) {
            for (int hop = part.entry[b]; part.after[hop] != NONE; hop = part.after[hop]) {
                if (alwaysMoves[queueBehind(b, hop)]) {
                    part.after[hop] = NONE;
                    some = true;
                    break;
                }
            }
        }
        return some;
    }

    private void leaveOutSeries() {
        // by queue: the only link that its packets take next, NONE, or SEVERAL
        int[] nextLink = new int[queues];
        Arrays.fill(nextLink, NONE);
        for (int b = 0; b < part.batches; b++) {
            for (int hop = part.entry[b]; part.after[hop] != NONE; hop = part.after[hop]) {
                int queue = queueBehind(b, hop);
                int link = part.link[part.after[hop]];
                boolean goesOn = part.after[part.after[hop]] != NONE;
                nextLink[queue] = goesOn && (nextLink[queue] == NONE || nextLink[queue] == link) ? link : SEVERAL;
            }
        }
        for (int b = 0; b < part.batches; b++) {
            int hop = part.entry[b];
            int queue = queueBehind(b, hop);
            while (part.after[hop] != NONE) {
                int next = part.after[hop];
                boolean inSeries = nextLink[queue] == part.link[next] && isAlone(queue, hop, next);
                int behindNext = queueBehind(b, next);
                if (inSeries) {
                    part.after[hop] = part.after[next];
                } else {
                    hop = next;
                }
                queue = behindNext;
            }
        }
    }
}
