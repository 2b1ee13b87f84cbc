package org.tailback.collective;

import com.google.common.collect.MapMaker;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.tailback.program.CollectiveCall;

/**
 * Cache of the communicators of a program: each communicator is divided into machines once for all ranks. Thread-safe.
 */
final class NcclGroups {
    private final MachineLayout layout;
    /** Groups of all ranks, by their number. */
    private final ConcurrentMap<Integer, NcclGroup> whole = new ConcurrentHashMap<>();
    /** Groups by the identity of the array of ranks, for the lifetime of that array. */
    private final ConcurrentMap<int[], NcclGroup> parts =
            new MapMaker().weakKeys().makeMap();

    NcclGroups(MachineLayout layout) {
        this.layout = layout;
    }

    MachineLayout layout() {
        return layout;
    }

    /** Returns the group of a call. O(ranks) for the first call of a group, then O(1). */
    NcclGroup of(CollectiveCall call, int ranks) {
        int[] group = call.group();
        NcclGroup divided = group == null
                ? whole.computeIfAbsent(ranks, all -> NcclGroup.of(layout, null, all))
                : parts.computeIfAbsent(group, some -> NcclGroup.of(layout, some, ranks));
        return divided.forCall(call);
    }
}
