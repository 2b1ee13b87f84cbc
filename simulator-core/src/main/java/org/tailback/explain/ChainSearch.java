package org.tailback.explain;

import com.google.common.base.Preconditions;
import java.util.List;
import java.util.Optional;
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
 * Finds the chain of causes that determines the makespan of a replay:
 *
 * <pre>{@code
 * CriticalChain chain = ChainSearch.of(placement).find(observer ->
 *         Replay.builder(program, platform).placement(placement).observer(observer).build().run());
 * }</pre>
 *
 * <p>On a network that several jobs share, {@link #findShared} finds the chain of one of them and which job's messages
 * put contention on it:
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
 * <p>The replay runs once; once more if messages of the chain had contention, to find those that shared their links;
 * and once more for every window of segments that the chain leads back through. Memory is that of two windows, and for
 * schedules 16 bytes an operation.
 */
public final class ChainSearch {
    /** Segments of a replay that are held at a time unless another number is given. */
    public static final int WINDOW = 1_000_000;

    private final Placement placement;
    private int window = WINDOW;
    private @Nullable AdjustableCapacity links;
    private CollectiveNames names = (communicator, tag) -> Optional.empty();
    private @Nullable Schedule schedule;
    private Consumer<Segment> segments = segment -> {};

    private ChainSearch(Placement placement) {
        this.placement = placement;
    }

    /** Begins a search in replays whose ranks are placed so. */
    public static ChainSearch of(Placement placement) {
        return new ChainSearch(placement);
    }

    /**
     * Sets the number of segments of all ranks that are held at a time.
     *
     * @param size >= 1
     */
    public ChainSearch window(int size) {
        Preconditions.checkArgument(size >= 1, "a window needs at least one segment: %s", size);
        window = size;
        return this;
    }

    /** Sets the schedule of dependency graphs that is replayed; null for a program. */
    public ChainSearch schedule(@Nullable Schedule replayed) {
        schedule = replayed;
        return this;
    }

    /**
     * Sets the links of the network, by whose names contention between the nodes is blamed; unnamed by default.
     *
     * @param sharing of the platform on its cluster, without messages; ignored unless it knows its links
     */
    public ChainSearch links(BandwidthSharing sharing) {
        links = sharing instanceof AdjustableCapacity known ? known : null;
        return this;
    }

    /** Sets the names of collective operations by which culprits are called; by default their messages are sends. */
    public ChainSearch collectives(CollectiveNames function) {
        names = function;
        return this;
    }

    /** Sets the consumer of all segments of the chain, the latest first; none by default. */
    public ChainSearch segments(Consumer<Segment> consumer) {
        segments = consumer;
        return this;
    }

    /**
     * Finds the chain.
     *
     * @param replay runs a replay from the beginning to the end with an observer, each time the same one. It may start
     *     later than its clock, and share a network; messages of others then count as contention between the nodes
     * @throws IllegalStateException if a replay is not the same as the first
     */
    public CriticalChain find(Function<? super Observer, ReplayResult> replay) {
        return findShared("", observers -> List.of(replay.apply(observers.next())));
    }

    /**
     * Finds the chain of a job in a run on a network that it shares. Its replays, one after the other, make one chain
     * from the start of the first to the finish of the last. Contention by the messages of each job is a culprit of
     * type {@link Culprit.Type#JOB}.
     *
     * @param job its name
     * @param run runs all jobs from the beginning to the end, each time the same, with these observers, and returns
     *     the results of the job's completed replays, at least one
     * @throws IllegalStateException if a run is not the same as the first
     */
    public CriticalChain findShared(String job, Function<? super SharedObservers, List<ReplayResult>> run) {
        SharedObservers observers = new SharedObservers(logs(Long.MAX_VALUE), null, job, placement);
        List<ReplayResult> results = run.apply(observers);
        Preconditions.checkArgument(!results.isEmpty(), "no replay of the job was completed");
        double start = observers.end(1).begun();
        SharedObservers.End end = observers.end(results.size());
        MessageCauses.checkReached(
                end.time() - end.begun(), results.get(results.size() - 1).duration(), end.rank());
        ChainTotals totals = new ChainTotals(start, results.get(0).started() - start, segments);
        long next = end.segment();
        while (next != SegmentWindow.NONE) {
            MovingMessages moving = new MovingMessages(links);
            ChainPiece piece = ChainPiece.of(observers.window(), next, placement, moving, names);
            next = piece.before();
            if (next != SegmentWindow.NONE || piece.needsReplay()) {
                observers = new SharedObservers(
                        next == SegmentWindow.NONE ? null : logs(next),
                        piece.needsReplay() ? moving : null,
                        job,
                        placement);
                checkSame(run.apply(observers), results);
            }
            piece.addTo(totals);
        }
        return totals.chain(end.time() - start, end.rank());
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

    private SharedObservers.Logs logs(long last) {
        SegmentWindow held = new SegmentWindow(window, last);
        return before -> schedule == null
                ? new CauseLog(placement.ranks(), held, before)
                : new ScheduleCauseLog(schedule, held, before);
    }
}
