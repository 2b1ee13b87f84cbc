package org.tailback.replay;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.units.Readable;

/**
 * A message-passing program performed on a platform: predicts when every rank finishes.
 *
 * <pre>{@code
 * ReplayResult result = Replay.builder(program, platform).build().run();
 * }</pre>
 *
 * <p>Inside another simulation, give its kernel to {@link Builder#on}, call {@link #start} and run the simulation,
 * which is notified of the end by {@link Builder#whenDone}, or asks for the {@link #result} afterwards. Several replays
 * and the single messages of a host share a network if all are built on it:
 *
 * <pre>{@code
 * Network network = Network.builder(platform).on(simulator).build();
 * Replay job = Replay.builder(program, platform).placement(nodes).on(network).whenDone(this::ended).build();
 * job.start();                          // at any time of the simulation
 * network.send(0, 1, 1_000_000);        // slows the job down
 * }</pre>
 */
public final class Replay extends AbstractReplay {
    /** Compute speeds below are mistakes, in flop/s. */
    private static final double LEAST_COMPUTE_SPEED = 1e6;

    private final ParallelProgram program;
    private final ReplayEngine engine;

    private Replay(Builder builder, ParallelProgram program) {
        super(new ReplayWorld(builder, program.ranks(), program.ranks(), "program"));
        this.program = program;
        engine = ReplayEngine.of(world, program, builder.disturbance);
        endWith(builder.whenDone);
    }

    /** Begins a replay of a program on a platform. */
    public static Builder builder(ParallelProgram program, Platform platform) {
        return new Builder(program, platform);
    }

    /** The settings of a program's replay. */
    public static final class Builder extends ReplayBuilder<Builder> {
        private final ParallelProgram program;
        private @Nullable Disturbance disturbance;

        private Builder(ParallelProgram program, Platform platform) {
            super(platform);
            this.program = program;
        }

        @Override
        Builder self() {
            return this;
        }

        /** Sets what disturbs the ranks and their messages; nothing by default. */
        public Builder disturbance(Disturbance value) {
            this.disturbance = value;
            return this;
        }

        /**
         * Returns the replay, at the beginning of all programs.
         *
         * @throws InputException if the platform has too few cores for the ranks, or a model cannot work on it
         */
        public Replay build() {
            return new Replay(this, program.forOneRun());
        }
    }

    @Override
    RankEngine engine() {
        return engine;
    }

    @Override
    void addWarnings(List<String> warnings) {
        warnings.addAll(program.approximations());
        warnings.addAll(world.warnings());
        if (explainsCoarseClock()) {
            warnings.add("The compute speed is " + Readable.speed(world.platform.computeSpeed())
                    + ", less than any core has had for decades. Probably a unit is missing: --compute-speed 10Gf"
                    + " means 10 Gflop/s");
        }
        warnings.addAll(engine.sizes().warnings());
    }

    @Override
    boolean explainsCoarseClock() {
        return world.platform.computeSpeed() < LEAST_COMPUTE_SPEED;
    }
}
