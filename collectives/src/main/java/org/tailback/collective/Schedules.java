package org.tailback.collective;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Schedules made of others. */
final class Schedules {
    interface Step {
        void perform(int step, CollectiveSink sink);
    }

    private static final int PER_STEP = 128;

    static final CollectiveSchedule NOTHING = of(0, (step, sink) -> {});

    private Schedules() {}

    static CollectiveSchedule of(int steps, Step body) {
        return of(null, steps, body);
    }

    static CollectiveSchedule of(@Nullable Partition partition, int steps, Step body) {
        return of(partition, steps, steps, body);
    }

    /** @param different first steps after which nothing new comes */
    static CollectiveSchedule of(@Nullable Partition partition, int steps, int different, Step body) {
        return of(partition, LocalUse.NONE, steps, different, body);
    }

    private static CollectiveSchedule of(@Nullable Partition partition, LocalUse use, int steps, Step body) {
        return of(partition, use, steps, steps, body);
    }

    private static CollectiveSchedule of(
            @Nullable Partition partition, LocalUse use, int steps, int different, Step body) {
        return new CollectiveSchedule() {
            @Override
            public int steps() {
                return steps;
            }

            @Override
            public int differentSteps() {
                return different;
            }

            @Override
            public void step(int step, CollectiveSink sink) {
                body.perform(step, sink);
            }

            @Override
            public @Nullable Partition partition() {
                return partition;
            }

            @Override
            public LocalUse localUse() {
                return use;
            }
        };
    }

    /** Returns a schedule with copies and buffers in addition to those of its parts. */
    static CollectiveSchedule using(LocalUse use, CollectiveSchedule schedule) {
        return of(schedule.partition(), schedule.localUse().and(use), schedule.steps(), schedule::step);
    }

    /** Blocks of data in a row: their first number, their count, and their size in bytes. */
    record Blocks(long first, int count, long bytes) {
        static Blocks of(Partition partition, int first, int count) {
            return new Blocks(first, count, partition.bytes(first, count));
        }

        Blocks at(long other) {
            return new Blocks(other, count, bytes);
        }
    }

    /** Receives blocks from one rank while others are sent to another, and waits for both. Uses requests 0 and 1. */
    static void exchange(CollectiveSink sink, int source, Blocks received, int destination, Blocks sent) {
        sink.carry(received.first(), received.count());
        sink.irecv(0, source, received.bytes());
        sink.carry(sent.first(), sent.count());
        sink.isend(1, destination, sent.bytes());
        sink.awaitAll(0, 2);
    }

    static CollectiveSchedule inSequence(@Nullable Partition partition, CollectiveSchedule... parts) {
        int steps = 0;
        LocalUse use = LocalUse.NONE;
        for (CollectiveSchedule part : parts) {
            steps += part.steps();
            use = use.and(part.localUse());
        }
        return of(partition, use, steps, (step, sink) -> {
            int left = step;
            for (CollectiveSchedule part : parts) {
                if (left < part.steps()) {
                    part.step(left, sink);
                    return;
                }
                left -= part.steps();
            }
        });
    }

    /**
     * Returns a schedule of many numbered operations, {@value #PER_STEP} per step, and their end; empty without any.
     */
    static CollectiveSchedule inBatches(int count, Step body, Consumer<CollectiveSink> end) {
        int steps = (count + PER_STEP - 1) / PER_STEP;
        return of(steps, (step, sink) -> {
            for (int i = step * PER_STEP; i < Math.min(count, (step + 1) * PER_STEP); i++) {
                body.perform(i, sink);
            }
            if (step == steps - 1) {
                end.accept(sink);
            }
        });
    }

    /** Schedules that a rank performs at the same time; the only one as it is. */
    static CollectiveSchedule atOnce(Partition partition, List<CollectiveSchedule> channels) {
        return channels.size() == 1
                ? channels.get(0)
                : new Changed(of(partition, 0, (step, sink) -> {}), 0, 1, List.copyOf(channels), -1);
    }

    /** Returns a schedule whose messages move more or less bytes than their data have, also those of its channels. */
    static CollectiveSchedule onWire(CollectiveSchedule schedule, double factor) {
        return new Changed(
                schedule,
                0,
                factor,
                schedule.channels().stream()
                        .map(channel -> onWire(channel, factor))
                        .toList(),
                schedule.place());
    }

    static CollectiveSchedule after(double seconds, CollectiveSchedule schedule) {
        return new Changed(
                schedule,
                seconds + schedule.startSeconds(),
                schedule.wireFactor(),
                schedule.channels(),
                schedule.place());
    }

    /** Returns a schedule with a {@linkplain CollectiveSchedule#place place}. */
    static CollectiveSchedule at(int place, CollectiveSchedule schedule) {
        return new Changed(schedule, schedule.startSeconds(), schedule.wireFactor(), schedule.channels(), place);
    }

    private record Changed(
            CollectiveSchedule schedule,
            double startSeconds,
            double wireFactor,
            List<CollectiveSchedule> channels,
            int place)
            implements CollectiveSchedule {
        @Override
        public int steps() {
            return schedule.steps();
        }

        @Override
        public int differentSteps() {
            return schedule.differentSteps();
        }

        @Override
        public void step(int step, CollectiveSink sink) {
            schedule.step(step, sink);
        }

        @Override
        public @Nullable Partition partition() {
            return schedule.partition();
        }

        @Override
        public LocalUse localUse() {
            return schedule.localUse();
        }
    }
}
