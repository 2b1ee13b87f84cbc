package org.tailback.network;

import org.tailback.columns.Columns;

/** Sorter of messages by sending rank and, within a rank, by the order of posting. No allocation except growth. */
final class MessageOrder {
    private static final int FEW = 24;

    private final MessageTable messages;
    private int[] merged = new int[0];

    MessageOrder(MessageTable messages) {
        this.messages = messages;
    }

    /** Sorts the first {@code count} messages. O(count) if they are in order, O(count log count) otherwise. */
    void sort(int[] ids, int count) {
        int sorted = 1;
        while (sorted < count && before(ids[sorted - 1], ids[sorted])) {
            sorted++;
        }
        if (sorted < count) {
            merged = Columns.fit(merged, count - 1);
            sort(ids, 0, count);
        }
    }

    private void sort(int[] ids, int from, int to) {
        if (to - from <= FEW) {
            for (int i = from + 1; i < to; i++) {
                int id = ids[i];
                int at = i;
                while (at > from && before(id, ids[at - 1])) {
                    ids[at] = ids[at - 1];
                    at--;
                }
                ids[at] = id;
            }
            return;
        }
        int middle = (from + to) >>> 1;
        sort(ids, from, middle);
        sort(ids, middle, to);
        System.arraycopy(ids, from, merged, from, middle - from);
        int left = from;
        int right = middle;
        for (int at = from; left < middle; at++) {
            ids[at] = right < to && before(ids[right], merged[left]) ? ids[right++] : merged[left++];
        }
    }

    private boolean before(int a, int b) {
        int senderA = messages.sender[a];
        int senderB = messages.sender[b];
        return senderA < senderB || (senderA == senderB && messages.sequence[a] < messages.sequence[b]);
    }
}
