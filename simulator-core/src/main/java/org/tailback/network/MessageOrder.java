package org.tailback.network;

import org.tailback.columns.IntOrder;

/** Order of messages by sending rank and, within a rank, by the order of posting. */
final class MessageOrder extends IntOrder {
    private final MessageTable messages;

    MessageOrder(MessageTable messages) {
        this.messages = messages;
    }

    @Override
    protected boolean before(int a, int b) {
        int senderA = messages.sender[a];
        int senderB = messages.sender[b];
        return senderA < senderB || (senderA == senderB && messages.sequence[a] < messages.sequence[b]);
    }
}
