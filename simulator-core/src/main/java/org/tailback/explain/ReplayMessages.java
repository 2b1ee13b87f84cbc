package org.tailback.explain;

import java.util.Arrays;
import org.tailback.cluster.Placement;
import org.tailback.observe.Observer;

/** Observes the messages of a job's replays for {@link MovingMessages}. */
final class ReplayMessages implements Observer {
    private final MovingMessages moving;
    private final String job;
    private final Placement placement;
    private final boolean isOwn;
    private MovingMessages.Flow[] flows = new MovingMessages.Flow[0];
    private long started;

    /** @param isOwn true for the job whose chain is sought */
    ReplayMessages(MovingMessages moving, String job, Placement placement, boolean isOwn) {
        this.moving = moving;
        this.job = job;
        this.placement = placement;
        this.isOwn = isOwn;
    }

    @Override
    public boolean needsOneClock() {
        return isOwn;
    }

    @Override
    public void messageStarted(int message, int communication, int sender, int receiver, long bytes, double time) {
        if (message >= flows.length) {
            flows = Arrays.copyOf(flows, Math.max(message + 1, 2 * flows.length));
        }
        ChainMessage its = new ChainMessage(sender, receiver, 0, bytes);
        int source = placement.nodeOf(sender);
        int destination = placement.nodeOf(receiver);
        flows[message] = isOwn
                ? moving.own(job, its, source, destination, started++)
                : moving.other(job, its, source, destination);
    }

    @Override
    public void rateChanged(int message, double penalty, double bytesPerSecond, double time) {
        moving.rateChanged(flows[message], penalty, time);
    }

    @Override
    public void retransmissionTimeout(int message, double time, double until) {
        moving.leave(flows[message], time);
    }

    @Override
    public void messageEnded(int message, double time, double arrival) {
        moving.leave(flows[message], time);
    }

    @Override
    public void messageCancelled(int message, double time) {
        moving.leave(flows[message], time);
    }
}
