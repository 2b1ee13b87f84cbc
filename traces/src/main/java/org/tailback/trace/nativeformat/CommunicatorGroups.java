package org.tailback.trace.nativeformat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which ranks the communicators of one program have at a point of it: all, unless a definition specifies otherwise. */
final class CommunicatorGroups {
    private final Map<Integer, int[]> groups = new HashMap<>();

    /** Returns the ranks of a communicator; null for all in their order. */
    int @Nullable [] get(int communicator) {
        return groups.get(communicator);
    }

    /**
     * Notes a definition.
     *
     * @return whether it differs from the one before
     */
    boolean define(int communicator, int @Nullable [] group) {
        int[] before = groups.get(communicator);
        if (group == null) {
            groups.remove(communicator);
            return before != null;
        }
        if (Arrays.equals(group, before)) {
            return false;
        }
        groups.put(communicator, group);
        return true;
    }
}
