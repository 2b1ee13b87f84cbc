package org.tailback.sharing.part;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingLayer;

/**
 * A layer over a state of batches in which each flow is one message. It is intended for few messages, as in
 * explanations of one instant and in tests; the network engine uses batches. A recomputation costs O(messages).
 */
public final class ByMessage extends SharingLayer {
    private final Batches batches = new Batches(0);
    private final Map<Integer, Integer> batchOf = new TreeMap<>();
    private final Map<Integer, Double> rateOf = new HashMap<>();
    private final Set<Integer> started = new HashSet<>();

    private ByMessage(BandwidthSharing state) {
        super(state);
    }

    /**
     * Returns a state without messages whose flows are single messages; the given state if its flows already are single
     * messages.
     */
    public static BandwidthSharing of(BandwidthSharing state) {
        return state.batching() == Batching.NONE ? state : new ByMessage(state);
    }

    @Override
    public Batching batching() {
        return Batching.NONE;
    }

    @Override
    public void flowStarted(int flow, int source, int destination, double injectionRate, int sender, int receiver) {
        if (batchOf.containsKey(flow)) {
            throw new IllegalStateException("flow " + flow + " is already in flight");
        }
        boolean regardsRanks = state.batching() == Batching.RANKS_AND_INJECTION_RATE;
        int batch = batches.join(
                regardsRanks ? sender : source,
                regardsRanks ? receiver : destination,
                state.batching().key(injectionRate));
        int size = batches.size(batch);
        if (size == 1) {
            state.flowStarted(batch, source, destination, injectionRate, sender, receiver);
        } else {
            state.flowResized(batch, size);
        }
        batchOf.put(flow, batch);
        started.add(flow);
    }

    @Override
    public void flowEnded(int flow) {
        int batch = batchOf(flow);
        batchOf.remove(flow);
        started.remove(flow);
        int left = batches.leave(batch);
        if (left > 0) {
            state.flowResized(batch, left);
        } else {
            rateOf.remove(batch);
            state.flowEnded(batch);
        }
    }

    private int batchOf(int flow) {
        Integer batch = batchOf.get(flow);
        if (batch == null) {
            throw new IllegalStateException("flow " + flow + " is not in flight");
        }
        return batch;
    }

    @Override
    public void recompute(RateConsumer rates) {
        Set<Integer> changed = new HashSet<>();
        state.recompute((batch, rate) -> {
            rateOf.put(batch, rate);
            changed.add(batch);
        });
        batchOf.forEach((flow, batch) -> {
            if (started.remove(flow) || changed.contains(batch)) {
                rates.rate(flow, rateOf.getOrDefault(batch, Double.NaN));
            }
        });
    }

    @Override
    public Explanation explain(int flow) {
        return state.explain(batchOf(flow));
    }
}
