package org.tailback.explain;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.columns.Columns;
import org.tailback.embed.LostMessage;
import org.tailback.embed.Message;
import org.tailback.embed.NetworkObserver;
import org.tailback.observe.Observer;

/**
 * Observers of one run of several jobs on one network, from which {@link ChainSearch} finds the critical path of one
 * job. Each instance serves one run in one thread.
 */
public final class SharedObservers {
    private final Function<Optional<MessageCauses>, MessageCauses> logs;
    private final @Nullable MovingMessages moving;
    private final @Nullable Observer ownMessages;
    /** Ends of the replays that have ended, except the last one, whose log is kept. */
    private final List<End> ends = new ArrayList<>();

    private @Nullable MessageCauses log;

    /**
     * The end of a replay.
     *
     * @param begun start of the replay, on the same clock
     */
    record End(int rank, double begun, Cause last) {
        static End of(MessageCauses log) {
            return new End(log.lastRank(), log.begun(), log.last());
        }
    }

    /**
     * Creates the observers of a run.
     *
     * @param logs creates the log of a replay of the job, for the run that finds the critical path, from the log of the
     *     previous replay; the argument is empty for the first replay
     * @param moving receives messages in a second run, which finds the messages that share links; null in the first run
     */
    SharedObservers(
            Function<Optional<MessageCauses>, MessageCauses> logs,
            @Nullable MovingMessages moving,
            String job,
            Placement placement) {
        this.logs = logs;
        this.moving = moving;
        ownMessages = moving == null ? null : new OfReplays(moving, job, placement, true);
    }

    /**
     * Returns the observer of the next replay of the analysed job. Replays of the job run one after the other; call
     * this method after the previous replay has ended.
     */
    public Observer next() {
        if (ownMessages != null) {
            return ownMessages;
        }
        if (log != null) {
            ends.add(End.of(log));
        }
        log = logs.apply(Optional.ofNullable(log));
        return log;
    }

    /**
     * Returns the observer of the replays of another job, which run one after the other; empty if this run needs no
     * such observer.
     *
     * @param job name of the job
     * @param placement placement of the job's ranks
     */
    public Optional<Observer> other(String job, Placement placement) {
        return Optional.ofNullable(moving).map(messages -> new OfReplays(messages, job, placement, false));
    }

    /**
     * Returns the observer of the individual messages of the network; empty if this run needs no such observer.
     *
     * @param ownerOf returns the name of a message's owner, such as background traffic; called at the end of the
     *     instant at which it was sent
     */
    public Optional<NetworkObserver> single(Function<? super Message, String> ownerOf) {
        return Optional.ofNullable(moving).map(messages -> new OfNetwork(messages, ownerOf));
    }

    /** Returns the end of the n-th replay of the job, from 1. */
    End end(int replays) {
        if (log == null) {
            throw new IllegalStateException("the job's replays have no observer");
        }
        return replays > ends.size() ? End.of(log) : ends.get(replays - 1);
    }

    /** Observer of the messages of a job's replays for {@link MovingMessages}. */
    private static final class OfReplays implements Observer {
        private final MovingMessages moving;
        private final String job;
        private final Placement placement;
        private final boolean isOwn;
        private MovingMessages.Flow[] flows = new MovingMessages.Flow[0];
        private long started;

        OfReplays(MovingMessages moving, String job, Placement placement, boolean isOwn) {
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
            flows = Columns.fit(flows, message);
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

    /** Observer of the individual messages of a network for {@link MovingMessages}. */
    private static final class OfNetwork implements NetworkObserver {
        private final MovingMessages moving;
        private final Function<? super Message, String> ownerOf;
        private final Map<Message, MovingMessages.Flow> flows = new IdentityHashMap<>();

        OfNetwork(MovingMessages moving, Function<? super Message, String> ownerOf) {
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
}
