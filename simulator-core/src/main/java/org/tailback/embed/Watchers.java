package org.tailback.embed;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.tailback.kernel.EventKernel;
import org.tailback.observe.Observer;

/** The observers of one network; keeps them from changing it. */
final class Watchers {
    private final EventKernel host;
    private final MessageSlots underWay;
    private final ImmutableList<NetworkObserver> observers;
    private boolean watching;

    /** @param host whose times the observers receive */
    Watchers(EventKernel host, MessageSlots underWay, List<NetworkObserver> observers) {
        this.host = host;
        this.underWay = underWay;
        this.observers = ImmutableList.copyOf(observers);
    }

    /** Passes the engine's notifications on; null without observers. The engine's messages refer to slots. */
    @Nullable
    Observer forEngine(IntUnaryOperator slotOf) {
        if (observers.isEmpty()) {
            return null;
        }
        return new Observer() {
            @Override
            public void rateChanged(int number, double penalty, double bytesPerSecond, double time) {
                Message message = underWay.at(slotOf.applyAsInt(number));
                tell(observer -> observer.rateChanged(message, host.now()));
            }

            @Override
            public void retransmissionTimeout(int number, double time, double until) {
                Message message = underWay.at(slotOf.applyAsInt(number));
                tell(observer -> observer.retransmissionTimeout(message, host.now(), host.now() + (until - time)));
            }

            @Override
            public void messageEnded(int number, double time, double arrival) {
                Message message = underWay.at(slotOf.applyAsInt(number));
                tell(observer -> observer.transferEnded(message, host.now()));
            }
        };
    }

    void checkMayChange() {
        if (watching) {
            throw new IllegalStateException("an observer must not change its network; set a timer and do it there");
        }
    }

    void sent(Message message) {
        tell(observer -> observer.sent(message, message.sent));
    }

    void arrived(Message message, Delivery delivery) {
        tell(observer -> observer.arrived(message, delivery));
    }

    void lost(Message message, LostMessage loss) {
        tell(observer -> observer.lost(message, loss));
    }

    void cancelled(Message message) {
        tell(observer -> observer.cancelled(message, host.now()));
    }

    private void tell(Consumer<NetworkObserver> what) {
        if (observers.isEmpty()) {
            return;
        }
        watching = true;
        try {
            observers.forEach(what);
        } finally {
            watching = false;
        }
    }
}
