package org.tailback.simulation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveSelector;
import org.tailback.cost.MessageCost;
import org.tailback.platform.LocalWork;
import org.tailback.platform.Platform;
import org.tailback.schedule.Schedule;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;

/**
 * Source of the schedule of a workload. A schedule of messages only is the same on every platform. A file with
 * collective operations is read again whenever the platform differs from the previous one. Thread-safe.
 */
final class ScheduleSource implements Content {
    private final int ranks;
    private final @Nullable CollectiveSelector selector;
    private final Function<CollectiveSelector, Schedule> reader;
    private @Nullable Key lastKey;
    private @Nullable Schedule last;

    private record Key(
            CollectiveSelector selector,
            LocalWork work,
            @Nullable Platform platform,
            @Nullable Placement placement) {}

    private ScheduleSource(
            int ranks, @Nullable CollectiveSelector selector, Function<CollectiveSelector, Schedule> reader) {
        this.ranks = ranks;
        this.selector = selector;
        this.reader = reader;
    }

    /** Opens a file. A file with collective operations is read later, when the platform of its ranks is known. */
    static ScheduleSource of(Path path, ScheduleReader reader, CollectiveSelector selector, TraceOptions options) {
        return reader.carries().contains(TraceContent.COLLECTIVES)
                ? new ScheduleSource(reader.ranks(path), selector, placed -> reader.open(path, placed, options))
                : of(reader.open(path, selector, options));
    }

    /** Returns the source of a schedule without collective operations. */
    static ScheduleSource of(Schedule schedule) {
        ScheduleSource source = new ScheduleSource(schedule.ranks(), null, placed -> schedule);
        source.last = schedule;
        return source;
    }

    @Override
    public int ranks() {
        return ranks;
    }

    @Override
    public @Nullable CollectiveSelector selector() {
        return selector;
    }

    @Override
    public Content with(CollectiveSelector other) {
        return selector == null ? this : new ScheduleSource(ranks, other, reader);
    }

    /**
     * Returns the schedule on a platform, with its collective operations as messages.
     *
     * @param other algorithms; null for the algorithms of the schedule
     * @param placement placement of the ranks; null for the platform's rule
     */
    synchronized Schedule on(Platform platform, @Nullable CollectiveSelector other, @Nullable Placement placement) {
        Schedule schedule = last;
        if (selector == null && schedule != null) {
            return schedule;
        }
        CollectiveSelector chosen = Objects.requireNonNull(other == null ? selector : other);
        CollectiveSelector placed = Workload.placed(chosen, platform, placement, ranks);
        Key key = placed.needsMachines()
                ? new Key(chosen, placed.localWork(), platform, placement)
                : new Key(chosen, placed.localWork(), null, null);
        if (schedule == null || !key.equals(lastKey)) {
            last = null;
            schedule = reader.apply(placed);
            last = schedule;
            lastKey = key;
        }
        return schedule;
    }

    /** Returns the differences between the schedule and a program on a platform, one sentence each. */
    List<String> remarks(Platform platform) {
        MessageCost cost = platform.cost();
        List<String> remarks = new ArrayList<>();
        if (cost.receiveOverhead(1) > 0) {
            remarks.add(
                    "In a schedule the overhead of a receiver is spent when its message arrives, in a program during"
                            + " the wait for the message: times differ if several messages arrive at once");
        }
        if (LongStream.of(1, 10_000, 1_000_000).anyMatch(n -> cost.sendOverhead(n) != cost.isendOverhead(n))) {
            remarks.add(
                    "In a schedule no send blocks its rank: blocking sends of a program have a different overhead on"
                            + " the platform");
        }
        if (selector == null && !platform.localWork().equals(LocalWork.FREE)) {
            remarks.add("The platform's times of local work (reductions, copies) are not added to a schedule without"
                    + " collective operations: its local work takes the times that its conversion has added"
                    + " (tailback convert --platform), or no time");
        }
        return remarks;
    }
}
