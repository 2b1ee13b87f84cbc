package org.tailback.collective;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Schedules made of steps, and of other schedules. */
final class Schedules {
    interface Step {
        void perform(int step, CollectiveSink sink);
    }

    private static final int PER_STEP = 128;

    static final CollectiveSchedule NOTHING = of(0, (step, sink) -> {});

    private Schedules() {}

    /** A schedule, given by its properties and the body of its steps. */
    private record Made(
            @Nullable Partition partition,
            LocalUse localUse,
            int steps,
            int differentSteps,
            Step body,
            double startSeconds,
            double wireFactor,
            List<CollectiveSchedule> channels,
            int place)
            implements CollectiveSchedule {
        @Override
        public void step(int step, CollectiveSink sink) {
            body.perform(step, sink);
        }
    }

    static CollectiveSchedule of(int steps, Step body) {
        return of(null, steps, body);
    }

    static CollectiveSchedule of(@Nullable Partition partition, int steps, Step body) {
        return of(partition, steps, steps, body);
    }

    /** @param different number of first steps that show all partners and sizes */
    static CollectiveSchedule of(@Nullable Partition partition, int steps, int different, Step body) {
        return of(partition, LocalUse.NONE, steps, different, body);
    }

    private static CollectiveSchedule of(
            @Nullable Partition partition, LocalUse use, int steps, int different, Step body) {
        return new Made(partition, use, steps, different, body, 0, 1, List.of(), -1);
    }

    /** Returns a schedule with copies and buffers in addition to those of its parts. */
    static CollectiveSchedule using(LocalUse use, CollectiveSchedule schedule) {
        int steps = schedule.steps();
        return of(schedule.partition(), schedule.localUse().and(use), steps, steps, schedule::step);
    }

    /** Consecutive blocks of data: their first number, their count, and their size in bytes. */
    record Blocks(long first, int count, long bytes) {
        static Blocks of(Partition partition, int first, int count) {
            return new Blocks(first, count, partition.bytes(first, count));
        }

        Blocks at(long other) {
            return new Blocks(other, count, bytes);
        }

        /** Sends the blocks to a rank, or receives them from it, and waits. */
        void move(boolean sends, int peer, CollectiveSink sink) {
            sink.carry(first, count);
            if (sends) {
                sink.send(peer, bytes);
            } else {
                sink.recv(peer, bytes);
            }
        }

        void irecv(int request, int source, CollectiveSink sink) {
            sink.carry(first, count);
            sink.irecv(request, source, bytes);
        }

        void isend(int request, int destination, CollectiveSink sink) {
            sink.carry(first, count);
            sink.isend(request, destination, bytes);
        }
    }

    /** Receives blocks from one rank while others are sent to another, and waits for both. Uses requests 0 and 1. */
    static void exchange(CollectiveSink sink, int source, Blocks received, int destination, Blocks sent) {
        received.irecv(0, source, sink);
        sent.isend(1, destination, sink);
        sink.awaitAll(0, 2);
    }

    static CollectiveSchedule inSequence(@Nullable Partition partition, CollectiveSchedule... parts) {
        int steps = 0;
        LocalUse use = LocalUse.NONE;
        for (CollectiveSchedule part : parts) {
            steps += part.steps();
            use = use.and(part.localUse());
        }
        return of(partition, use, steps, steps, (step, sink) -> {
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

    /** Returns a schedule whose channels a rank performs at the same time; a single one as it is. */
    static CollectiveSchedule atOnce(Partition partition, List<CollectiveSchedule> channels) {
        return channels.size() == 1
                ? channels.get(0)
                : new Made(partition, LocalUse.NONE, 0, 0, (step, sink) -> {}, 0, 1, List.copyOf(channels), -1);
    }

    /** Returns a schedule whose messages move more or fewer bytes than their data have, also those of its channels. */
    static CollectiveSchedule onWire(CollectiveSchedule schedule, double factor) {
        List<CollectiveSchedule> channels = schedule.channels().stream()
                .map(channel -> onWire(channel, factor))
                .toList();
        return changed(schedule, 0, factor, channels, schedule.place());
    }

    static CollectiveSchedule after(double seconds, CollectiveSchedule schedule) {
        double start = seconds + schedule.startSeconds();
        return changed(schedule, start, schedule.wireFactor(), schedule.channels(), schedule.place());
    }

    /** Returns a schedule with a {@linkplain CollectiveSchedule#place place}. */
    static CollectiveSchedule at(int place, CollectiveSchedule schedule) {
        return changed(schedule, schedule.startSeconds(), schedule.wireFactor(), schedule.channels(), place);
    }

    private static CollectiveSchedule changed(
            CollectiveSchedule schedule,
            double startSeconds,
            double wireFactor,
            List<CollectiveSchedule> channels,
            int place) {
        return new Made(
                schedule.partition(),
                schedule.localUse(),
                schedule.steps(),
                schedule.differentSteps(),
                schedule::step,
                startSeconds,
                wireFactor,
                channels,
                place);
    }
}
