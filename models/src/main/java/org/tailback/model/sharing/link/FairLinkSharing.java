package org.tailback.model.sharing.link;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.tailback.columns.Columns;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.part.Part;

/**
 * Weighted max-min fair sharing of links. After every start and end the links that it reaches are filled again
 * ({@link ProgressiveFilling}), from the lowest level that can change.
 *
 * <p><b>Cost.</b> O(m log m) for the m crossings (batch on link) of the links that it reaches. Nothing is allocated,
 * apart from arrays that grow.
 */
public abstract class FairLinkSharing extends LinkSharing {
    /** Relative tolerance of "full", and of the lowest level that can change; above the error of rounding. */
    private static final double MARGIN = 1e-9;

    private final ProgressiveFilling filling;
    /** No batch at a level below this one can have another level now. */
    private double from = Double.POSITIVE_INFINITY;
    /** The largest part of a link that a message has taken so far. */
    private double largestPart;

    private final double[] parts;
    /** Rate of a message per unit of its level, by batch. */
    private double[] factor = {};

    /**
     * @param topology the links
     * @param nodes number of nodes, >= 1
     * @param longest most links that a message uses
     */
    protected FairLinkSharing(Topology topology, int nodes, int longest) {
        super(topology, nodes, longest);
        filling = new ProgressiveFilling(crossings, this::stopped, unshared(topology), transits(topology), nodes);
        parts = new double[longest + ON_DEMAND];
    }

    @Override
    public final boolean isFair() {
        return true;
    }

    private static boolean[] unshared(Topology topology) {
        boolean[] unshared = new boolean[topology.links()];
        for (int link = 0; link < unshared.length; link++) {
            unshared[link] = !topology.isShared(link);
        }
        return unshared;
    }

    /** By link; empty if no link has one. */
    private static int[] transits(Topology topology) {
        return topology.isSplit()
                ? IntStream.range(0, topology.links()).map(topology::transit).toArray()
                : new int[0];
    }

    @Override
    protected final int route(int source, int destination, int[] into) {
        int links = route(source, destination, into, parts);
        Arrays.fill(parts, links, links + ON_DEMAND, 1);
        return links;
    }

    /**
     * Writes the links that a message uses, each once, and returns their number.
     *
     * @param parts receives for each link the part that the message takes of it per unit of its rate, finite, > 0
     */
    protected int route(int source, int destination, int[] into, double[] parts) {
        int links = topology.route(source, destination, into);
        Arrays.fill(parts, 0, links, 1);
        for (int i = topology.isSplit() ? links : 0; --i >= 0; ) {
            parts[i] = topology.part(into[i], source, destination);
        }
        return links;
    }

    /**
     * The weight w of the message whose route was written last: its rate is the level of its bottleneck / w. 1 unless a
     * model says otherwise.
     */
    protected double weight() {
        return 1;
    }

    /** Its highest rate, whatever the capacities of its links; infinite unless a model says otherwise. */
    protected double window() {
        return Double.POSITIVE_INFINITY;
    }

    private void stopped(int batch, double level) {
        setRate(batch, level * factor[batch]);
    }

    /** The rate of a batch's message per unit of its level. */
    protected final double factor(int batch) {
        return factor[batch];
    }

    @Override
    protected final void opened(int batch) {
        double weight = weight();
        for (int i = crossings.length(batch); --i >= 0; ) {
            parts[i] /= weight;
            largestPart = Math.max(largestPart, parts[i]);
        }
        if (batch >= factor.length) {
            factor = Columns.fit(factor, batch);
        }
        factor[batch] = 1 / weight;
        filling.opened(batch, parts, weight * Math.min(pace(batch), window()));
        grown(batch);
    }

    @Override
    protected final void resized(int batch, int by) {
        filling.resized(batch, messages(batch));
        if (by > 0) {
            grown(batch);
        } else {
            shrunk(batch);
        }
    }

    @Override
    protected final void closed(int batch) {
        shrunk(batch);
        super.closed(batch);
    }

    /**
     * A link with k messages is not full below capacity / (k * largest part): the new level of the batch is not below
     * that.
     */
    private void grown(int batch) {
        from = Math.min(from, filling.bound(batch));
        for (int i = crossings.length(batch); --i >= 0; ) {
            int link = crossings.link(batch, i);
            from = Math.min(from, capacity[link] / (messagesOn(link) * largestPart));
        }
    }

    private void shrunk(int batch) {
        from = Math.min(from, filling.firstLevel(batch));
    }

    @Override
    protected final void capacityChanged(int link) {
        super.capacityChanged(link);
        from = 0;
    }

    @Override
    protected final void update() {
        filling.fill(changedLinks, from * (1 - MARGIN), capacity);
        from = Double.POSITIVE_INFINITY;
    }

    /** Links are filled from a level on: no part is solved by itself. */
    @Override
    protected final void solve(Part reached) {
        throw new UnsupportedOperationException("links are filled");
    }

    /** Tells the rate, the capacity and the load of each link on the route. */
    @Override
    protected final Explanation why(int batch) {
        List<Explanation> terms = new ArrayList<>(explainLimits(batch, filling.bound(batch)));
        for (int i = 0; i < crossings.length(batch); i++) {
            terms.add(explainLink(batch, i));
        }
        return new Explanation("rate", rate(batch), explainRate(), terms).asRate(topology.nodeBandwidth());
    }

    /** A link's bottleneck batches have the highest level there, and the link is full. O(batches on it). */
    private Explanation explainLink(int batch, int index) {
        int link = crossings.link(batch, index);
        boolean isShared = link >= topology.links() || topology.isShared(link);
        double used = 0;
        double highest = 0;
        for (int i = 0; i < crossings.count(link); i++) {
            int crossing = crossings.on(link)[i];
            double level = filling.level(crossings.flowOf(crossing));
            double its = filling.taken(crossing);
            used = isShared ? used + its : Math.max(used, its);
            highest = Math.max(highest, level);
        }
        boolean full = used >= capacity[link] * (1 - MARGIN);
        boolean bottleneck = full && highest <= filling.level(batch) * (1 + MARGIN);
        double part = filling.amount(crossings.first(batch) + index) / (isShared ? messages(batch) : 1) / factor[batch];
        return Explanation.of(
                        linkName(link) + (bottleneck ? ", bottleneck" : ""),
                        used,
                        (isShared ? "used by all messages" : "the most that one message uses") + (full ? ", full" : ""),
                        bandwidth("capacity", capacity[link]),
                        Explanation.leaf("messages", messagesOn(link)),
                        explainShare(part, highest))
                .asRate(topology.nodeBandwidth());
    }

    /** The rate in words. */
    protected abstract String explainRate();

    /** Terms about the weight and the bound of a batch. */
    protected abstract List<Explanation> explainLimits(int batch, double bound);

    /**
     * A term about a link.
     *
     * @param part the part that the message takes of the link per unit of its rate
     * @param highestLevel the highest level of a message there
     */
    protected abstract Explanation explainShare(double part, double highestLevel);
}
