package org.tailback.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.kernel.SteppedKernel;
import org.tailback.network.NetworkTotals;

/**
 * A replay of a program or a schedule: on a clock of its own, {@link #run}; inside another simulation or on a network
 * that it shares, {@link #start} and the owner of the clock. It runs once. Not thread-safe, but for {@link
 * #progressSeconds}.
 */
public abstract sealed class AbstractReplay permits Replay, ScheduleReplay {
    final ReplayWorld world;

    AbstractReplay(ReplayWorld world) {
        this.world = world;
    }

    abstract RankEngine engine();

    /** Adds what makes the result inexact, beside the warnings of the platform and the network. */
    abstract void addWarnings(List<String> warnings);

    /** Returns whether these warnings say why the run is so long that its clock is coarse. */
    boolean explainsCoarseClock() {
        return false;
    }

    /** Prepares the end of the replay: it leaves a shared network, and its owner is notified. */
    final void endWith(@Nullable Consumer<ReplayResult> whenDone) {
        if (whenDone != null || world.isShared()) {
            engine().whenOver(() -> {
                engine().transfers().leaveNetwork();
                if (whenDone != null) {
                    whenDone.accept(result());
                }
            });
        }
    }

    /**
     * Runs to the end on the replay's own clock. Cost: O(operations and dependencies) plus what the models need.
     *
     * @throws InputException if the program or schedule is malformed
     * @throws UnfinishedProgramException if it cannot finish; the lines say which ranks wait in which operations
     */
    public final ReplayResult run() {
        SteppedKernel clock = world.ownKernel();
        try {
            start();
            clock.runToEnd();
            return result();
        } finally {
            engine().close();
        }
    }

    /**
     * Lets the ranks begin at the kernel's present instant; they advance when the kernel runs. All instants of the
     * result are the kernel's: {@link ReplayResult#duration} is how long the program took.
     */
    public final void start() {
        engine().start();
    }

    /**
     * Stops all ranks and takes their messages out of the network; what they have cost others so far stays. There is no
     * result, and the end is not notified. Not for the replay's own programs and observer, which set a timer instead.
     *
     * @return false, with nothing done, if the replay is over or was cancelled before
     */
    public final boolean cancel() {
        return engine().cancel();
    }

    /**
     * Returns the result, when the kernel has nothing left to do for this replay. Closes the programs, once all have
     * ended. If a failure of a shared network ended the replay, the result says so: {@link ReplayResult#failure}.
     *
     * @throws UnfinishedProgramException if ranks still wait, messages are left without a partner, or a rank has left
     *     out a collective operation
     * @throws IllegalStateException if the replay has not started, or was cancelled
     */
    public final ReplayResult result() {
        RankEngine engine = engine();
        engine.checkStarted();
        if (engine.isOver()) {
            engine.close();
        }
        List<String> warnings = new ArrayList<>();
        Failure failure = engine.failure();
        if (failure == null) {
            engine.checkFinished();
        } else {
            warnings.add("The program did not finish: " + failure);
        }
        addWarnings(warnings);
        engine.transfers().warnings().stream()
                .filter(warning -> !explainsCoarseClock() || !warning.startsWith(NetworkTotals.UNRESOLVED))
                .forEach(warnings::add);
        return ReplayResults.collect(world, engine, warnings);
    }

    /** The simulated seconds reached so far; may be asked from another thread. */
    public final double progressSeconds() {
        return engine().progressTime();
    }
}
