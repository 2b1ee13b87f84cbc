package org.tailback.model.sharing.headofline;

import java.util.Arrays;

/**
 * Queues and outlets of a {@link PacketPart}. An outlet is a link together with the queue behind it that a packet enters; at
 * the end of a route, a link alone. The outlets of a link have successive numbers. Sources are queues, too, and have
 * the first numbers.
 */
final class Outlets {
    static final int NONE = -1;
    /** What is behind the last link of a route: as a source, which holds no packets, it always has room. */
    static final int OUT = 0;

    int queues;
    /** By hop that counts: its outlet. */
    int[] ofHop = new int[32];
    /** By outlet: the queue behind its link, or OUT. */
    int[] behind = new int[32];
    /** By link, and one more: its first outlet. */
    int[] first = new int[17];
    /** Links that have outlets. */
    int[] used = new int[16];

    int usedLinks;
    /** By outlet, and one more: the number of hops over those before it. */
    int[] hopsBefore = new int[33];

    private int[] hops = new int[64];
    private int[] number = new int[64];

    /** Finds the outlets of the hops that count. */
    void of(PacketPart part) {
        int perLink = part.lanes * part.levels + 1;
        int places = part.links * perLink;
        if (places >= hops.length) {
            hops = new int[2 * places];
            number = new int[2 * places];
            behind = new int[2 * places];
            hopsBefore = new int[2 * places + 1];
        }
        if (part.links >= first.length) {
            first = new int[2 * part.links + 1];
            used = new int[2 * part.links];
        }
        if (part.firstHop[part.batches] > ofHop.length) {
            ofHop = new int[2 * part.firstHop[part.batches]];
        }
        Arrays.fill(hops, 0, places, 0);
        for (int b = 0; b < part.batches; b++) {
            for (int hop = part.entry[b]; hop != NONE; hop = part.after[hop]) {
                hops[place(part, b, hop, perLink)]++;
            }
        }
        number(part, perLink);
        for (int b = 0; b < part.batches; b++) {
            for (int hop = part.entry[b]; hop != NONE; hop = part.after[hop]) {
                ofHop[hop] = number[place(part, b, hop, perLink)];
            }
        }
    }

    private void number(PacketPart part, int perLink) {
        int outlets = 0;
        queues = part.sources;
        usedLinks = 0;
        hopsBefore[0] = 0;
        for (int l = 0; l < part.links; l++) {
            first[l] = outlets;
            for (int i = 0; i < perLink; i++) {
                int place = l * perLink + i;
                if (hops[place] > 0) {
                    number[place] = outlets;
                    behind[outlets] = i == 0 ? OUT : queues++;
                    hopsBefore[outlets + 1] = hopsBefore[outlets] + hops[place];
                    outlets++;
                }
            }
            if (outlets > first[l]) {
                used[usedLinks++] = l;
            }
        }
        first[part.links] = outlets;
    }

    private static int place(PacketPart part, int batch, int hop, int perLink) {
        int inside = part.after[hop] == NONE ? 0 : 1 + part.lane[part.source[batch]] * part.levels + part.level[hop];
        return part.link[hop] * perLink + inside;
    }
}
