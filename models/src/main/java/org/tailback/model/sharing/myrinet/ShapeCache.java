package org.tailback.model.sharing.myrinet;

import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** Remembers the components that were used last; forgetting one costs time, never changes a result. */
final class ShapeCache {
    /** Bounds the memory to some tens of megabytes. */
    private static final long MOST_PAIRS = 1 << 20;

    private final LinkedHashMap<Component, StateSets> known = new LinkedHashMap<>(64, 0.75f, true);
    private long pairs;

    @Nullable
    StateSets get(Component component) {
        return known.get(component);
    }

    void put(Component component, StateSets sets) {
        if (known.put(component, sets) == null) {
            pairs += component.pairs();
        }
        while (pairs > MOST_PAIRS) {
            Component eldest = known.keySet().iterator().next();
            known.remove(eldest);
            pairs -= eldest.pairs();
        }
    }
}
