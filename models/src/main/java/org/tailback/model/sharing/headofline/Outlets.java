package org.tailback.model.sharing.headofline;

/**
 * Queues and outlets of a {@link PacketPart}. An outlet is a link together with the queue behind it, or only a link at
 * the end of a route. The outlets of a link have successive numbers. Sources are queues too and have the first numbers.
 */
final class Outlets {
    static final int NONE = -1;

    /** Number of the receiver behind the last link of a route, which holds no packets and always has room. */
    static final int OUT = 0;

    final int queues;
    /** Outlet of each hop that is not omitted. */
    final int[] ofHop;
    /** Queue behind the outlet's link, or OUT, by outlet. */
    final int[] behind;
    /** First outlet by link, followed by the number of all outlets. */
    final int[] first;
    /** Links that have outlets. */
    final int[] used;

    final int usedLinks;
    /** Number of hops over the preceding outlets, by outlet, followed by the total. */
    final int[] hopsBefore;

    private final PacketPart part;
    private final int perLink;

    Outlets(PacketPart part) {
        this.part = part;
        perLink = part.lanes * part.levels + 1;
        int places = part.links * perLink;
        int[] hops = new int[places];
        for (int b = 0; b < part.batches; b++) {
            for (int hop = part.entry[b]; hop != NONE; hop = part.after[hop]) {
                hops[place(b, hop)]++;
            }
        }
        int[] number = new int[places];
        behind = new int[places];
        hopsBefore = new int[places + 1];
        first = new int[part.links + 1];
        used = new int[part.links];
        int allQueues = part.sources;
        int allUsed = 0;
        for (int l = 0; l < part.links; l++) {
            int outlets = first[l];
            for (int i = 0; i < perLink; i++) {
                int place = l * perLink + i;
                if (hops[place] > 0) {
                    number[place] = outlets;
                    behind[outlets] = i == 0 ? OUT : allQueues++;
                    hopsBefore[outlets + 1] = hopsBefore[outlets] + hops[place];
                    outlets++;
                }
            }
            if (outlets > first[l]) {
                used[allUsed++] = l;
            }
            first[l + 1] = outlets;
        }
        queues = allQueues;
        usedLinks = allUsed;
        ofHop = new int[part.firstHop[part.batches]];
        for (int b = 0; b < part.batches; b++) {
            for (int hop = part.entry[b]; hop != NONE; hop = part.after[hop]) {
                ofHop[hop] = number[place(b, hop)];
            }
        }
    }

    private int place(int batch, int hop) {
        int inside = part.after[hop] == NONE ? 0 : 1 + part.lane[part.source[batch]] * part.levels + part.level[hop];
        return part.link[hop] * perLink + inside;
    }
}
