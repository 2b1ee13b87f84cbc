package org.tailback.explain;

import com.google.common.base.Preconditions;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.observe.Observer;
import org.tailback.observe.ObserverPair;
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
 * <p>The replay runs once; once more if messages of the chain met contention, to find those that shared their links;
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
        links = sharing instanceof AdjustableCapacity known && knowsRoutes(known) ? known : null;
        return this;
    }

    private static boolean knowsRoutes(AdjustableCapacity known) {
        try {
            known.linksBetween(0, 1);
            return true;
        } catch (UnsupportedOperationException | IndexOutOfBoundsException e) {
            return false;
        }
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
     * @param replay runs a replay from the beginning to the end with an observer, each time the same one, on a clock
     *     of its own that starts at 0
     * @throws IllegalStateException if a replay is not the same as the first
     */
    public CriticalChain find(Function<? super Observer, ReplayResult> replay) {
        MessageCauses log = log(Long.MAX_VALUE);
        ReplayResult result = replay.apply(log);
        Preconditions.checkArgument(result.started() == 0, "the replay started at %s s, not at 0", result.started());
        int rank = log.lastRank();
        ChainTotals totals = new ChainTotals(segments);
        long next = log.last().segment;
        while (next != SegmentWindow.NONE) {
            ChainPiece piece = ChainPiece.of(log.window(), next, placement, links, names);
            next = piece.before();
            if (next != SegmentWindow.NONE) {
                log = log(next);
                repeat(replay, piece.needsReplay() ? new ObserverPair(log, piece.moving()) : log, result);
            } else if (piece.needsReplay()) {
                repeat(replay, piece.moving(), result);
            }
            piece.addTo(totals);
        }
        return totals.chain(result.makespan(), rank);
    }

    private static void repeat(Function<? super Observer, ReplayResult> replay, Observer observer, ReplayResult first) {
        double makespan = replay.apply(observer).makespan();
        if (makespan != first.makespan()) {
            throw new IllegalStateException("the same replay took " + first.makespan() + " s, then " + makespan
                    + " s. Each must have the same program, platform and seed");
        }
    }

    private MessageCauses log(long last) {
        SegmentWindow held = new SegmentWindow(window, last);
        return schedule == null ? new CauseLog(placement.ranks(), held) : new ScheduleCauseLog(schedule, held);
    }
}
