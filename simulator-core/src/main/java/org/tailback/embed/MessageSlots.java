package org.tailback.embed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;

/** Messages under way, each with a distinct small number, which is reused when the message is over. */
final class MessageSlots {
    private @Nullable Message[] messages = new Message[16];
    private int[] free = new int[16];
    private int freeCount;
    private int size;

    void add(Message message) {
        if (freeCount == 0 && size == messages.length) {
            messages = Arrays.copyOf(messages, 2 * size);
        }
        message.slot = freeCount > 0 ? free[--freeCount] : size++;
        messages[message.slot] = message;
    }

    void remove(Message message) {
        messages[message.slot] = null;
        free = Columns.fit(free, freeCount);
        free[freeCount++] = message.slot;
    }

    Message at(int slot) {
        Message message = messages[slot];
        if (message == null) {
            throw new IllegalStateException("no message has the number " + slot);
        }
        return message;
    }

    boolean isEmpty() {
        return freeCount == size;
    }

    boolean holds(Message message) {
        return messages[message.slot] == message;
    }

    /** Copies the messages of another table under their numbers. */
    void takeOver(MessageSlots original, UnaryOperator<Message> copies) {
        messages = new Message[original.messages.length];
        free = original.free.clone();
        freeCount = original.freeCount;
        size = original.size;
        for (Message message : original.all()) {
            messages[message.slot] = copies.apply(message);
        }
    }

    /** Returns a list of all messages in the order of their numbers. */
    List<Message> all() {
        List<Message> all = new ArrayList<>();
        for (int slot = 0; slot < size; slot++) {
            Message message = messages[slot];
            if (message != null) {
                all.add(message);
            }
        }
        return all;
    }
}
