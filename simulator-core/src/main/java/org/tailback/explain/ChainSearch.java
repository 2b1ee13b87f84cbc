package org.tailback.explain;

import com.google.common.base.Preconditions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.observe.Observer;
import org.tailback.replay.ReplayResult;
import org.tailback.schedule.Schedule;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;

/**
 * Search for the critical path of a replay, the chain of causes that determines its makespan:
 *
 * <pre>{@code
 * CriticalChain chain = ChainSearch.of(placement).find(observer ->
 *         Replay.builder(program, platform).placement(placement).observer(observer).build().run());
 * }</pre>
 *
 * <p>On a network that several jobs share, {@link #findShared} finds the critical path of one job and the jobs whose
 * messages cause contention on it:
 *
 * <pre>{@code
 * CriticalChain chain = ChainSearch.of(placement).findShared("a", observers -> {
 *     Network network = Network.builder(platform).on(simulator).build();   // and the same jobs in every run
 *     start("a", network, placement, observers.next());
 *     start("b", network, others, observers.other("b", others).orElse(null));
 *     ...
 *     return resultsOfA;
 * });
 * }</pre>
 *
 * <p>The replay runs once. If messages on the critical path had contention, it runs a second time to find the messages
 * that shared their links. Memory: about 100 bytes for each segment that leads to the present instant of a rank, and
 * for schedules 4 bytes per operation.
 */
public final class ChainSearch {
    private final Placement placement;
    private @Nullable AdjustableCapacity links;
    private BiFunction<Integer, Integer, Optional<String>> names = (communicator, tag) -> Optional.empty();
    private @Nullable Schedule schedule;
    private Consumer<Segment> segments = segment -> {};

    private ChainSearch(Placement placement) {
        this.placement = placement;
    }

    /** Returns a search in replays with this placement. */
    public static ChainSearch of(Placement placement) {
        return new ChainSearch(placement);
    }

    /** Sets the schedule of dependency graphs that is replayed; null for a program. */
    public ChainSearch schedule(@Nullable Schedule replayed) {
        schedule = replayed;
        return this;
    }

    /**
     * Sets the links of the network, so that causes of contention between the nodes are reported by the names of links.
     * By default these causes have no names.
     *
     * @param sharing state of the platform's sharing model on its cluster, without messages; ignored if it has no links
     */
    public ChainSearch links(BandwidthSharing sharing) {
        links = sharing instanceof AdjustableCapacity known ? known : null;
        return this;
    }

    /**
     * Sets the function from a message's communicator and tag to the name of its collective operation, for the names of
     * causes; by default causes are named as sends.
     */
    public ChainSearch collectives(BiFunction<Integer, Integer, Optional<String>> function) {
        names = function;
        return this;
    }

    /** Sets the consumer of all segments of the critical path, the latest first; none by default. */
    public ChainSearch segments(Consumer<Segment> consumer) {
        segments = consumer;
        return this;
    }

    /**
     * Finds the critical path.
     *
     * @param replay runs a replay to its end with an observer, the same replay each time. The replay may start later
     *     than its clock. It may share a network; messages of other users then count as contention between the nodes
     * @throws IllegalStateException if a replay differs from the first
     */
    public CriticalChain find(Function<? super Observer, ReplayResult> replay) {
        return findShared("", observers -> List.of(replay.apply(observers.next())));
    }

    /**
     * Finds the critical path of a job in a run on a network that it shares with other jobs. Successive replays of the
     * job form one path from the start of the first replay to the finish of the last. Contention by the messages of
     * each job is a cause of type {@link Culprit.Type#JOB}.
     *
     * @param job name of the job
     * @param run runs all jobs from the beginning to the end, in the same way each time, with these observers, and
     *     returns the results of the job's completed replays, at least one
     * @throws IllegalStateException if a run differs from the first
     */
    public CriticalChain findShared(String job, Function<? super SharedObservers, List<ReplayResult>> run) {
        SharedObservers observers = new SharedObservers(this::log, null, job, placement);
        List<ReplayResult> results = run.apply(observers);
        Preconditions.checkArgument(!results.isEmpty(), "no replay of the job was completed");
        double start = observers.end(1).begun();
        SharedObservers.End end = observers.end(results.size());
        Cause.checkReached(
                end.last().to() - end.begun(), results.get(results.size() - 1).duration(), end.rank());
        MovingMessages moving = new MovingMessages(links);
        for (Cause cause = end.last(); cause.before() != null; cause = cause.before()) {
            if (cause.sent() != null && cause.kind() == SegmentKind.CONTENTION) {
                moving.wanted.put(
                        cause.sent().serial,
                        new ContendedMessage(cause.segment().seconds()));
            }
        }
        if (!moving.wanted.isEmpty()) {
            checkSame(run.apply(new SharedObservers(this::log, moving, job, placement)), results);
        }
        ChainTotals totals = new ChainTotals(start, results.get(0).started() - start, segments);
        for (Cause cause = end.last(); cause.before() != null; cause = cause.before()) {
            add(cause, moving, totals);
        }
        return totals.chain(end.last().to() - start, end.rank());
    }

    private MessageCauses log(Optional<MessageCauses> before) {
        return schedule == null
                ? new CauseLog(placement.ranks(), before.orElse(null))
                : new ScheduleCauseLog(schedule, before.orElse(null));
    }

    private void add(Cause cause, MovingMessages moving, ChainTotals totals) {
        Segment segment = cause.segment();
        Cause.Sent sent = cause.sent();
        if (sent == null) {
            totals.add(segment);
            return;
        }
        ChainMessage message = sent.message;
        // kind of the collective operation or, for other messages, the operation of the sender and the size
        String operation = names.apply(sent.communicator, message.tag())
                .orElseGet(() -> sent.operation.label() + " of " + message.bytes() + " B");
        totals.addTo(operation, segment.seconds());
        if (cause.kind() == SegmentKind.CONTENTION) {
            ContendedMessage contended = Objects.requireNonNull(moving.wanted.get(sent.serial));
            totals.add(segment.withLink(contended.link()));
            totals.blame(contended);
            totals.blame(new Culprit(Culprit.Type.OPERATION, operation, segment.seconds(), 0));
        } else if (cause.kind() == SegmentKind.TIMEOUT) {
            SharedLink link = moving.into(placement.nodeOf(message.sender()), placement.nodeOf(message.receiver()));
            totals.add(segment.withLink(link.name()));
            totals.blame(link.culprit().plus(0, segment.seconds()));
            totals.blame(new Culprit(Culprit.Type.PAIR, message.pair(), 0, segment.seconds()));
            totals.blame(new Culprit(Culprit.Type.OPERATION, operation, 0, segment.seconds()));
        } else {
            totals.add(segment);
        }
    }

    private static void checkSame(List<ReplayResult> again, List<ReplayResult> first) {
        double makespan =
                again.isEmpty() ? Double.NaN : again.get(again.size() - 1).makespan();
        double before = first.get(first.size() - 1).makespan();
        if (again.size() != first.size() || makespan != before) {
            throw new IllegalStateException("the same replay took " + before + " s, then " + makespan
                    + " s. Each must have the same program, platform and seed");
        }
    }
}
