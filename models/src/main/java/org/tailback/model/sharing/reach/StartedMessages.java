package org.tailback.model.sharing.reach;

import java.util.Arrays;

/**
 * The messages that have started since the last recomputation and are still in flight, one by one and counted by batch.
 */
public final class StartedMessages {
    private final Batches batches;
    /** Some may have ended. */
    private int[] started = new int[16];

    private int starts;
    private boolean[] isNew = new boolean[16];
    private int[] newMessages = new int[16];

    /** None yet of these batches. */
    public StartedMessages(Batches batches) {
        this.batches = batches;
    }

    /** A message has been put into a batch. */
    public void add(int message) {
        int batch = batches.of(message);
        if (batch >= newMessages.length) {
            newMessages = Arrays.copyOf(newMessages, Math.max(batch + 1, 2 * newMessages.length));
        }
        if (message >= isNew.length) {
            isNew = Arrays.copyOf(isNew, Math.max(message + 1, isNew.length + (isNew.length >> 1)));
        }
        newMessages[batch]++;
        isNew[message] = true;
        if (starts == started.length) {
            started = Arrays.copyOf(started, 2 * starts);
        }
        started[starts++] = message;
    }

    /** Forgets a message of a batch; false if it is none that has started. */
    public boolean remove(int message) {
        if (!isNew[message]) {
            return false;
        }
        isNew[message] = false;
        newMessages[batches.of(message)]--;
        return true;
    }

    /** Takes one out; -1 if there is none left. */
    public int take() {
        while (starts > 0) {
            int message = started[--starts];
            if (remove(message)) {
                return message;
            }
        }
        return Batches.NONE;
    }

    /** True if a message in flight is among them. */
    public boolean contains(int message) {
        return isNew[message];
    }

    /** How many messages of a batch are among them. */
    public int of(int batch) {
        return newMessages[batch];
    }
}
