package org.tailback.model.sharing.reach;

import java.util.Arrays;

/** The messages that have started since the last recomputation and are still in flight. */
public final class StartedMessages {
    /** Some may have ended. */
    private int[] started = new int[16];

    private int starts;
    private boolean[] isNew = new boolean[16];

    /** Adds a message that has started. */
    public void add(int message) {
        if (message >= isNew.length) {
            isNew = Arrays.copyOf(isNew, Math.max(message + 1, isNew.length + (isNew.length >> 1)));
        }
        isNew[message] = true;
        if (starts == started.length) {
            started = Arrays.copyOf(started, 2 * starts);
        }
        started[starts++] = message;
    }

    /** Removes a message that ends, if it is among them. */
    public void remove(int message) {
        isNew[message] = false;
    }

    /** Removes and returns one of the messages; {@link Batches#NONE} if there is none left. */
    public int take() {
        while (starts > 0) {
            int message = started[--starts];
            if (isNew[message]) {
                isNew[message] = false;
                return message;
            }
        }
        return Batches.NONE;
    }

    /** Returns true if a message in flight is among them. */
    public boolean contains(int message) {
        return isNew[message];
    }
}
