package org.tailback.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.kernel.SteppedKernel;
import org.tailback.network.NetworkTotals;
import org.tailback.observe.LinkLoads;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.schedule.Schedule;
import org.tailback.stability.Beta;

/**
 * Replay of a message-passing program, or of a schedule of dependency graphs, on a platform to predict the finish time
 * of every rank. A replay runs once. Not thread-safe, except {@link #progressSeconds}.
 *
 * <pre>{@code
 * ReplayResult result = Replay.builder(program, platform).build().run();
 * }</pre>
 *
 * <p>This class is the engine below {@code org.tailback.simulation.Simulation} (artifact {@code tailback-simulation}),
 * the entry point for predictions. It performs messages and computation on the platform as given. It rejects collective
 * operations and calls of kernels, and charges no local work. It does not enlarge templates, and it does not assign a
 * separate torus to a job. Its result has no interval, and no warning if the program exceeds the range of validity of
 * the platform's parameters. It is intended for programs of messages on custom platforms, and for use inside another
 * simulation.
 *
 * <p>Inside another simulation, pass its kernel to {@link ReplayBuilder#on}, call {@link #start} and run the
 * simulation. {@link ReplayBuilder#whenDone} reports the end; {@link #result} returns the result afterwards. Several
 * replays and individual messages of a host share a network if all are built on it:
 *
 * <pre>{@code
 * Network network = Network.builder(platform).on(simulator).build();
 * Replay job = Replay.builder(program, platform).placement(nodes).on(network).whenDone(this::ended).build();
 * job.start();                          // at any time of the simulation
 * network.send(Transfer.of(0, 1, 1_000_000));        // slows the job down
 * }</pre>
 */
public final class Replay {
    private final ReplayWorld world;
    private final RankEngine engine;

    /**
     * Creates a replay.
     *
     * @param whenDone receives the result at the end, when the replay also leaves a shared network; null for no
     *     receiver
     */
    Replay(ReplayWorld world, RankEngine engine, @Nullable Consumer<ReplayResult> whenDone) {
        this.world = world;
        this.engine = engine;
        if (whenDone != null || world.isShared()) {
            engine.whenOver(() -> {
                engine.transfers.leaveNetwork();
                if (whenDone != null) {
                    whenDone.accept(result());
                }
            });
        }
    }

    /** Returns a builder of the replay of a program on a platform. */
    public static ReplayBuilder builder(ParallelProgram program, Platform platform) {
        return new ReplayBuilder(
                Objects.requireNonNull(program, "program"), null, Objects.requireNonNull(platform, "platform"));
    }

    /**
     * Returns a builder of the replay of a schedule on a platform, with the same network, matching, protocols and
     * interface gaps.
     */
    @Beta
    public static ReplayBuilder builder(Schedule schedule, Platform platform) {
        return new ReplayBuilder(
                null, Objects.requireNonNull(schedule, "schedule"), Objects.requireNonNull(platform, "platform"));
    }

    /**
     * Runs to the end on the replay's own clock. Cost: O(operations and dependencies) plus the cost of the models.
     *
     * @throws InputException if the program or schedule is malformed
     * @throws UnfinishedProgramException if the program or schedule cannot finish; the lines list the waiting ranks and
     *     their operations
     */
    public ReplayResult run() {
        SteppedKernel clock = world.ownKernel();
        try {
            start();
            engine.transfers.network.threads().run(clock::runToEnd);
            return result();
        } finally {
            engine.close();
        }
    }

    /**
     * Starts the ranks at the kernel's current instant; they advance when the kernel runs. All instants of the result
     * are on the kernel's clock; {@link ReplayResult#duration} is the duration of the program.
     */
    public void start() {
        engine.start();
    }

    /**
     * Stops all ranks and removes their messages from the network; the delays caused so far remain. A cancelled replay
     * has no result and does not report its end. The replay's own programs and observer must not call this method. They
     * can set a timer that cancels the replay.
     *
     * @return false, with nothing done, if the replay is over or was cancelled before
     */
    public boolean cancel() {
        return engine.cancel();
    }

    /**
     * Returns the result after the kernel has performed all events of this replay. Closes the programs if all programs
     * have ended. If a failure of a shared network ended the replay, the result reports it: {@link
     * ReplayResult#failure}.
     *
     * @throws UnfinishedProgramException if ranks still wait, messages have no partner, or a rank has omitted a
     *     collective operation
     * @throws IllegalStateException if the replay has not started, or was cancelled
     */
    public ReplayResult result() {
        engine.checkStarted();
        if (engine.isOver()) {
            engine.close();
        }
        List<String> warnings = new ArrayList<>();
        Failure failure = engine.failure;
        if (failure == null) {
            engine.checkFinished();
        } else {
            warnings.add("The program did not finish: " + failure);
        }
        engine.addWarnings(world.warnings(), warnings);
        engine.transfers.warnings().stream()
                .filter(warning -> !engine.explainsCoarseClock() || !warning.startsWith(NetworkTotals.UNRESOLVED))
                .forEach(warnings::add);
        return ReplayResults.collect(world, engine, warnings);
    }

    /**
     * Returns the loads of the links of the replay's own network from its start until now; empty if the loads are not
     * {@linkplain ReplayBuilder#measureLinks measured} or the model has no links. O(links).
     */
    @Beta
    public Optional<LinkLoads> linkLoads() {
        return world.linkLoads();
    }

    /** Returns the simulated seconds reached so far. May be called from another thread. */
    public double progressSeconds() {
        return engine.progressTime();
    }
}
