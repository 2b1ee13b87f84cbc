package org.tailback.sharing;

import java.util.List;
import org.tailback.error.InputException;

/**
 * Additional interface of a {@link BandwidthSharing} that adapts its rates when capacities change while messages are in
 * flight. Without this interface, the network rejects such changes with an {@code InputException}.
 *
 * <p>Reference rates remain the rates of the network as built. A change takes effect with the next {@link
 * BandwidthSharing#recompute}, which reports every rate that it changes.
 */
public interface AdjustableCapacity {
    /** Returns the links; O(links). */
    List<Link> links();

    /** Returns true if rates are max-min fair over exactly these links; false by default. */
    default boolean isFair() {
        return false;
    }

    /**
     * Returns the links used by the data of a message between two nodes: the links of its route in their order,
     * followed by the limits of its hosts.
     *
     * @param source node that sends
     * @param destination another node, which receives
     * @return indices into {@link #links}
     */
    int[] linksBetween(int source, int destination);

    /**
     * Returns the capacity of a link as built, in the unit of rates; NaN if it is unknown.
     *
     * @param link index into {@link #links}
     */
    default double builtCapacity(int link) {
        return Double.NaN;
    }

    /**
     * Returns the current capacity of a link, in the unit of rates; NaN if it is unknown.
     *
     * @param link index into {@link #links}
     */
    default double capacity(int link) {
        return Double.NaN;
    }

    /**
     * Returns the share of the rate of a message between two nodes that one of its {@link #linksBetween} carries; below
     * 1 if messages are split between routes.
     *
     * @param link index into {@link #links}
     * @return > 0, at most 1
     */
    default double part(int link, int source, int destination) {
        return 1;
    }

    /**
     * Changes the capacity of one link.
     *
     * @param link index into {@link #links}
     * @param fraction of its capacity as built, finite, > 0; 1 restores it
     */
    void setLinkCapacity(int link, double fraction);

    /**
     * Changes the built capacity of one link, and reference rates accordingly. Must be called before the first message
     * starts.
     *
     * @param link index into {@link #links}
     * @param fraction of {@link #builtCapacity} before any change, finite, > 0
     * @throws InputException if the model does not support the change; always, unless overridden
     */
    default void setBuiltCapacity(int link, double fraction) {
        throw new InputException("the model does not support changes of the built link capacities");
    }

    /**
     * Returns the limit of one rank in each direction as built, in the unit of rates; infinite without such a limit.
     * Limits of ranks are not among the {@link #links}, because the number of ranks is unknown.
     */
    default double rankCapacity() {
        return Double.POSITIVE_INFINITY;
    }

    /**
     * Returns the capacity of both directions between two nodes (ranks, where {@link #rankCapacity} is finite), in the
     * unit of rates; infinite without such a limit. These limits are not among the {@link #links}.
     */
    default double connectionCapacity() {
        return Double.POSITIVE_INFINITY;
    }

    /**
     * Changes the capacity of each rank to send and to receive. Must be called before the first message starts.
     *
     * @param fraction of {@link #rankCapacity}, finite, > 0; 1 restores it
     */
    default void setRankCapacity(double fraction) {}

    /**
     * Changes the capacity of the links at which the routes of a node begin and end. The fraction is multiplied by the
     * fraction of {@link #setLinkCapacity} for such a link.
     *
     * @param node 0 to nodes - 1
     * @param fraction of their capacity as built, finite, > 0; 1 restores it
     */
    void setNodeCapacity(int node, double fraction);
}
