package org.tailback.model.sharing.myrinet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Count of the maximal conflict-free sets of a component, and of the sets that contain each message, source by source.
 *
 * <p>A state has two bits for every destination: free, <i>busy</i> (a message to it was chosen), or <i>wanted</i> (a
 * source remained without a message although the destination was free, so the destination must still become busy:
 * otherwise that message could be added to the set). A source either sends to a destination that is not busy, or
 * remains without a message and makes its free destinations wanted. After the last source of a destination, the
 * destination must not be wanted, and is free again; the number of wanted destinations never exceeds the number of
 * remaining sources. Every maximal set is therefore one path through the layers of states.
 *
 * <p>A second pass, backwards, counts the continuations of each state: forward count * backward count of a choice is
 * the number of sets that contain the message. Counts are doubles, exact below 2^53.
 */
final class StateSetCount {
    /** Maximum number of destinations: two bits each in a non-negative long. */
    private static final int MOST_DESTINATIONS = 31;

    private static final long WANTED = 1;
    private static final long BUSY = 2;
    private static final long ALL_WANTED = 0x5555555555555555L;
    private static final long IMPOSSIBLE = -1;

    private final Component component;
    private final int[][] pairsOfSource;
    /** Bits of the destinations that have this source as their last source, by source. */
    private final long[] closing;
    /** Counts of the states before each source, in the order of discovery, and after the last source. */
    private final List<Map<Long, Double>> layers = new ArrayList<>();

    private StateSetCount(Component component) {
        this.component = component;
        pairsOfSource = component.pairsOfSource();
        closing = new long[component.sources()];
        int[] lastSource = new int[component.destinations()];
        for (int pair = 0; pair < component.pairs(); pair++) {
            lastSource[component.destination().get(pair)] = component.source().get(pair);
        }
        for (int destination = 0; destination < lastSource.length; destination++) {
            closing[lastSource[destination]] |= 3L << 2 * destination;
        }
    }

    /**
     * Counts the sets.
     *
     * @param limit maximum number of states of all layers together
     * @return null if there are more states, or more than 31 destinations
     */
    static @Nullable StateSets of(Component component, long limit) {
        if (component.destinations() > MOST_DESTINATIONS) {
            return null;
        }
        StateSetCount count = new StateSetCount(component);
        return count.forward(limit) ? count.backward() : null;
    }

    private boolean forward(long limit) {
        layers.add(Map.of(0L, 1.0));
        long states = 1;
        for (int source = 0; source < component.sources() && states <= limit; source++) {
            Map<Long, Double> following = new LinkedHashMap<>();
            for (Map.Entry<Long, Double> state : layers.get(source).entrySet()) {
                for (int choice = -1; choice < pairsOfSource[source].length; choice++) {
                    long next = next(state.getKey(), source, choice);
                    if (next != IMPOSSIBLE) {
                        following.merge(next, state.getValue() * ways(source, choice), Double::sum);
                    }
                }
                if (states + following.size() > limit) {
                    return false;
                }
            }
            states += following.size();
            layers.add(following);
        }
        return true;
    }

    private StateSets backward() {
        double[] setsWithMessage = new double[component.pairs()];
        Map<Long, Double> onward = Map.of(0L, 1.0);
        for (int source = component.sources(); --source >= 0; ) {
            Map<Long, Double> before = new HashMap<>();
            for (Map.Entry<Long, Double> state : layers.get(source).entrySet()) {
                double sum = 0;
                for (int choice = -1; choice < pairsOfSource[source].length; choice++) {
                    double paths = onward.getOrDefault(next(state.getKey(), source, choice), 0.0);
                    sum += paths * ways(source, choice);
                    if (choice >= 0) {
                        setsWithMessage[pairsOfSource[source][choice]] += state.getValue() * paths;
                    }
                }
                before.put(state.getKey(), sum);
            }
            onward = before;
        }
        return new StateSets(onward.getOrDefault(0L, 0.0), setsWithMessage, false);
    }

    /** Returns the number of messages of a choice: the messages of the pair, or 1 for no message. */
    private int ways(int source, int choice) {
        return choice < 0 ? 1 : component.messages().get(pairsOfSource[source][choice]);
    }

    /** Returns the state after a choice of a source (-1: no message), or IMPOSSIBLE. */
    private long next(long state, int source, int choice) {
        long next = state;
        if (choice >= 0) {
            int shift = shift(pairsOfSource[source][choice]);
            if ((state >>> shift & BUSY) != 0) {
                return IMPOSSIBLE;
            }
            next = state & ~(3L << shift) | BUSY << shift;
        } else {
            for (int pair : pairsOfSource[source]) {
                boolean isFree = (state >>> shift(pair) & 3) == 0;
                next |= isFree ? WANTED << shift(pair) : 0;
            }
        }
        long wanted = next & ALL_WANTED;
        boolean isPossible = (wanted & closing[source]) == 0 && Long.bitCount(wanted) < component.sources() - source;
        return isPossible ? next & ~closing[source] : IMPOSSIBLE;
    }

    private int shift(int pair) {
        return 2 * component.destination().get(pair);
    }
}
