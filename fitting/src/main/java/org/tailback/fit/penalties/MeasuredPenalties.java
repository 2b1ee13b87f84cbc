package org.tailback.fit.penalties;

import org.tailback.cluster.Cluster;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * Penalties looked up in a library of measured shapes; where a shape was not measured, those of another model.
 *
 * <p><b>What it predicts.</b> The messages in flight fall into connected components (messages that share a node). A
 * component whose shape, up to the names of its nodes, is in the library gets the measured penalties exactly; any other
 * gets those of the model {@code otherwise}. A single message alone always has penalty 1. The warnings say how many
 * messages' penalties came from where, and an explanation says it for one message.
 *
 * <p><b>Inputs.</b> Penalty coefficients of first steps, as {@link PenaltyEstimation} finds them by the recursive
 * solution of Martinasso and Mehaut 2011, section 3.3, whose assumption it shares: that penalties depend on the shape
 * alone.
 *
 * <p><b>Worked example</b> ({@code MeasuredPenaltiesTest}). With {@code a:0>1 b:0>2} measured at 1.99 each and Gigabit
 * Ethernet otherwise, two messages out of node 7 have penalty 1.99, three have 2.25 (0.75 * 3).
 *
 * <p><b>When not to use it.</b> With a small library it jumps between measurement and model from one step to the next.
 * <b>Cost.</b> A change looks up the components that it touches: O(nodes squared) each for the colours of a component
 * no larger than the largest shape, and a search for a renaming where they agree; plus the other model's cost.
 *
 * @param library the measured shapes
 * @param otherwise the model for all other shapes
 */
public record MeasuredPenalties(ShapeLibrary library, SharingModel otherwise) implements SharingModel {
    @Override
    public String name() {
        return MeasuredPenaltiesProvider.NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new MeasuredPenaltiesSharing(library, otherwise.name(), otherwise.on(cluster, seed), cluster.nodes());
    }

    @Override
    public boolean isRandom() {
        return otherwise.isRandom();
    }
}
