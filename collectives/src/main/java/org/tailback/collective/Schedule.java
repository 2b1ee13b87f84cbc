package org.tailback.collective;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A schedule, given by its properties and the body of its steps. */
record Schedule(
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
    interface Step {
        void perform(int step, CollectiveSink sink);
    }

    private static final int PER_STEP = 128;

    static final Schedule NOTHING = of(0, (step, sink) -> {});

    static Schedule of(int steps, Step body) {
        return of(null, steps, body);
    }

    static Schedule of(@Nullable Partition partition, int steps, Step body) {
        return of(partition, steps, steps, body);
    }

    /**
     * Returns a schedule of steps with the same body.
     *
     * @param different number of initial steps that contain all partners and sizes
     */
    static Schedule of(@Nullable Partition partition, int steps, int different, Step body) {
        return new Schedule(partition, LocalUse.NONE, steps, different, body, 0, 1, List.of(), -1);
    }

    static Schedule inSequence(@Nullable Partition partition, Schedule... parts) {
        int steps = 0;
        LocalUse use = LocalUse.NONE;
        for (Schedule part : parts) {
            steps += part.steps;
            use = use.and(part.localUse);
        }
        return of(partition, steps, (step, sink) -> {
                    int left = step;
                    for (Schedule part : parts) {
                        if (left < part.steps) {
                            part.step(left, sink);
                            return;
                        }
                        left -= part.steps;
                    }
                })
                .using(use);
    }

    /**
     * Returns a schedule of numbered operations, {@value #PER_STEP} per step, and their end; empty for 0 operations.
     */
    static Schedule inBatches(int count, Step body, Consumer<CollectiveSink> end) {
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

    /** Returns a schedule whose channels a rank performs at the same time; a single channel is returned unchanged. */
    static Schedule atOnce(Partition partition, List<Schedule> channels) {
        return channels.size() == 1
                ? channels.get(0)
                : new Schedule(partition, LocalUse.NONE, 0, 0, NOTHING.body, 0, 1, List.copyOf(channels), -1);
    }

    /** Returns this schedule with additional copies and buffers. */
    Schedule using(LocalUse use) {
        return new Schedule(
                partition, localUse.and(use), steps, differentSteps, body, startSeconds, wireFactor, channels, place);
    }

    /** Returns a schedule that begins later and whose messages differ in size from their data. */
    Schedule withProtocol(double delaySeconds, double factor) {
        double start = startSeconds + delaySeconds;
        return new Schedule(partition, localUse, steps, differentSteps, body, start, factor, channels, place);
    }

    /** Returns this schedule with a {@linkplain CollectiveSchedule#place position} in its channel. */
    Schedule at(int newPlace) {
        return new Schedule(
                partition, localUse, steps, differentSteps, body, startSeconds, wireFactor, channels, newPlace);
    }

    @Override
    public void step(int step, CollectiveSink sink) {
        body.perform(step, sink);
    }
}
