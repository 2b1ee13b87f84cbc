package org.tailback.embed;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.kernel.EventKernel;
import org.tailback.observe.Observer;

/** The observers of one network, by message and by number, on the host's clock; keeps them from changing it. */
final class Watchers implements Observer {
    private final EventKernel host;
    private final Messages messages;
    private final ImmutableList<NetworkObserver> observers;
    private final ImmutableList<Observer> byNumber;
    private boolean watching;

    /** @param host whose times the observers receive */
    Watchers(EventKernel host, Messages messages, List<NetworkObserver> observers, List<Observer> byNumber) {
        this.host = host;
        this.messages = messages;
        this.observers = ImmutableList.copyOf(observers);
        this.byNumber = ImmutableList.copyOf(byNumber);
    }

    /** Returns what passes the engine's notifications on; null without observers. */
    @Nullable
    Observer forEngine() {
        return observers.isEmpty() && byNumber.isEmpty() ? null : this;
    }

    @Override
    public void messageStarted(int number, int slot, int sender, int receiver, long bytes, double time) {
        tell(byNumber, observer -> observer.messageStarted(number, slot, sender, receiver, bytes, host.now()));
    }

    @Override
    public void rateChanged(int number, double penalty, double bytesPerSecond, double time) {
        Message message = messages.ofNumber(number);
        tell(observers, observer -> observer.rateChanged(message, host.now()));
        tell(byNumber, observer -> observer.rateChanged(number, penalty, bytesPerSecond, host.now()));
    }

    @Override
    public void retransmissionTimeout(int number, double time, double until) {
        Message message = messages.ofNumber(number);
        double end = host.now() + (until - time);
        tell(observers, observer -> observer.retransmissionTimeout(message, host.now(), end));
        tell(byNumber, observer -> observer.retransmissionTimeout(number, host.now(), end));
    }

    @Override
    public void messageEnded(int number, double time, double arrival) {
        Message message = messages.ofNumber(number);
        tell(observers, observer -> observer.transferEnded(message, host.now()));
        tell(byNumber, observer -> observer.messageEnded(number, host.now(), host.now() + (arrival - time)));
    }

    @Override
    public void messageCancelled(int number, double time) {
        tell(byNumber, observer -> observer.messageCancelled(number, host.now()));
    }

    void checkMayChange() {
        if (watching) {
            throw new IllegalStateException("an observer must not change its network; set a timer and do it there");
        }
    }

    void sent(Message message) {
        tell(observers, observer -> observer.sent(message, message.sent()));
    }

    void arrived(Message message, Delivery delivery) {
        tell(observers, observer -> observer.arrived(message, delivery));
    }

    void lost(Message message, LostMessage loss) {
        tell(observers, observer -> observer.lost(message, loss));
    }

    void cancelled(Message message) {
        tell(observers, observer -> observer.cancelled(message, host.now()));
    }

    private <O> void tell(List<O> all, Consumer<O> what) {
        if (all.isEmpty()) {
            return;
        }
        watching = true;
        try {
            all.forEach(what);
        } finally {
            watching = false;
        }
    }
}
