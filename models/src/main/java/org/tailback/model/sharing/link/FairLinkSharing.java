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
 * Base of models of weighted max-min fair sharing of links. After every start and end the links whose levels change are
 * filled again ({@link LocalFilling}). If their number is large, all links from the lowest changed level on are filled:
 * by {@link OrderedFilling} for routes of at most two links, otherwise by {@link ProgressiveFilling}.
 *
 * <p><b>Cost.</b> O(m log m) for the m crossings (batch on link) of the links whose levels change. Memory is allocated
 * only for growing arrays.
 */
public abstract class FairLinkSharing extends LinkSharing {
    /** Relative tolerance of "full" and of the lowest changed level, above the rounding error. */
    private static final double MARGIN = 1e-9;

    private final FairLevels levels;
    private final LocalFilling local;
    private final OrderedFilling ordered;
    private final ProgressiveFilling filling;
    private final boolean hasUnshared;
    private final double[] parts;
    /** Rate of a message per unit of its level, by batch. */
    private double[] factor = {};

    /**
     * Creates the rates of a network.
     *
     * @param topology links and routes
     * @param nodes number of nodes, >= 1
     * @param longest maximum number of links that a message uses
     */
    protected FairLinkSharing(Topology topology, int nodes, int longest) {
        super(topology, nodes, longest);
        levels = new FairLevels(crossings, this::stopped, unshared(topology), transits(topology), nodes);
        local = new LocalFilling(levels);
        ordered = new OrderedFilling(levels);
        hasUnshared = IntStream.range(0, topology.links()).anyMatch(link -> !topology.isShared(link));
        filling = new ProgressiveFilling(levels);
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

    /** Returns the transit link or -1, by link; empty if no link has one. */
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
     * @param parts output: capacity of each link that the message uses per unit of its rate, finite, > 0
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
     * Returns the weight w of the message whose route was written last: the rate is the level of its bottleneck / w. 1
     * by default.
     */
    protected double weight() {
        return 1;
    }

    /** Returns the highest rate of this message, independent of the capacities of its links; infinite by default. */
    protected double window() {
        return Double.POSITIVE_INFINITY;
    }

    private void stopped(int batch, double level) {
        setRate(batch, level * factor[batch]);
    }

    /** Returns the rate of a batch's message per unit of its level. */
    protected final double factor(int batch) {
        return factor[batch];
    }

    @Override
    protected final void opened(int batch) {
        double weight = weight();
        for (int i = weight == 1 ? 0 : crossings.length(batch); --i >= 0; ) {
            parts[i] /= weight;
        }
        if (batch >= factor.length) {
            factor = Columns.fit(factor, batch);
        }
        factor[batch] = 1 / weight;
        levels.opened(batch, parts, weight * Math.min(injectionRate(batch), window()));
    }

    @Override
    protected final void resized(int batch, int by) {
        levels.resized(batch, messages(batch));
    }

    @Override
    protected final void closed(int batch) {
        levels.closed(batch);
        super.closed(batch);
    }

    @Override
    protected final void update() {
        fill();
        levels.filled();
    }

    private void fill() {
        if (!levels.relieves && local.fill(changedLinks, capacity)) {
            return;
        }
        double from = local.lowest() * (1 - MARGIN);
        boolean isOrderKnown = from > 0 && !levels.relieves && !hasUnshared && crossings.inPairs();
        if (!isOrderKnown || !ordered.fill(from, capacity)) {
            filling.fill(changedLinks, from, capacity);
        }
    }

    /** Throws an exception, because these models fill links from a level upwards, not component by component. */
    @Override
    protected final void solve(Part reached) {
        throw new UnsupportedOperationException("links are filled");
    }

    /** Explains the rate by the capacity and the load of each link on the route. */
    @Override
    protected final Explanation why(int batch) {
        List<Explanation> terms = new ArrayList<>(explainLimits(batch, levels.bound[batch]));
        for (int i = 0; i < crossings.length(batch); i++) {
            terms.add(explainLink(batch, i));
        }
        return new Explanation("rate", rate(batch), explainRate(), terms).asRate(topology.nodeBandwidth());
    }

    /**
     * Explains a link, which is a batch's bottleneck if it is full and the batch has the highest level on the link.
     * O(batches on the link).
     */
    private Explanation explainLink(int batch, int index) {
        int link = crossings.link(batch, index);
        boolean isShared = link >= topology.links() || topology.isShared(link);
        double used = 0;
        double highest = 0;
        for (int i = 0; i < crossings.count(link); i++) {
            int crossing = crossings.on(link)[i];
            double level = levels.stoppedAt[crossings.flowOf(crossing)];
            double its = levels.taken(crossing);
            used = isShared ? used + its : Math.max(used, its);
            highest = Math.max(highest, level);
        }
        boolean full = used >= capacity[link] * (1 - MARGIN);
        boolean bottleneck = full && highest <= levels.stoppedAt[batch] * (1 + MARGIN);
        double part = levels.amount[crossings.first(batch) + index] / (isShared ? messages(batch) : 1) / factor[batch];
        return Explanation.of(
                        linkName(link) + (bottleneck ? ", bottleneck" : ""),
                        used,
                        (isShared ? "used by all messages" : "maximum used by one message") + (full ? ", full" : ""),
                        bandwidth("capacity", capacity[link]),
                        Explanation.leaf("messages", messagesOn(link)),
                        explainShare(part, highest))
                .asRate(topology.nodeBandwidth());
    }

    /** Returns the description of the rate. */
    protected abstract String explainRate();

    /** Returns terms about the weight and the bound of a batch. */
    protected abstract List<Explanation> explainLimits(int batch, double bound);

    /**
     * Returns a term about a link.
     *
     * @param part capacity of the link that the message uses per unit of its rate
     * @param highestLevel highest level of a message on the link
     */
    protected abstract Explanation explainShare(double part, double highestLevel);
}
