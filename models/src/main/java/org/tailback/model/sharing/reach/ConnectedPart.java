package org.tailback.model.sharing.reach;

/**
 * The links that a change can reach: those connected with the changed links by flows. Two links are connected if a flow
 * crosses both, or if both are connected with a third one. In a duplex network the two directions of a cable, links 2 i
 * and 2 i + 1, are connected too.
 *
 * <p>{@link #takeFrom} finds the part of all changed links at once. Otherwise {@link #clear} it, {@link #add} links
 * that changed, then {@link #extend}. O(crossings reached), and less where nearly all is connected: the search ends
 * when it has found all links in use.
 */
public final class ConnectedPart {
    private final Crossings crossings;
    private final boolean duplex;
    private final DenseSet links;
    private final DenseSet flows = new DenseSet(16);
    /**
     * Links whose flows have not been visited; the last one is next, as that finds the rest of a dense part soonest.
     */
    private final int[] pending;

    private int pendingCount;
    private int used;

    /**
     * @param crossings the flows on their links
     * @param links number of links
     * @param duplex true if the two directions of a cable are connected
     */
    public ConnectedPart(Crossings crossings, int links, boolean duplex) {
        this.crossings = crossings;
        this.duplex = duplex;
        this.links = new DenseSet(links);
        pending = new int[links];
    }

    /** Begins with nothing. */
    public void clear() {
        links.clear();
        flows.clear();
        pendingCount = 0;
        used = 0;
    }

    /** Finds the links that are connected with changed ones, whose set it empties. */
    public DenseSet takeFrom(DenseSet changed) {
        clear();
        for (int i = 0; i < changed.size(); i++) {
            add(changed.get(i));
        }
        changed.clear();
        extend();
        return links;
    }

    /** Adds a link. */
    public void add(int link) {
        if (links.add(link)) {
            pending[pendingCount++] = link;
            used += crossings.count(link) > 0 ? 1 : 0;
            if (duplex) {
                add(link ^ 1);
            }
        }
    }

    /** Adds the links that are connected with those added so far. */
    public void extend() {
        while (pendingCount > 0 && used < crossings.usedLinks()) {
            int link = pending[--pendingCount];
            int[] onLink = crossings.on(link);
            for (int i = crossings.count(link); --i >= 0; ) {
                int flow = crossings.flowOf(onLink[i]);
                if (flows.add(flow)) {
                    for (int k = crossings.length(flow); --k >= 0; ) {
                        add(crossings.link(flow, k));
                    }
                }
            }
        }
    }

    /** The links, those added first before those found. */
    public DenseSet links() {
        return links;
    }
}
