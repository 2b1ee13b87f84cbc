package org.tailback.replay;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SsjKernel;
import org.tailback.network.SharedNetwork;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import umontreal.ssj.simevents.Simulator;

/**
 * The settings of a replay, whether of a program or of a schedule.
 *
 * @param <B> the builder itself
 */
public abstract sealed class ReplayBuilder<B extends ReplayBuilder<B>> permits Replay.Builder, ScheduleReplay.Builder {
    final Platform platform;

    @Nullable
    EventKernel kernel;

    @Nullable
    SharedNetwork network;

    @Nullable
    Placement placement;

    @Nullable
    Observer observer;

    @Nullable
    Consumer<ReplayResult> whenDone;

    long seed = 1;
    boolean pairStatistics;
    double workDisturbance;

    ReplayBuilder(Platform platform) {
        this.platform = platform;
    }

    abstract B self();

    /** Sets the clock to run on; by default the replay has its own. */
    public B on(EventKernel value) {
        kernel = Objects.requireNonNull(value, "kernel");
        network = null;
        return self();
    }

    /** Runs on the clock of an SSJ simulation, which its owner starts and stops. */
    public B on(Simulator simulator) {
        return on(SsjKernel.of(simulator));
    }

    /**
     * Runs on a network and its clock, beside other replays and single messages, which it slows down and which slow it
     * down. Nodes, model, cost, loss model and intra-node path of the replay's platform must be those of {@link
     * SharedNetwork#platform}; placement rule and compute speed may differ. The network's seed applies. A replay ends
     * with a {@link ReplayResult#failure} when a node of its ranks fails, or a link loses one of its messages.
     */
    public B on(SharedNetwork value) {
        network = Objects.requireNonNull(value, "network");
        kernel = value.engine().kernel();
        return self();
    }

    /** Sets the node of each rank; by default, and if null, the platform's placement rule decides. */
    public B placement(@Nullable Placement value) {
        placement = value;
        return self();
    }

    /**
     * Sets the observer of operations, messages and rates; null for none. In a schedule, operations are the times that
     * they occupy CPUs; those of a rank overlap if it has several.
     */
    public B observer(@Nullable Observer value) {
        observer = value;
        return self();
    }

    /** Also keeps what each pair of ranks lost to contention; costs memory for every pair that exchanges messages. */
    public B pairStatistics() {
        pairStatistics = true;
        return self();
    }

    /**
     * Disturbs the work of each message in the network: the change of the result says how many of its digits hold. Not
     * for replays on a shared network.
     *
     * @param relative part of the work, 0 to 0.5; 0 by default
     */
    public B workDisturbance(double relative) {
        workDisturbance = relative;
        return self();
    }

    /**
     * Sets the action that receives the {@link AbstractReplay#result}, once: at the instant when all ranks have
     * finished and none of their messages is in the network any more, from the clock, never within {@link
     * AbstractReplay#start}. If messages or receives have no partner then, the {@link UnfinishedProgramException} is
     * thrown where the clock runs. A replay that a failure of its network ends has a result, too, which says so. The
     * action is not called for a replay that is cancelled, nor if ranks wait for ever:
     * {@link AbstractReplay#result} says why they do.
     */
    public B whenDone(Consumer<ReplayResult> value) {
        whenDone = Objects.requireNonNull(value, "whenDone");
        return self();
    }

    /** Sets the seed of everything random; 1 by default. */
    public B seed(long value) {
        seed = value;
        return self();
    }
}
