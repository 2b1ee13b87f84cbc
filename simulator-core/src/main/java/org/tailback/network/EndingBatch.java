package org.tailback.network;

import com.google.common.base.Preconditions;
import java.util.List;
import org.tailback.columns.Columns;
import org.tailback.kernel.TimeQueue;
import org.tailback.loss.EndingMessages;
import org.tailback.observe.Observer;

/** Messages of a network that end now, as passed to its loss model. */
final class EndingBatch implements EndingMessages {
    private final MessageTable messages;
    private final TimeQueue ends;
    private final List<NetworkUser> users;
    private int[] batch = new int[16];
    private int count;
    private double time;

    /**
     * Creates an empty batch of ending messages.
     *
     * @param ends queue that receives the ends of messages that time out
     * @param users present and later users of the network
     */
    EndingBatch(MessageTable messages, TimeQueue ends, List<NetworkUser> users) {
        this.messages = messages;
        this.ends = ends;
        this.users = users;
    }

    void begin(double now) {
        time = now;
        count = 0;
    }

    void add(int message) {
        batch = Columns.fit(batch, count);
        batch[count++] = message;
        messages.endDate[message] = time;
    }

    void forEach(TimeQueue.Visitor visitor) {
        for (int i = 0; i < count; i++) {
            visitor.visit(batch[i]);
        }
    }

    @Override
    public double time() {
        return time;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int sender(int i) {
        return messages.sender[batch[i]];
    }

    @Override
    public int receiver(int i) {
        return messages.receiver[batch[i]];
    }

    @Override
    public int source(int i) {
        return messages.source[batch[i]];
    }

    @Override
    public int destination(int i) {
        return messages.destination[batch[i]];
    }

    @Override
    public long bytes(int i) {
        return messages.bytes[batch[i]];
    }

    @Override
    public double rate(int i) {
        return messages.rate[batch[i]];
    }

    @Override
    public void timeOut(int i, double seconds) {
        Preconditions.checkArgument(
                seconds > 0 && seconds < Double.POSITIVE_INFINITY, "a timeout must be finite and above 0: %s", seconds);
        int message = batch[i];
        Preconditions.checkState(
                messages.phase[message] == MessageTable.MOVING, "message %s has already timed out", message);
        messages.phase[message] = MessageTable.WAITING_FOR_TIMEOUT;
        ends.set(message, time + seconds, messages.sequence[message]);
        messages.user[message].totals().retransmissionTimeouts++;
        Observer observer = messages.user[message].observer;
        if (observer != null) {
            observer.retransmissionTimeout(message, time, time + seconds);
        }
    }

    @Override
    public void predictStarts(double horizon, StartSink sink) {
        for (NetworkUser user : users) {
            user.owner.predictStarts(horizon, numbered(user, sink));
        }
    }

    @Override
    public void predictStartsOf(int rank, double horizon, StartSink sink) {
        for (NetworkUser user : users) {
            if (user.has(rank)) {
                user.owner.predictStartsOf(rank - user.firstEndpoint, horizon, numbered(user, sink));
            }
        }
    }

    /** Returns a sink that converts the endpoints of a user to the numbers of the engine. */
    private static StartSink numbered(NetworkUser user, StartSink sink) {
        int first = user.firstEndpoint;
        return first == 0
                ? sink
                : (sender, source, destination, start) -> sink.start(first + sender, source, destination, start);
    }
}
