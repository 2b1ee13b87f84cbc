package org.tailback.replay;

import com.google.common.base.Preconditions;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SsjKernel;
import org.tailback.network.SharedNetwork;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.schedule.Schedule;
import org.tailback.stability.Beta;
import org.tailback.stability.Internal;
import umontreal.ssj.simevents.Simulator;

/** Builder of a {@link Replay}. */
public final class ReplayBuilder {
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
    Disturbance disturbance;

    List<String> remarks = List.of();
    long seed = 1;
    boolean pairStatistics;
    boolean measuresLinks;
    int @Nullable [] representatives;
    double workDisturbance;

    private final @Nullable ParallelProgram program;
    private final @Nullable Schedule schedule;
    private @Nullable Consumer<ReplayResult> whenDone;

    ReplayBuilder(@Nullable ParallelProgram program, @Nullable Schedule schedule, Platform platform) {
        this.program = program;
        this.schedule = schedule;
        this.platform = platform;
    }

    /** Sets the clock on which the replay runs; by default the replay has its own clock. */
    public ReplayBuilder on(EventKernel value) {
        kernel = Objects.requireNonNull(value, "kernel");
        network = null;
        return this;
    }

    /** Sets the clock of an SSJ simulation; the owner of the simulation starts and stops it. */
    public ReplayBuilder on(Simulator simulator) {
        return on(SsjKernel.of(Objects.requireNonNull(simulator, "simulator")));
    }

    /**
     * Sets the network and its clock. Other replays and individual messages share the network and contend for it.
     * Nodes, model, cost, loss model and intra-node path of the replay's platform must equal those of {@link
     * SharedNetwork#platform}; placement rule and compute speed may differ. The network's seed applies. A replay ends
     * with a {@link ReplayResult#failure} when a node of its ranks fails, or a link loses one of its messages.
     */
    @Internal
    public ReplayBuilder on(SharedNetwork value) {
        network = Objects.requireNonNull(value, "network");
        kernel = value.engine().kernel();
        return this;
    }

    /** Sets the node of each rank; by default, and if null, the platform's placement rule applies. */
    public ReplayBuilder placement(@Nullable Placement value) {
        placement = value;
        return this;
    }

    /**
     * Sets the observer of operations, messages and rates; null for none. An operation of a schedule lasts as long as
     * it occupies a CPU; operations of a rank overlap if it has several CPUs.
     */
    public ReplayBuilder observer(@Nullable Observer value) {
        observer = value;
        return this;
    }

    /** Records the contention of each pair of ranks; costs memory for every pair that exchanges messages. */
    public ReplayBuilder pairStatistics() {
        pairStatistics = true;
        return this;
    }

    /**
     * Makes ranks represent other ranks in the result. Each rank receives the results of its representative, and
     * message counts are multiplied to include all ranks. All ranks that perform operations represent the same number
     * of ranks.
     *
     * @param ofRanks representative by rank
     */
    @Internal
    public ReplayBuilder representatives(int[] ofRanks) {
        representatives = Objects.requireNonNull(ofRanks, "ofRanks").clone();
        return this;
    }

    /**
     * Measures the loads of the links, see {@link Replay#linkLoads}. Every change of a rate then costs O(links of the
     * route) more. Not applicable to replays on a shared network, which measures its links itself.
     */
    @Beta
    public ReplayBuilder measureLinks() {
        measuresLinks = true;
        return this;
    }

    /**
     * Sets the disturbance of the ranks of a program and of their messages; none by default. Not applicable to
     * schedules.
     */
    @Beta
    public ReplayBuilder disturbance(Disturbance value) {
        Preconditions.checkState(schedule == null, "a schedule cannot be disturbed");
        disturbance = Objects.requireNonNull(value, "disturbance");
        return this;
    }

    /**
     * Disturbs the work of each message in the network. The change of the result shows the number of its significant
     * digits. Not applicable to replays on a shared network.
     *
     * @param relative largest change as a fraction of the work, 0 to 0.5; 0 by default
     */
    @Beta
    public ReplayBuilder workDisturbance(double relative) {
        workDisturbance = relative;
        return this;
    }

    /** Adds sentences to the result's warnings, in addition to approximations; none by default. */
    public ReplayBuilder remarks(List<String> value) {
        remarks = List.copyOf(Objects.requireNonNull(value, "remarks"));
        return this;
    }

    /**
     * Sets the action that receives the {@link Replay#result}. The clock calls it once, at the instant when all ranks
     * have finished and none of their messages is still in the network; {@link Replay#start} never calls it. If
     * messages or receives have no partner at that instant, the method that runs the clock throws an {@link
     * UnfinishedProgramException}. A replay that ends by a failure of its network also has a result, which reports the
     * failure. The action is not called if the replay is cancelled or ranks wait forever; {@link Replay#result} then
     * throws an exception with the reason.
     */
    public ReplayBuilder whenDone(Consumer<ReplayResult> value) {
        whenDone = Objects.requireNonNull(value, "whenDone");
        return this;
    }

    /** Sets the seed of all random numbers; 1 by default. */
    public ReplayBuilder seed(long value) {
        seed = value;
        return this;
    }

    /**
     * Returns the replay without starting it.
     *
     * @throws InputException if the platform has too few cores for the ranks, a model does not support the platform, or
     *     a schedule has more operations than an array can hold
     */
    public Replay build() {
        if (schedule != null) {
            ReplayWorld world = new ReplayWorld(this, schedule.ranks(), 0, "schedule");
            return new Replay(world, new ScheduleEngine(world, schedule), whenDone);
        }
        ParallelProgram once = Objects.requireNonNull(program).forOneRun();
        ReplayWorld world = new ReplayWorld(this, once.ranks(), once.ranks(), "program");
        return new Replay(world, ReplayEngine.of(world, once), whenDone);
    }
}
