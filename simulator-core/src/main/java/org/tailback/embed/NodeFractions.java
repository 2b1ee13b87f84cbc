package org.tailback.embed;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.tailback.columns.Columns;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingLayer;

/**
 * Changes of node capacities under models that know no links: a message moves at the rate that the model gives it times
 * the smaller fraction of its two nodes. Exact where the node is what limits the message, too slow where something else
 * does.
 *
 * <p>Costs one multiplication per reported rate, and O(flows) at an instant at which a capacity changed.
 */
final class NodeFractions extends SharingLayer {
    private final RateConsumer fromModel = this::reported;
    private final BitSet inFlight = new BitSet();
    private final double[] fraction;
    private int[] source = {};
    private int[] destination = {};
    /** By flow, as the model reported it last. */
    private double[] modelRate = {};

    private boolean changed;
    private long changes;
    private RateConsumer consumer = (flow, rate) -> {};

    NodeFractions(BandwidthSharing model, int nodes) {
        super(model);
        fraction = new double[nodes];
        Arrays.fill(fraction, 1);
    }

    void set(int node, double value) {
        if (fraction[node] == value) {
            return;
        }
        fraction[node] = value;
        changed = true;
        changes++;
    }

    /** Sets the fractions of another network, before the first message. */
    void takeOver(NodeFractions original) {
        System.arraycopy(original.fraction, 0, fraction, 0, fraction.length);
        changes = original.changes;
    }

    @Override
    public void flowStarted(int flow, int from, int to, double pace, int sender, int receiver) {
        source = Columns.fit(source, flow);
        destination = Columns.fit(destination, flow);
        modelRate = Columns.fit(modelRate, flow);
        source[flow] = from;
        destination[flow] = to;
        inFlight.set(flow);
        state.flowStarted(flow, from, to, pace, sender, receiver);
    }

    @Override
    public void flowEnded(int flow) {
        inFlight.clear(flow);
        state.flowEnded(flow);
    }

    @Override
    public void recompute(RateConsumer rates) {
        consumer = rates;
        state.recompute(fromModel);
        if (changed) {
            changed = false;
            for (int flow = inFlight.nextSetBit(0); flow >= 0; flow = inFlight.nextSetBit(flow + 1)) {
                rates.rate(flow, modelRate[flow] * fractionOf(flow));
            }
        }
    }

    private void reported(int flow, double rate) {
        modelRate[flow] = rate;
        if (!changed) {
            consumer.rate(flow, rate * fractionOf(flow));
        }
    }

    private double fractionOf(int flow) {
        return Math.min(fraction[source[flow]], fraction[destination[flow]]);
    }

    @Override
    public Explanation explain(int flow) {
        Explanation explanation = state.explain(flow);
        double left = fractionOf(flow);
        return left == 1
                ? explanation
                : Explanation.of(
                        "rate",
                        explanation.value() * left,
                        "rate of the model * what is left of the capacity of its nodes",
                        explanation,
                        Explanation.leaf("what is left of the capacity of its nodes", left));
    }

    @Override
    public List<String> warnings() {
        if (changes == 0) {
            return state.warnings();
        }
        return ImmutableList.<String>builder()
                .addAll(state.warnings())
                .add("the model knows no links: at " + changes + (changes == 1 ? " change" : " changes")
                        + " of a node's capacity all messages of the node were given that fraction of their rate")
                .build();
    }
}
