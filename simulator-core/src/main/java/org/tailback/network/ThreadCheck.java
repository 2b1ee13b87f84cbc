package org.tailback.network;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Detector of concurrent use of one network by two threads. A thread may use the network after another thread has left
 * it. A use costs two loads and two stores without fences. The check detects overlapping uses, but not every race.
 */
public final class ThreadCheck {
    private final AtomicReference<@Nullable Thread> user = new AtomicReference<>();
    private volatile @Nullable String damage;

    ThreadCheck() {}

    /**
     * Begins a use by the present thread, possibly nested in another use by it.
     *
     * @return value to pass to {@link #leave}
     * @throws IllegalStateException if another thread is using the network, or two threads have used it concurrently
     *     before
     */
    public boolean enter() {
        boolean first = check();
        if (first) {
            user.setOpaque(Thread.currentThread());
        }
        return first;
    }

    /**
     * Checks, as {@link #enter} does, that no other thread is using the network. Returns true if this thread is not
     * using it either.
     */
    public boolean check() {
        Thread present = user.getOpaque();
        Thread mine = Thread.currentThread();
        if (damage != null || (present != null && present != mine)) {
            throw damaged(mine, present);
        }
        return present == null;
    }

    /**
     * Ends the use for which {@link #enter} returned this value. Fails if another thread has begun a use in the
     * meantime.
     */
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
