package org.tailback.model.sharing.conflict;

import com.google.common.base.Preconditions;
import java.util.BitSet;
import java.util.List;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.part.Part;
import org.tailback.sharing.part.PartSharing;

/**
 * Base of the penalty models. An uncontended message has the rate 1 (a second of uncontended transfer per second), and
 * a message with penalty p has the rate 1/p. Messages are coupled by their source nodes, which are links 0 to nodes -
 * 1, and by their destination nodes, which are the links from {@code nodes} onwards. This class raises penalties below
 * 1 to 1.
 */
public abstract class PenaltySharing extends PartSharing {
    private final int nodes;
    /** Batches whose most recent penalty was raised to 1. */
    private final BitSet isRaised = new BitSet();

    private long raised;

    /**
     * Creates the rates of a network.
     *
     * @param nodes number of nodes, >= 1
     */
    protected PenaltySharing(int nodes) {
        super(2 * nodes, 2);
        this.nodes = nodes;
    }

    @Override
    protected final int crosses(int source, int destination, int[] links) {
        links[0] = Preconditions.checkElementIndex(source, nodes, "source");
        links[1] = nodes + Preconditions.checkElementIndex(destination, nodes, "destination");
        return 2;
    }

    @Override
    protected void opened(int batch) {
        if (raised > 0) {
            isRaised.clear(batch);
        }
    }

    /**
     * Returns whether a link of a connected component represents the messages that leave a node. Such a link has the
     * node's number.
     */
    protected final boolean isSource(int link) {
        return link < nodes;
    }

    /** Returns the node of a link that represents the messages that enter the node. */
    protected final int destinationOf(int link) {
        return link - nodes;
    }

    /** Returns the number of messages that leave a node. */
    protected final int outDegree(int node) {
        return messagesOn(node);
    }

    /** Returns the number of messages that enter a node. */
    protected final int inDegree(int node) {
        return messagesOn(nodes + node);
    }

    /** Returns the number of batches that leave a node, one for each destination node. */
    protected final int leaving(int node) {
        return crossings.count(node);
    }

    /** Returns a batch that leaves a node, by its index from 0. The order of the batches depends on the history. */
    protected final int leaving(int node, int index) {
        return crossings.flowOf(crossings.on(node)[index]);
    }

    /** Returns the number of batches that enter a node, one for each source node. */
    protected final int entering(int node) {
        return crossings.count(nodes + node);
    }

    /** Returns a batch that enters a node, by its index from 0. The order of the batches depends on the history. */
    protected final int entering(int node, int index) {
        return crossings.flowOf(crossings.on(nodes + node)[index]);
    }

    /**
     * Sets the penalty of a batch's messages, finite and > 0; a penalty below 1 (faster than uncontended) becomes 1.
     */
    protected final void setPenalty(int batch, double penalty) {
        if (penalty < 1 || raised > 0) {
            raised += penalty < 1 && !isRaised.get(batch) ? messages(batch) : 0;
            isRaised.set(batch, penalty < 1);
        }
        setRate(batch, 1 / Math.max(1, penalty));
    }

    /** Sets the penalty of all messages that leave a node, as {@link #setPenalty}. */
    protected final void setPenaltyOfSource(int node, double penalty) {
        int[] on = crossings.on(node);
        boolean raises = penalty < 1 || raised > 0;
        double rate = 1 / Math.max(1, penalty);
        for (int i = crossings.count(node); --i >= 0; ) {
            int batch = crossings.flowOf(on[i]);
            if (raises) {
                setPenalty(batch, penalty);
            } else {
                setRate(batch, rate);
            }
        }
    }

    /** Sets the penalties of the batches of a connected component. */
    @Override
    protected abstract void solve(Part part);

    /**
     * Returns a warning with the number of penalties raised to 1, if any. A message that joins a batch with a raised
     * penalty is not counted.
     */
    protected final List<String> warningOfRaised(String model, String remedy) {
        return raised == 0
                ? List.of()
                : List.of(model + ": " + raised + (raised == 1 ? " penalty" : " penalties")
                        + " below 1 (faster than uncontended) raised to 1; " + remedy);
    }

    /** Returns the current penalty of a batch's messages. */
    protected final double penalty(int batch) {
        return 1 / rate(batch);
    }

    /** Returns 1: pure penalty models measure work in seconds of uncontended transfer. */
    @Override
    public final double referenceRate(int source, int destination) {
        return 1;
    }

    @Override
    protected final Explanation why(int batch) {
        Explanation alone = Explanation.leaf("rate alone", 1);
        return Explanation.of("rate", rate(batch), "rate alone / penalty", alone, explainPenalty(batch))
                .asRate(1);
    }

    /** Returns the penalty term of a batch whose penalty is the larger of two penalties, and at least 1. */
    protected final Explanation largerOf(int batch, Explanation outgoing, Explanation incoming) {
        boolean belowOne = Math.max(outgoing.value(), incoming.value()) < 1;
        String formula = belowOne ? "max(1, outgoing, incoming): never a speed-up" : "max(outgoing, incoming)";
        return Explanation.of("penalty", penalty(batch), formula, outgoing, incoming);
    }

    /** Returns the penalty term of a batch's messages with its causes. The value of the term is the penalty in use. */
    protected abstract Explanation explainPenalty(int batch);
}
