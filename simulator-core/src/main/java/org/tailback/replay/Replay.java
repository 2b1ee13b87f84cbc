package org.tailback.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SsjKernel;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.units.Readable;
import umontreal.ssj.simevents.Simulator;

/**
 * A message-passing program performed on a platform: predicts when every rank finishes.
 *
 * <p>On a clock of its own:
 *
 * <pre>{@code
 * ReplayResult result = Replay.builder(program, platform).build().run();
 * }</pre>
 *
 * <p>Inside another simulation, give its kernel to {@link Builder#on}, call {@link #start} and run the simulation, which hears
 * of the end by {@link Builder#whenDone}, or asks for the {@link #result} afterwards. A replay runs once and is not thread-safe, but for {@link #progressSeconds}.
 */
public final class Replay {
    /** Slower cores are mistakes, in flop/s. */
    private static final double LEAST_COMPUTE_SPEED = 1e6;

    private final ReplayWorld world;
    private final ParallelProgram program;
    private final ReplayEngine engine;

    private Replay(Builder builder) {
        program = builder.program.forOneRun();
        world = new ReplayWorld(builder.settings, program.ranks(), program.ranks(), "program");
        engine = new ReplayEngine(world, program, builder.disturbance, ending(builder.whenDone));
    }

    private @Nullable Runnable ending(@Nullable Consumer<ReplayResult> whenDone) {
        return whenDone == null ? null : () -> whenDone.accept(result());
    }

    /** Begins a replay of a program on a platform. */
    public static Builder builder(ParallelProgram program, Platform platform) {
        return new Builder(program, platform);
    }

    /** Gathers what a replay is made of. */
    public static final class Builder {
        private final ParallelProgram program;
        private final ReplaySettings settings;
        private @Nullable Disturbance disturbance;
        private @Nullable Consumer<ReplayResult> whenDone;

        private Builder(ParallelProgram program, Platform platform) {
            this.program = program;
            settings = new ReplaySettings(platform);
        }

        /** The clock to run on; one of the replay's own unless given. */
        public Builder on(EventKernel value) {
            settings.kernel = value;
            return this;
        }

        /** The clock of an SSJ simulation, which somebody else starts and stops. */
        public Builder on(Simulator simulator) {
            return on(SsjKernel.of(simulator));
        }

        /** Where the ranks run; by the platform's rule unless given, and not null. */
        public Builder placement(@Nullable Placement value) {
            settings.placement = value;
            return this;
        }

        /** Who is told of operations, messages and rates; null for nobody. */
        public Builder observer(@Nullable Observer value) {
            settings.observer = value;
            return this;
        }

        /** Also keeps what each pair of ranks lost to contention; costs memory for every pair that exchanges messages. */
        public Builder pairStatistics() {
            settings.pairStatistics = true;
            return this;
        }

        /**
         * Disturbs the work of each message in the network: what the result changes by says how many of its digits hold.
         *
         * @param relative part of the work, 0 to 0.5; 0 unless given
         */
        public Builder workDisturbance(double relative) {
            settings.workDisturbance = relative;
            return this;
        }

        /** What disturbs the ranks and their messages; nothing unless given. */
        public Builder disturbance(Disturbance value) {
            this.disturbance = value;
            return this;
        }

        /**
         * Who is told of the {@link Replay#result}, once: at the instant when all ranks have finished and none of their messages
         * is in the network any more, from the clock, never within {@link Replay#start}. If messages or receives are left without a
         * partner then, the {@link org.tailback.error.UnfinishedProgramException} is thrown where the clock runs. Nobody is told
         * of a program whose ranks wait for ever: its clock runs out of events, and {@link Replay#result} says why.
         */
        public Builder whenDone(Consumer<ReplayResult> value) {
            this.whenDone = Objects.requireNonNull(value, "whenDone");
            return this;
        }

        /** The seed of everything random; 1 unless given. */
        public Builder seed(long value) {
            settings.seed = value;
            return this;
        }

        /**
         * The replay, at the beginning of all programs.
         *
         * @throws InputException if the platform has too few cores for the ranks, or a model cannot work on it
         */
        public Replay build() {
            return new Replay(this);
        }
    }

    /**
     * Runs to the end on the replay's own clock. Cost: O(operations) plus what the models need.
     *
     * @throws InputException if the program is malformed
     * @throws org.tailback.error.UnfinishedProgramException if it cannot finish
     */
    public ReplayResult run() {
        SsjKernel clock = world.ownKernel();
        try {
            start();
            clock.simulator().start();
            return result();
        } finally {
            engine.ranks().closePrograms();
        }
    }

    /**
     * Lets the ranks begin at the kernel's present instant; they advance when the kernel runs. All instants of the result are
     * the kernel's: {@link ReplayResult#duration} is how long the program took.
     */
    public void start() {
        world.start();
        engine.start();
    }

    /**
     * What came out, when the kernel has nothing left to do for this replay. Closes the programs, once all have ended.
     *
     * @throws org.tailback.error.UnfinishedProgramException if ranks still wait, messages are left without a partner, or a rank
     *     has left out a collective operation
     * @throws IllegalStateException if the replay has not started
     */
    public ReplayResult result() {
        world.started();
        if (engine.isOver()) {
            engine.ranks().closePrograms();
        }
        if (engine.unfinishedRanks() > 0) {
            throw new StuckProgram(engine, program, world.platform.cost()).waitingRanks(engine.unfinishedRanks());
        }
        List<String> missing = program.missingCalls();
        if (engine.transfers().matcher().unmatched() > 0 || !missing.isEmpty()) {
            throw new StuckProgram(engine, program, world.platform.cost()).leftOver(missing);
        }
        return ReplayResults.collect(world, engine.ranks(), engine.transfers(), warnings(), engine.isOver());
    }

    /** The simulated seconds reached so far; may be asked from another thread. */
    public double progressSeconds() {
        return engine.progressTime();
    }

    private List<String> warnings() {
        List<String> warnings = new ArrayList<>(program.approximations());
        warnings.addAll(world.platform.warnings());
        double speed = world.platform.computeSpeed();
        if (speed < LEAST_COMPUTE_SPEED) {
            warnings.add("The compute speed is " + Readable.speed(speed)
                    + ", less than any core has had for decades. Probably a unit is missing: --compute-speed 10Gf"
                    + " means 10 Gflop/s");
        }
        warnings.addAll(engine.sizes().warnings());
        warnings.addAll(engine.transfers().network().warnings());
        return warnings;
    }
}
