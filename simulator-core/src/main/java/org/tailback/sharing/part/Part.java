package org.tailback.sharing.part;

import org.tailback.columns.Columns;

/**
 * Connected component of message batches and links: a change at one of them can affect all others. Two links are
 * connected if a batch crosses both, or if both are connected with a third link. Batches and links keep their numbers
 * of the network; their order in the component depends on the history.
 *
 * <p>A search finds one component after another. It costs O(crossings found), and less if nearly all links are
 * connected, because it ends when all links in use are found. Batches are listed only for a model that requests them.
 * Memory is allocated only for growth.
 */
public final class Part {
    private final Crossings crossings;
    private final DenseSet links;
    private final DenseSet visited = new DenseSet(16);
    private int firstLink;
    private int[] open = {};

    private int[] batches = {};
    /** Number of batches; negative before they are listed. */
    private int size;

    Part(Crossings crossings, int links) {
        this.crossings = crossings;
        this.links = new DenseSet(links);
    }

    void clear() {
        links.clear();
        visited.clear();
    }

    /**
     * Finds the component of a link. Returns false if the component has been found since the last {@link #clear} or no
     * batch crosses the link.
     */
    boolean find(int link) {
        if (crossings.count(link) == 0 || !links.add(link)) {
            return false;
        }
        firstLink = links.size() - 1;
        size = -1;
        open = Columns.fit(open, crossings.links());
        open[0] = link;
        // depth first: finds all links of a dense component after a few steps
        for (int count = 1; count > 0 && links.size() < crossings.usedLinks(); ) {
            int from = open[--count];
            int[] on = crossings.on(from);
            for (int k = crossings.count(from); --k >= 0; ) {
                if (crossings.inPairs()) {
                    count = reach(crossings.otherLink(on[k]), count);
                } else if (visited.add(crossings.flowOf(on[k]))) {
                    int batch = crossings.flowOf(on[k]);
                    for (int j = crossings.length(batch); --j >= 0; ) {
                        count = reach(crossings.link(batch, j), count);
                    }
                }
            }
        }
        return true;
    }

    private int reach(int link, int count) {
        if (!links.add(link)) {
            return count;
        }
        open[count] = link;
        return count + 1;
    }

    /** Lists the batches of the component, each at the first of its links. */
    private void list() {
        size = 0;
        for (int i = firstLink; i < links.size(); i++) {
            int[] on = crossings.on(links.get(i));
            for (int k = crossings.count(links.get(i)); --k >= 0; ) {
                if (crossings.isFirst(on[k])) {
                    batches = Columns.fit(batches, size);
                    batches[size++] = crossings.flowOf(on[k]);
                }
            }
        }
    }

    /** Returns the number of batches, >= 1. */
    public int size() {
        if (size < 0) {
            list();
        }
        return size;
    }

    /** Returns the number of a batch, by its index from 0 to {@link #size} - 1. */
    public int batch(int index) {
        return batches[index];
    }

    /** Returns the number of links. */
    public int links() {
        return links.size() - firstLink;
    }

    /** Returns the number of a link, by its index from 0. */
    public int link(int index) {
        return links.get(firstLink + index);
    }
}
