package org.tailback.trace.ti;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.ti.WaitAudit.Key;

/** The open requests of a program that is being written, by the keys that a reader of TI traces finds them by. */
final class OpenMessages {
    private final Map<Integer, Key> keys = new LinkedHashMap<>();
    private final Map<Key, ArrayDeque<Integer>> queues = new HashMap<>();

    int size() {
        return keys.size();
    }

    /** A request begins. */
    void add(int request, Key key) {
        keys.put(request, key);
        queues.computeIfAbsent(key, k -> new ArrayDeque<>()).add(request);
    }

    /** Returns the key of an open request, or null. */
    @Nullable
    Key key(int request) {
        return keys.get(request);
    }

    /** Returns whether a request is the oldest open one of its key. */
    boolean isOldest(int request) {
        Key key = keys.get(request);
        ArrayDeque<Integer> queue = key == null ? null : queues.get(key);
        return queue != null && !queue.isEmpty() && queue.getFirst() == request;
    }

    /** A request ends. */
    void remove(int request) {
        Key key = keys.remove(request);
        ArrayDeque<Integer> queue = key == null ? null : queues.get(key);
        if (key != null && queue != null) {
            queue.removeFirstOccurrence(request);
            if (queue.isEmpty()) {
                queues.remove(key);
            }
        }
    }
}
