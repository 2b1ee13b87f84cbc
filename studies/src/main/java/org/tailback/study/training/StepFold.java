package org.tailback.study.training;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveSelector;
import org.tailback.fold.Fold;
import org.tailback.fold.LinkLoads;
import org.tailback.fold.Streams;
import org.tailback.fold.Window;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.simulation.Workload;

/**
 * Choice of the GPUs of a step whose replay represents all GPUs. A fold is exact if each GPU performs the same
 * operations as its representative, its partners have the same representatives, and links carry the same loads ({@link
 * LinkLoads}).
 *
 * @param window the replayed GPUs; null if all GPUs are replayed
 * @param streams operation streams of all GPUs; null if {@code window} is null
 * @param problem reason for replaying all GPUs; empty if fewer GPUs are replayed or no fold was searched
 */
record StepFold(@Nullable Window window, @Nullable Streams streams, String problem) {
    /** Smallest number of GPUs for which steps are folded. */
    static final int LEAST = 64;

    /** Fold that replays all GPUs. */
    static final StepFold NONE = new StepFold(null, null, "");

    /** Returns the fold that replays the fewest GPUs. O(GPUs x distinct calls) per window. */
    static StepFold search(
            Parallelism division, ParallelProgram whole, CollectiveSelector selector, Platform platform, long seed) {
        Placement placement = platform.placement().place(platform.cluster(), whole.ranks());
        Streams streams = new StepStreams(division, whole, selector.on(platform, placement, whole.ranks())).read();
        String problem = "no two GPUs have the same position in groups and nodes";
        int gpusOfMachine = platform.cluster().gpusPerMachine();
        List<Window> windows = new ArrayList<>(MachineWindow.of(division, gpusOfMachine));
        windows.addAll(ReplicaWindow.of(division, gpusOfMachine));
        for (Window window : windows) {
            problem = LinkLoads.problem(streams, window, platform, placement, seed);
            if (problem.isEmpty()) {
                return new StepFold(window, streams, "");
            }
        }
        return new StepFold(null, null, problem);
    }

    /** Returns the number of replayed GPUs. */
    int replayed(int all) {
        return window == null ? all : window.replayed();
    }

    /** Returns a description of the replayed GPUs; empty if all GPUs are replayed. */
    String text() {
        return window == null ? "" : window.text();
    }

    /** Returns the workload that consists of the replayed GPUs of a program. */
    Workload workload(ParallelProgram whole, CollectiveSelector selector, Platform platform) {
        return window == null || streams == null
                ? Workload.of("training", whole, selector)
                : Workload.of(
                        "folded", Fold.ofRanks(Workload.written(whole, platform, selector, 1), streams, window), null);
    }
}
