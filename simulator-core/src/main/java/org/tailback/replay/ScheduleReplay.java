package org.tailback.replay;

import java.util.List;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.schedule.Schedule;

/**
 * A schedule performed on a platform: predicts when every rank finishes if the messages of its dependency graphs share
 * a network. What {@link Replay} is for programs, with the same network, matching, protocols and interface gaps.
 *
 * <pre>{@code
 * ReplayResult result = ScheduleReplay.builder(schedule, platform).build().run();
 * }</pre>
 *
 * <p><b>Rules.</b> An operation is ready when all operations that it depends on have completed or started, as declared.
 *
 * <ul>
 *   <li>A calculation of n nanoseconds occupies its CPU for n * 1e-9 s times the platform's compute scale, and then
 *       completes.
 *   <li>A send occupies its CPU for the sender's overhead; it is posted when that begins, and the message starts as the
 *       cost's protocol and the interface's gap allow. The send completes when its sender may go on: after the overhead
 *       if the protocol releases it, else with the transfer.
 *   <li>A receive is posted at once, whatever its CPU does. When its message has arrived, the receiver's overhead
 *       occupies the CPU, and then the receive completes; without overhead it needs no CPU.
 *   <li>A CPU does one thing at a time, in the order in which they became ready (receives: in which their messages
 *       arrived); what becomes ready together begins with sends. Operations start when their CPU takes them, receives
 *       when they are posted.
 * </ul>
 *
 * <p>Messages match in the order in which they were posted. A message with any tag matches every receive from its
 * source. A rank finishes when its last operation has completed and its CPUs are free. {@code blocked} of a rank is the
 * time of all its CPUs until then that is no calculation.
 *
 * <p><b>Worked example</b> ({@code ScheduleReplayTest}). One byte takes 1 s alone, latency 2 s, no overheads. Rank 0
 * sends 3 bytes to rank 1, which computes 4 s at the same time and 1 s more once it has received: the message is there
 * at 3 + 2 = 5 s, rank 1 finishes at 6 s.
 *
 * <p><b>Assumptions.</b> All NICs of a rank are its node's one interface. A loss model that looks ahead for starts sees
 * none: both are said in the result's warnings where they matter. For LogGOPS itself, where nothing but CPUs and NICs
 * is shared, there is an exact simulation beside the models.
 */
public final class ScheduleReplay extends AbstractReplay {
    private final Schedule schedule;
    private final List<String> remarks;
    private final ScheduleEngine engine;

    private ScheduleReplay(Builder builder) {
        super(new ReplayWorld(builder, builder.schedule.ranks(), 0, "schedule"));
        schedule = builder.schedule;
        remarks = builder.remarks;
        engine = new ScheduleEngine(world, schedule);
        endWith(builder.whenDone);
    }

    /** Begins a replay of a schedule on a platform. */
    public static Builder builder(Schedule schedule, Platform platform) {
        return new Builder(schedule, platform);
    }

    /** The settings of a schedule's replay. */
    public static final class Builder extends ReplayBuilder<Builder> {
        private final Schedule schedule;
        private List<String> remarks = List.of();

        private Builder(Schedule schedule, Platform platform) {
            super(platform);
            this.schedule = schedule;
        }

        @Override
        Builder self() {
            return this;
        }

        /** Sets what is to be said of the schedule beside its approximations, a sentence each; none by default. */
        public Builder remarks(List<String> value) {
            remarks = List.copyOf(value);
            return this;
        }

        /**
         * Returns the replay, before anything has started.
         *
         * @throws InputException if the platform has too few cores for the ranks, a model cannot work on it, or the
         *     schedule has too many operations to be counted
         */
        public ScheduleReplay build() {
            return new ScheduleReplay(this);
        }
    }

    @Override
    RankEngine engine() {
        return engine;
    }

    @Override
    void addWarnings(List<String> warnings) {
        warnings.addAll(world.warnings());
        warnings.addAll(schedule.approximations());
        warnings.addAll(remarks);
        if (schedule.nics() > 1) {
            warnings.add("The schedule names " + schedule.nics()
                    + " NICs per rank: they share bandwidth and gaps as one, the interface of the rank's node");
        }
        if (world.platform.loss().losesMessages()) {
            warnings.add(
                    "Loss " + world.platform.loss().name() + " sees no starts ahead of their time in a schedule: where "
                            + "it depends on them, it may find fewer losses");
        }
    }
}
