package org.tailback.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.embed.Message;
import org.tailback.embed.NetworkObserver;
import org.tailback.observe.Observer;
import org.tailback.observe.ObserverPair;

/**
 * The observers of one run of several jobs on one network, by which {@link ChainSearch} finds the chain of one of them.
 * For one run and its thread.
 */
public final class SharedObservers {
    /** Makes the log of a replay of the job that starts after another; of the first, after null. */
    interface Logs {
        MessageCauses after(@Nullable MessageCauses before);
    }

    private final @Nullable Logs logs;
    private final @Nullable MovingMessages moving;
    private final @Nullable Observer ownMessages;
    /** The logs of the replays that have begun; those that have ended keep the point of their end only. */
    private final List<Supplier<End>> ends = new ArrayList<>();

    private @Nullable MessageCauses log;

    /** The last segment of a replay that began at a time of the same clock. */
    record End(int rank, double begun, double time, long segment) {
        static End of(MessageCauses log) {
            return new End(log.lastRank(), log.begun(), log.last().time, log.last().segment);
        }
    }

    /**
     * @param logs null if causes need not be written
     * @param moving null if it need not be known which messages share links
     */
    SharedObservers(@Nullable Logs logs, @Nullable MovingMessages moving, String job, Placement placement) {
        this.logs = logs;
        this.moving = moving;
        ownMessages = moving == null ? null : new ReplayMessages(moving, job, placement, true);
    }

    /**
     * Returns the observer of the next replay of the job whose chain is sought. Its replays run one after the other;
     * ask when the one before has ended.
     */
    public Observer next() {
        if (logs == null) {
            return ownMessages == null ? new Observer() {} : ownMessages;
        }
        if (log != null) {
            End end = End.of(log);
            ends.set(ends.size() - 1, () -> end);
        }
        MessageCauses next = logs.after(log);
        log = next;
        ends.add(() -> End.of(next));
        return ownMessages == null ? next : new ObserverPair(next, ownMessages);
    }

    /**
     * Returns the observer of the replays of another job, which run one after the other; empty if none is needed in
     * this run.
     *
     * @param job its name
     * @param placement of its ranks
     */
    public Optional<Observer> other(String job, Placement placement) {
        return Optional.ofNullable(moving).map(messages -> new ReplayMessages(messages, job, placement, false));
    }

    /**
     * Returns the observer of the single messages of the network; empty if none is needed in this run.
     *
     * @param ownerOf returns the name of a message's owner, such as background traffic; asked at the end of the
     *     instant at which it was sent
     */
    public Optional<NetworkObserver> single(Function<? super Message, String> ownerOf) {
        return Optional.ofNullable(moving).map(messages -> new SingleMessages(messages, ownerOf));
    }

    /** The end of the n-th replay of the job, from 1. */
    End end(int replays) {
        return ends.get(replays - 1).get();
    }

    /** The window of the job's segments. */
    SegmentWindow window() {
        if (log == null) {
            throw new IllegalStateException("the job's replays have no observer");
        }
        return log.window();
    }
}
