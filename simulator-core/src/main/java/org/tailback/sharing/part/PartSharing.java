package org.tailback.sharing.part;

import com.google.common.base.Preconditions;
import org.tailback.columns.Columns;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;

/**
 * State of a model whose rates are a function of the connected component of messages in flight ({@link Part}). Messages
 * between the same two nodes (and with the same injection rate, if rates depend on it) form a batch. A model defines
 * the links that a batch {@link #crosses}, which couple it with other batches, and sets the rates of the batches of a
 * component in {@link #solve}:
 *
 * <pre>{@code
 * // all messages that leave or enter a node share its capacity equally
 * final class HalfDuplexState extends PartSharing {
 *     HalfDuplexState(int nodes) {
 *         super(nodes, 2);
 *     }
 *
 *     protected int crosses(int source, int destination, int[] links) {
 *         links[0] = source;
 *         links[1] = destination;
 *         return 2;
 *     }
 *
 *     protected void solve(Part part) {
 *         for (int i = 0; i < part.size(); i++) {
 *             int batch = part.batch(i);
 *             setRate(batch, 1.0 / Math.max(messagesOn(source(batch)), messagesOn(destination(batch))));
 *         }
 *     }
 *     ...
 * }
 * }</pre>
 *
 * <p><b>Rounding.</b> A rate within {@link #TOLERANCE} of the last reported rate does not count as a change. The
 * comparison is always with the last reported rate, so that small differences do not accumulate.
 *
 * <p>A start, end or recomputation allocates memory only for growth.
 */
public abstract class PartSharing implements BandwidthSharing {
    /** Relative difference below which rates count as equal; several thousand times the rounding error. */
    public static final double TOLERANCE = 1e-12;

    /** Incidence of batches and links. */
    protected final Crossings crossings;
    /** Links at which messages started or ended or whose capacity changed since the last recomputation. */
    protected final DenseSet changedLinks;

    private final Part part;
    private final int[] route;
    /** Number of messages by link. */
    private int[] messagesOn;

    // arrays indexed by batch
    private int[] source;
    private int[] destination;
    private double[] injectionRates;
    private int[] messages;
    /** Rate last reported to the network, by batch; not a number before the first report. */
    private double[] rate;

    private RateConsumer network = (flow, value) -> {};

    /**
     * Creates the state of a network without messages.
     *
     * @param links number of links that couple messages, >= 0
     * @param longest largest number of links that a message crosses, >= 1
     */
    protected PartSharing(int links, int longest) {
        this(links, longest, 0);
    }

    /**
     * Creates the state of a network without messages.
     *
     * @param links number of links that couple messages, >= 0
     * @param longest largest number of links that a message crosses, >= 1
     * @param expected number of batches for which there is room initially, >= 0
     */
    protected PartSharing(int links, int longest, int expected) {
        crossings = new Crossings(links, expected, longest);
        part = new Part(crossings, links);
        changedLinks = new DenseSet(links);
        route = new int[longest];
        messagesOn = new int[links];
        source = new int[Math.max(16, expected)];
        destination = new int[source.length];
        injectionRates = new double[source.length];
        messages = new int[source.length];
        rate = new double[source.length];
    }

    /**
     * Writes the links that couple the messages between two nodes with other messages into an array, each once. Returns
     * the number of links, from 1 to the length of the array; with another number, starting a message fails with an
     * {@link IllegalStateException}. A message that is not coupled with any other crosses an individual link.
     *
     * @param into array whose length is the largest number of links that a message crosses
     */
    protected abstract int crosses(int from, int to, int[] into);

    /** Sets the rate of each batch of a component ({@link #setRate}). */
    protected abstract void solve(Part reached);

    /** Explains the current rate of a batch. Returns a tree whose root value is {@link #rate}. */
    protected abstract Explanation why(int batch);

    /** Returns true if messages of different injection rates between the same two nodes may have different rates. */
    protected boolean regardsInjectionRates() {
        return false;
    }

    /** Called when a batch of one message has been put on its links. */
    protected void opened(int batch) {}

    /**
     * Called when messages have been added to a batch, or removed ({@code by} is negative) from a batch that keeps at
     * least one.
     */
    protected void resized(int batch, int by) {}

    /** Called when the last message of a batch has ended, before the batch is removed from its links. */
    protected void closed(int batch) {}

