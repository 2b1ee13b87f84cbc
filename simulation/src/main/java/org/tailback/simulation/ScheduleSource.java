package org.tailback.simulation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

/** The source of a workload's schedule. Thread-safe. */
sealed interface ScheduleSource {
    /** Opens a file: now if it has messages only, otherwise once the platform of its ranks is known. */
    static ScheduleSource of(Path path, ScheduleReader reader, CollectiveSelector selector, TraceOptions options) {
        return reader.carries().contains(TraceContent.COLLECTIVES)
                ? new File(path, reader, selector, options)
                : new Given(reader.open(path, selector, options));
    }

    /** Returns the number of ranks, >= 1. */
    int ranks();

    /** Returns the algorithms of its collective operations; null if there are none. */
    @Nullable
    CollectiveSelector selector();

    /**
     * Returns the schedule on a platform, with its collective operations as messages.
     *
     * @param other algorithms; null for its own
     * @param placement where the ranks run; null for the platform's rule
     */
    Schedule on(Platform platform, @Nullable CollectiveSelector other, @Nullable Placement placement);

    /** Returns the differences between the schedule and a program on a platform, a sentence each. */
    default List<String> remarks(Platform platform) {
        MessageCost cost = platform.cost();
        List<String> remarks = new ArrayList<>();
        if (cost.receiveOverhead(1) > 0) {
            remarks.add(
                    "In a schedule the overhead of a receiver is spent when its message arrives, in a program in the"
                            + " wait for it: times differ where it has several messages at once");
        }
        if (LongStream.of(1, 10_000, 1_000_000).anyMatch(n -> cost.sendOverhead(n) != cost.isendOverhead(n))) {
            remarks.add(
                    "In a schedule no send blocks its rank: where a program's sends do, they have another overhead on"
                            + " this platform");
        }
        return remarks;
    }

    /** A schedule that has messages only, the same on every platform. */
    record Given(Schedule schedule) implements ScheduleSource {
        @Override
        public int ranks() {
            return schedule.ranks();
        }

        @Override
        public @Nullable CollectiveSelector selector() {
            return null;
        }

        @Override
        public Schedule on(Platform platform, @Nullable CollectiveSelector other, @Nullable Placement placement) {
            return schedule;
        }

        @Override
        public List<String> remarks(Platform platform) {
            List<String> remarks = new ArrayList<>(ScheduleSource.super.remarks(platform));
            if (!platform.localWork().equals(LocalWork.FREE)) {
                remarks.add("The platform's times of local work (reductions, copies) are not added to a schedule of"
                        + " messages: collective operations have the times of local work with which they were converted"
                        + " (tailback convert --platform), or none");
            }
            return remarks;
        }
    }

    /** A file that is read for each platform, but not for the same one twice in succession. */
    final class File implements ScheduleSource {
        private final Path path;
        private final ScheduleReader reader;
        private final CollectiveSelector selector;
        private final TraceOptions options;
        private final int ranks;
        private @Nullable Key lastKey;
        private @Nullable Schedule last;

        private record Key(
                CollectiveSelector selector,
                LocalWork work,
                @Nullable Platform platform,
                @Nullable Placement placement) {}

        File(Path path, ScheduleReader reader, CollectiveSelector selector, TraceOptions options) {
            this.path = path;
            this.reader = reader;
            this.selector = selector;
            this.options = options;
            this.ranks = reader.ranks(path);
        }

        File with(CollectiveSelector other) {
            return new File(path, reader, other, options);
        }

        @Override
        public int ranks() {
            return ranks;
        }

        @Override
        public CollectiveSelector selector() {
            return selector;
        }

        @Override
        public synchronized Schedule on(
                Platform platform, @Nullable CollectiveSelector other, @Nullable Placement placement) {
            CollectiveSelector chosen = other == null ? selector : other;
            CollectiveSelector placed = Workload.placed(chosen, platform, placement, ranks);
            Key key = placed.needsMachines()
                    ? new Key(chosen, placed.localWork(), platform, placement)
                    : new Key(chosen, placed.localWork(), null, null);
            Schedule schedule = last;
            if (schedule == null || !key.equals(lastKey)) {
                last = null;
                schedule = reader.open(path, placed, options);
                last = schedule;
                lastKey = key;
            }
            return schedule;
        }
    }
}
