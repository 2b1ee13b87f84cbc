package org.tailback.collective;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Schedules made of others. */
final class Schedules {
    /** What a step of a schedule does. */
    interface Step {
        void perform(int step, CollectiveSink sink);
    }

    private static final int PER_STEP = 128;

    /** Nothing to do. */
    static final CollectiveSchedule NOTHING = of(0, (step, sink) -> {});

    private Schedules() {}

    static CollectiveSchedule of(int steps, Step body) {
        return of(null, steps, body);
    }

    static CollectiveSchedule of(@Nullable Partition partition, int steps, Step body) {
        return new CollectiveSchedule() {
            @Override
            public int steps() {
                return steps;
            }

            @Override
            public void step(int step, CollectiveSink sink) {
                body.perform(step, sink);
            }

            @Override
            public @Nullable Partition partition() {
                return partition;
            }
        };
    }

    /** One after the other. */
    static CollectiveSchedule inSequence(@Nullable Partition partition, CollectiveSchedule... parts) {
        int steps = 0;
        for (CollectiveSchedule part : parts) {
            steps += part.steps();
        }
        return of(partition, steps, (step, sink) -> {
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

    /** Many small things, numbered, some per step, and what ends them. Nothing at all if there are none. */
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
}
