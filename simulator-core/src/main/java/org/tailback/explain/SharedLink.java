package org.tailback.explain;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.sharing.Link;

/**
 * A link with the messages that move on it now; in a network without links, the end of a node.
 *
 * @param name name in reports
 * @param link the link; null if unknown
 * @param capacity capacity as built, in the unit of rates; not a number if unknown
 * @param flows messages on the link
 */
record SharedLink(String name, @Nullable Link link, double capacity, Set<MovingMessages.Flow> flows) {
    /** Contention that the sharing of known links does not explain. */
    static final SharedLink BETWEEN_NODES = new SharedLink("between nodes", null, Double.NaN, Set.of());

    static SharedLink unknown(String name) {
        return new SharedLink(name, null, Double.NaN, new LinkedHashSet<>());
    }

    static SharedLink of(Link link, double capacity) {
        return new SharedLink(link.end(), link, capacity, new LinkedHashSet<>());
    }

    /** Returns the number of messages relative to the capacity; not a number if the capacity is unknown. */
    double load() {
        return flows.size() / capacity;
    }

    /** Returns the link as a cause without contention. */
    Culprit culprit() {
        return new Culprit(Culprit.Type.LINK, name, 0, 0, link);
    }
}
