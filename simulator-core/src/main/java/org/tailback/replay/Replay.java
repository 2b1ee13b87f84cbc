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
import org.tailback.network.Network;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
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
    private final Platform platform;
    private final ParallelProgram program;
    private final EventKernel kernel;
    private final @Nullable SsjKernel ownKernel;
    private final long seed;
    private final @Nullable PairTable pairs;
    private final ReplayEngine engine;
    private boolean started;

    private Replay(Builder builder) {
        platform = builder.platform;
        program = builder.program;
        seed = builder.seed;
        ownKernel = builder.kernel == null ? SsjKernel.create() : null;
        kernel = builder.kernel == null ? Objects.requireNonNull(ownKernel) : builder.kernel;
        Placement placement = builder.placement == null
                ? platform.placement().place(platform.cluster(), program.ranks())
                : builder.placement;
        if (placement.ranks() < program.ranks()) {
            throw new InputException("the placement has " + placement.ranks() + " ranks, the program has "
                    + program.ranks() + ". Place every rank");
        }
        pairs = builder.pairStatistics ? new PairTable(program.ranks()) : null;
        engine = new ReplayEngine(
                kernel,
                program,
                placement,
                platform.cost(),
                platform.sharing().sharesNodeLinks(),
                platform.computeScale(),
                builder.observer,
                pairs,
                builder.disturbance,
                ending(builder.whenDone),
                owner -> Network.builder(kernel, platform.cluster(), platform.sharing(), platform.cost(), owner)
                        .intraNode(platform.intraNode())
                        .expectedMessages(program.ranks())
                        .loss(platform.loss())
                        .seed(seed)
                        .observer(builder.observer)
                        .build());
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
        private final Platform platform;
        private @Nullable EventKernel kernel;
        private @Nullable Placement placement;
        private @Nullable Observer observer;
        private long seed = 1;
        private boolean pairStatistics;
        private @Nullable Disturbance disturbance;
        private @Nullable Consumer<ReplayResult> whenDone;

        private Builder(ParallelProgram program, Platform platform) {
            this.program = program;
            this.platform = platform;
        }

        /** The clock to run on; one of the replay's own unless given. */
        public Builder on(EventKernel value) {
            this.kernel = value;
            return this;
        }

        /** The clock of an SSJ simulation, which somebody else starts and stops. */
        public Builder on(Simulator simulator) {
            return on(SsjKernel.of(simulator));
        }

        /** Where the ranks run; by the platform's rule unless given. */
        public Builder placement(Placement value) {
            this.placement = value;
            return this;
        }

        /** Who is told of operations, messages and rates. */
        public Builder observer(Observer value) {
            this.observer = value;
            return this;
        }

        /** Also keeps what each pair of ranks lost to contention; costs memory for every pair that exchanges messages. */
        public Builder pairStatistics() {
            this.pairStatistics = true;
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
            this.seed = value;
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
        if (ownKernel == null) {
            throw new IllegalStateException("this replay runs on another's clock: start() it and run that simulation");
        }
        try {
            start();
            ownKernel.simulator().start();
            return result();
        } finally {
            engine.ranks().closePrograms();
        }
    }

    /**
     * Lets the ranks begin at the kernel's present instant; they advance when the kernel runs. All dates of the result are the
     * kernel's.
     */
    public void start() {
        if (started) {
            throw new IllegalStateException("a replay runs once; build another");
        }
        started = true;
        engine.start();
    }

    /**
     * What came out, when the kernel has nothing left to do for this replay. Closes the programs, once all have ended.
     *
     * @throws org.tailback.error.UnfinishedProgramException if ranks still wait or messages are left without a partner
     */
    public ReplayResult result() {
        if (engine.isOver()) {
            engine.ranks().closePrograms();
        }
        if (engine.unfinishedRanks() > 0) {
            throw new StuckProgram(engine).waitingRanks(engine.unfinishedRanks());
        }
        if (engine.transfers().matcher().unmatched() > 0) {
            throw new StuckProgram(engine).leftOver();
        }
        return ReplayResults.collect(platform, engine.ranks(), engine.transfers(), pairs, seed, warnings(), engine.isOver());
    }

    /** The simulated seconds reached so far; may be asked from another thread. */
    public double progressSeconds() {
        return engine.progressTime();
    }

    private List<String> warnings() {
        List<String> warnings = new ArrayList<>(program.approximations());
        warnings.addAll(engine.transfers().network().warnings());
        return warnings;
    }
}
