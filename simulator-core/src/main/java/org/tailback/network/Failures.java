package org.tailback.network;

import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;

/** The nodes and links of a network that do not work now. Routes stay as they are. */
public final class Failures {
    private final @Nullable AdjustableCapacity links;
    private final BitSet failedNodes = new BitSet();
    /** Links on which messages stop, and on which they are lost. */
    private final BitSet stopping = new BitSet();

    private final BitSet losing = new BitSet();
    /** The names of links; asked for once. */
    private @Nullable List<String> names;

    Failures(BandwidthSharing sharing) {
        links = sharing instanceof AdjustableCapacity adjustable ? adjustable : null;
    }

    /** True if a node has failed. */
    public boolean ofNode(int node) {
        return failedNodes.get(node);
    }

    void setNode(int node, boolean failed) {
        failedNodes.set(node, failed);
    }

    /** True if a link has failed. */
    public boolean ofLink(int link) {
        return stopping.get(link) || losing.get(link);
    }

    /** True if all links work. */
    public boolean noLinks() {
        return stopping.isEmpty() && losing.isEmpty();
    }

    void setLink(int link, boolean stops, boolean loses) {
        stopping.set(link, stops);
        losing.set(link, loses);
    }

    /** True if a message between two nodes crosses a link. */
    public boolean crosses(int source, int destination, int link) {
        return links != null
                && source != destination
                && first(source, destination, onlyLink(link)).isPresent();
    }

    private static BitSet onlyLink(int link) {
        BitSet only = new BitSet();
        only.set(link);
        return only;
    }

    /** True if messages between two nodes do not move now. */
    boolean stops(int source, int destination) {
        return first(source, destination, stopping).isPresent() || losingLink(source, destination) != null;
    }

    /** The name of the first link between two nodes on which messages are lost now; null if there is none. */
    public @Nullable String losingLink(int source, int destination) {
        OptionalInt link = first(source, destination, losing);
        return link.isPresent() ? name(link.getAsInt()) : null;
    }

    /** The name of a link. */
    public String name(int link) {
        if (names == null && links != null) {
            names = links.linkNames();
        }
        return names == null ? "link " + link : names.get(link);
    }

    private OptionalInt first(int source, int destination, BitSet among) {
        if (links == null || source == destination || among.isEmpty()) {
            return OptionalInt.empty();
        }
        for (int link : links.linksBetween(source, destination)) {
            if (among.get(link)) {
                return OptionalInt.of(link);
            }
        }
        return OptionalInt.empty();
    }

    /** A copy for a network with the same links. */
    void copyTo(Failures other) {
        other.failedNodes.or(failedNodes);
        other.stopping.or(stopping);
        other.losing.or(losing);
    }
}
