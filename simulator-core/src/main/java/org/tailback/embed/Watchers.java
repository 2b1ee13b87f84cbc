package org.tailback.embed;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.kernel.EventKernel;
import org.tailback.observe.Observer;

/** Observers of one network, notified at times of the host's clock and prevented from changing the network. */
final class Watchers implements Observer {
    private final EventKernel host;
    private final Messages messages;
    private final ImmutableList<NetworkObserver> observers;
    private boolean watching;

    /**
     * Creates the observers of a network.
     *
     * @param host host that defines the times of the notifications
     */
    Watchers(EventKernel host, Messages messages, List<NetworkObserver> observers) {
        this.host = host;
        this.messages = messages;
        this.observers = ImmutableList.copyOf(observers);
    }

    /** Returns the observer for the engine, which forwards notifications; null without observers. */
    @Nullable
    Observer forEngine() {
        return observers.isEmpty() ? null : this;
    }

    @Override
    public void rateChanged(int number, double penalty, double bytesPerSecond, double time) {
        Message message = messages.ofNumber(number);
        announce(observer -> observer.rateChanged(message, host.now()));
    }

    @Override
    public void retransmissionTimeout(int number, double time, double until) {
        Message message = messages.ofNumber(number);
        double end = host.now() + (until - time);
        announce(observer -> observer.retransmissionTimeout(message, host.now(), end));
    }

    @Override
    public void messageEnded(int number, double time, double arrival) {
        Message message = messages.ofNumber(number);
        announce(observer -> observer.transferEnded(message, host.now()));
    }

    void checkMayChange() {
        if (watching) {
            throw new IllegalStateException("an observer must not change its network; set a timer and do it there");
        }
    }

    /** Notifies all observers. */
    void announce(Consumer<NetworkObserver> event) {
        watching = true;
        try {
            observers.forEach(event);
        } finally {
            watching = false;
        }
    }
}
