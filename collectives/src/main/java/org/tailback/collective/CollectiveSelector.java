package org.tailback.collective;

import com.google.common.collect.Maps;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.platform.LocalWork;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall;
import org.tailback.stability.Beta;

/** Selector of the algorithm of every collective operation, as in an MPI library. */
public interface CollectiveSelector {
    /** Returns the name of this selector in listings and reports. */
    String name();

    /**
     * Chooses an algorithm. All ranks must make the same choice, which may therefore depend only on the properties that
     * all their calls share: the kind, the root and, except for the vector kinds, the size.
     *
     * @param ranks number of ranks of the group, P >= 1
     * @throws InputException if there is no algorithm for the kind
     */
    CollectiveAlgorithm select(CollectiveCall call, int ranks);

    /** Returns the selector for ranks on given machines; this selector unless it depends on machines. */
    default CollectiveSelector on(MachineLayout layout) {
        return this;
    }

    /** Returns whether the messages of this selector are valid only {@link #on} the machines of the ranks. */
    default boolean needsMachines() {
        return on(MachineLayout.NONE) != this;
    }

    /** Returns whether this selector models a library for GPUs and therefore requires ranks on GPUs. */
    default boolean needsGpus() {
        return false;
    }

    /**
     * Returns the selector for a program on a platform, with the platform's times of local work; the selector's times
     * of reductions, if any, replace the platform's.
     *
     * @param placement placement of the ranks; null for the platform's rule
     * @param ranks number of ranks, >= 1
     */
    default CollectiveSelector on(Platform platform, @Nullable Placement placement, int ranks) {
        LocalWork work = platform.localWork(ranks, placement);
        LocalWork own = localWork();
        LocalWork used = own.reduction().isEmpty() ? work : work.withReduction(own.reduction());
        return on(MachineLayout.of(platform, placement, ranks)).with(used);
    }

    /** Returns the times of reductions, copies and temporary memory. */
    default LocalWork localWork() {
        return LocalWork.FREE;
    }

    /** Returns whether the user named the algorithms; the choice is then not an approximation. */
    default boolean isAskedFor() {
        return false;
    }

    /** Returns this selector with different times of local work. */
    default CollectiveSelector with(LocalWork work) {
        return new ChangedSelector(name(), Map.of(), this, work);
    }

    /** Returns this selector with a given algorithm for one kind. */
    @Beta
    default CollectiveSelector with(CollectiveCall.Kind kind, CollectiveAlgorithm algorithm) {
        return new ChangedSelector(name(), Map.of(kind, algorithm), this, localWork());
    }

    /** Returns a selector that always chooses one algorithm, to predict that algorithm only. */
    static CollectiveSelector always(CollectiveAlgorithm algorithm) {
        return new ChangedSelector(
                algorithm.name(), Maps.asMap(algorithm.kinds(), kind -> algorithm), null, LocalWork.FREE);
    }
}
