package org.tailback.explain;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;
import org.tailback.embed.LostMessage;
import org.tailback.embed.Message;
import org.tailback.embed.NetworkObserver;

/** Observes the single messages of a network for {@link MovingMessages}. */
final class SingleMessages implements NetworkObserver {
    private final MovingMessages moving;
    private final Function<? super Message, String> ownerOf;
    private final Map<Message, MovingMessages.Flow> flows = new IdentityHashMap<>();

    SingleMessages(MovingMessages moving, Function<? super Message, String> ownerOf) {
        this.moving = moving;
        this.ownerOf = ownerOf;
    }

    @Override
    public void rateChanged(Message message, double time) {
        MovingMessages.Flow flow = flows.get(message);
        if (flow == null) {
            ChainMessage its = new ChainMessage(message.source(), message.destination(), 0, 0);
            flow = moving.other(ownerOf.apply(message), its, message.source(), message.destination());
            flows.put(message, flow);
        }
        moving.rateChanged(flow, message.penalty(), message.engineTime());
    }

    @Override
    public void retransmissionTimeout(Message message, double time, double until) {
        leave(message);
    }

    @Override
    public void transferEnded(Message message, double time) {
        leave(message);
    }

    @Override
    public void lost(Message message, LostMessage loss) {
        leave(message);
    }

    @Override
    public void cancelled(Message message, double time) {
        leave(message);
    }

    private void leave(Message message) {
        MovingMessages.Flow flow = flows.remove(message);
        if (flow != null) {
            moving.leave(flow, message.engineTime());
        }
    }
}
