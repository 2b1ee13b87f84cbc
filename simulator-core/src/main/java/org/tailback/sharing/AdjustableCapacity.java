package org.tailback.sharing;

import java.util.List;

/**
 * Additional interface of a {@link BandwidthSharing} that knows how its rates change when capacities change while
 * messages are in flight. Where it does not, the network makes the messages of a node proportionally slower.
 *
 * <p>Reference rates stay those of the network as it was built. A change takes effect with the next {@link
 * BandwidthSharing#recompute}, which reports every rate that it changes.
 */
public interface AdjustableCapacity {
    /** The names of the links, such as {@code node 3 up}; O(links). */
    List<String> linkNames();

    /**
     * The links that carry the data of a message between two nodes, in the order of its route; for links that fail.
     *
     * @param source node that sends
     * @param destination another node, which receives
     * @return indices into {@link #linkNames}
     * @throws UnsupportedOperationException unless overridden
     */
    default int[] linksBetween(int source, int destination) {
        throw new UnsupportedOperationException(getClass().getName() + " does not say which links a message crosses");
    }

    /**
     * What a link carries as built, in the unit of rates; not a number where that is not known.
     *
     * @param link index into {@link #linkNames}
     */
    default double builtCapacity(int link) {
        return Double.NaN;
    }

    /**
     * Changes what one link carries.
     *
     * @param link index into {@link #linkNames}
     * @param fraction of its capacity as built, finite, > 0; 1 restores it
     */
    void setLinkCapacity(int link, double fraction);

    /**
     * Changes what the links carry at which the routes of a node begin and end; beside a change of such a link itself,
     * by which this one is multiplied.
     *
     * @param node 0 to nodes - 1
     * @param fraction of their capacity as built, finite, > 0; 1 restores it
     */
    void setNodeCapacity(int node, double fraction);
}