    @Override
    public Batching batching() {
        return regardsInjectionRates() ? Batching.NODES_AND_INJECTION_RATE : Batching.NODES;
    }

    @Override
    public final void flowStarted(int flow, int from, int to, double injectionRate) {
        Preconditions.checkState(crossings.length(flow) == 0, "flow %s is already in flight", flow);
        Preconditions.checkArgument(
                from != to, "flow %s stays inside node %s and does not use the network", flow, from);
        int links = crosses(from, to, route);
        // no Preconditions: its varargs would allocate an array for each message
        if (links < 1 || links > route.length) {
            throw new IllegalStateException(
                    "%s: crosses(%s, %s) returned %s links, expected 1 to %s; a message that is not"
                                    .formatted(getClass().getName(), from, to, links, route.length)
                            + " coupled with others crosses an individual link");
        }
        if (flow >= source.length) {
            source = Columns.fit(source, flow);
            destination = Columns.fit(destination, flow);
            injectionRates = Columns.fit(injectionRates, flow);
            messages = Columns.fit(messages, flow);
            rate = Columns.fit(rate, flow);
        }
        source[flow] = from;
        destination[flow] = to;
        injectionRates[flow] = injectionRate;
        messages[flow] = 0;
        rate[flow] = Double.NaN;
        crossings.add(flow, route, links);
        count(flow, 1);
        opened(flow);
    }

    @Override
    public final void flowResized(int flow, int count) {
        Preconditions.checkState(crossings.length(flow) > 0, "flow %s is not in flight", flow);
        int by = count - messages[flow];
        count(flow, by);
        resized(flow, by);
    }

    @Override
    public final void flowEnded(int flow) {
        Preconditions.checkState(crossings.length(flow) > 0, "flow %s is not in flight", flow);
        count(flow, -messages[flow]);
        closed(flow);
        crossings.remove(flow);
    }

    private void count(int batch, int more) {
        messages[batch] += more;
        for (int i = crossings.length(batch); --i >= 0; ) {
            int link = crossings.link(batch, i);
            messagesOn[link] += more;
            changedLinks.add(link);
        }
    }

    /** Makes room for links up to a number, inclusive. */
    protected final void ensureLink(int link) {
        crossings.ensureLink(link);
        messagesOn = Columns.fit(messagesOn, link);
    }

    @Override
    public final void recompute(RateConsumer rates) {
        network = rates;
        update();
        changedLinks.clear();
    }

    /** Solves the components of changed links, one after another. */
    protected void update() {
        part.clear();
        for (int i = 0; i < changedLinks.size(); i++) {
            if (part.find(changedLinks.get(i))) {
                solve(part);
            }
        }
    }

    /** Sets the rate of a batch's messages, finite and > 0. Setting the same value again has no effect. */
    protected final void setRate(int batch, double value) {
        // the stored rate is not a number before the first report
        if (!(Math.abs(value - rate[batch]) <= TOLERANCE * value)) {
            rate[batch] = value;
            network.rate(batch, value);
        }
    }

    /** Returns the last reported rate; not a number if no rate has been set since the batch opened. */
    protected final double rate(int batch) {
        return rate[batch];
    }

    /** Returns the source node of a batch's messages. */
    public final int source(int batch) {
        return source[batch];
    }

    /** Returns the destination node of a batch's messages. */
    public final int destination(int batch) {
        return destination[batch];
    }

    /**
     * Returns the injection rate of each of a batch's messages, in work per second; infinite if it does not limit them.
     * If the model ignores injection rates, returns the rate of one of the messages.
     */
    public final double injectionRate(int batch) {
        return injectionRates[batch];
    }

    /** Returns the number of messages of a batch. */
    public final int messages(int batch) {
        return messages[batch];
    }

    /** Returns the number of messages that cross a link. */
    public final int messagesOn(int link) {
        return messagesOn[link];
    }

    /** Returns the component of a batch, for explanations. */
    protected final Part partOf(int batch) {
        part.clear();
        part.find(crossings.link(batch, 0));
        return part;
    }

    @Override
    public final Explanation explain(int flow) {
        Preconditions.checkArgument(crossings.length(flow) > 0, "flow %s is not in flight", flow);
        Preconditions.checkState(!Double.isNaN(rate[flow]), "flow %s has no rate before recompute", flow);
        return why(flow);
    }
}
