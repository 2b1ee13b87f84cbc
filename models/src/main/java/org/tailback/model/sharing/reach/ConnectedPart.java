package org.tailback.model.sharing.reach;

/**
 * What a change can reach: the links connected with the changed ones by flows, and all flows on them. Two flows are connected if they
 * share a link, or if both are connected with a third one.
 *
 * <p>{@link #clear} it, {@link #addLink} the links that changed, then {@link #extend}. O(crossings reached).
 */
public final class ConnectedPart {
    private final Crossings crossings;
    private final DenseSet links;
    private final DenseSet flows = new DenseSet(16);
    /** Links whose flows have been added. */
    private int extended;

    /**
     * @param crossings the flows on their links
     * @param links number of links
     */
    public ConnectedPart(Crossings crossings, int links) {
        this.crossings = crossings;
        this.links = new DenseSet(links);
    }

    /** Begins with nothing. */
    public void clear() {
        links.clear();
        flows.clear();
        extended = 0;
    }

    /** Adds a link. */
    public void addLink(int link) {
        links.add(link);
    }

    /** Adds what is connected with the links that are in. */
    public void extend() {
        while (extended < links.size()) {
            int link = links.get(extended++);
            int[] onLink = crossings.on(link);
            for (int i = crossings.count(link); --i >= 0; ) {
                int flow = crossings.flowOf(onLink[i]);
                if (flows.add(flow)) {
                    for (int k = crossings.length(flow); --k >= 0; ) {
                        links.add(crossings.link(flow, k));
                    }
                }
            }
        }
    }

    /** The links, changed ones first. */
    public DenseSet links() {
        return links;
    }

    /** The flows. */
    public DenseSet flows() {
        return flows;
    }
}
