package org.tailback.network;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Detects that two threads use one network at once. A thread may take over from another one that has left. A use costs
 * two loads and two stores without fences: overlapping uses are found, not every race.
 */
public final class ThreadCheck {
    private final AtomicReference<@Nullable Thread> user = new AtomicReference<>();
    private volatile @Nullable String damage;

    ThreadCheck() {}

    /**
     * The present thread begins a use, possibly within another one of its own.
     *
     * @return to be passed to {@link #leave}
     * @throws IllegalStateException if another thread is in the midst of a use, or once two threads were
     */
    public boolean enter() {
        boolean first = check();
        if (first) {
            user.setOpaque(Thread.currentThread());
        }
        return first;
    }

    /** Checks, as {@link #enter}, that no other thread is in the midst of a use; true if this one is not either. */
    public boolean check() {
        Thread present = user.getOpaque();
        Thread mine = Thread.currentThread();
        if (damage != null || (present != null && present != mine)) {
            throw damaged(mine, present);
        }
        return present == null;
    }

    /** Ends the use for which {@link #enter} returned this value; fails if another thread has begun one since. */
    public void leave(boolean entered) {
        if (entered) {
            Thread present = user.getOpaque();
            Thread mine = Thread.currentThread();
            if (present != mine) {
                throw damaged(mine, present);
            }
            user.setOpaque(null);
        }
    }

    Runnable around(Runnable action) {
        return () -> run(action);
    }

    /** Performs an action as one use. */
    public void run(Runnable action) {
        boolean entered = enter();
        try {
            action.run();
        } finally {
            leave(entered);
        }
    }

    private IllegalStateException damaged(Thread mine, @Nullable Thread present) {
        String known = damage;
        if (known == null) {
            known = "Two threads use one network at once: '" + mine.getName() + "' and '"
                    + (present == null ? "another" : present.getName())
                    + "'. Its state is damaged: build another network, and use it from one thread at a time";
            damage = known;
        }
        return new IllegalStateException(known);
    }
}
