package org.tailback.model.sharing.myrinet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the maximal conflict-free sets of a component, and those that contain each message, by sweeping one side.
 *
 * <p>A state says of every frontier node whether it is free, <i>wanted</i> (a neighbour was taken without a message, so
 * this node must still get one, else that pair could be added to the set), or <i>busy</i> (its message was chosen). The
 * node that is taken next either sends with a neighbour that is not busy, or stays without a message and makes its free
 * neighbours wanted. A node leaves the frontier after its last neighbour and must not be wanted then. Every maximal set
 * is one path through the layers. A second sweep, backwards, counts how each state goes on; forward count * backward
 * count of a choice is the number of sets that contain it.
 *
 * <p>Frontier nodes with the same neighbours are interchangeable: only the numbers of free, wanted and busy ones among
 * such twins matter. That makes complete bipartite parts cost O(n^3) instead of O(2^n).
 *
 * <p>Counts are doubles, exact below 2^53; layers are divided by powers of two when they grow beyond 2^400.
 */
final class FrontierCount {
    private static final double LARGE = 0x1p400;
    private static final int EXPONENT = 400;
    private static final long FREE = 0;
    private static final long WANTED = 1;
    private static final long BUSY = 2;

    private final FrontierPlan plan;
    private final int words;
    private final long[] state;
    private final long[] next;
    private final List<StateTable> tables = new ArrayList<>();

    private final int[] exponents;
    private long states;

    FrontierCount(FrontierPlan plan) {
        this.plan = plan;
        words = Math.max(1, (plan.width() + 31) / 32);
        state = new long[words];
        next = new long[words];
        exponents = new int[plan.layers().size() + 1];
    }

    /**
     * Counts exactly; once.
     *
     * @param stateLimit most states of all layers together
     * @return null if there are more
     */
    @Nullable
    StateSets exact(Component component, long stateLimit) {
        return forward(stateLimit) ? backward(component) : null;
    }

    /** Number of states that were found. */
    long states() {
        return states;
    }

    private boolean forward(long stateLimit) {
        StateTable table = new StateTable(words);
        table.add(new long[words], 1);
        tables.add(table);
        states = 1;
        for (int i = 0; i < plan.layers().size(); i++) {
            FrontierPlan.Layer layer = plan.layers().get(i);
            StateTable following = new StateTable(words);
            for (int x = 0; x < table.size(); x++) {
                double count = table.count(x);
                table.read(x, state);
                for (int choice = -1; choice < layer.slots().length; choice++) {
                    if (choose(layer, choice)) {
                        following.add(next, choice < 0 ? count : count * layer.weights()[choice]);
                    }
                }
                if (states + following.size() > stateLimit) {
                    states += following.size();
                    return false;
                }
            }
            exponents[i + 1] = exponents[i];
            if (following.total() > LARGE) {
                following.scale(1 / LARGE);
                exponents[i + 1] += EXPONENT;
            }
            states += following.size();
            tables.add(following);
            table = following;
        }
        return true;
    }

    private StateSets backward(Component component) {
        int last = plan.layers().size();
        double[] setsWithMessage = new double[component.pairs()];
        StateTable end = tables.get(last);
        double sets = end.size() == 0 ? 0 : end.count(0);
        int setsExponent = exponents[last];
        double[] onward = new double[end.size()];
        Arrays.fill(onward, 1);
        int onwardExponent = 0;
        // numbers too large for a double are all divided by the same power of two
        int common = setsExponent + Math.getExponent(sets) > 1000 ? setsExponent : 0;
        for (int i = last - 1; i >= 0; i--) {
            FrontierPlan.Layer layer = plan.layers().get(i);
            StateTable table = tables.get(i);
            StateTable following = tables.get(i + 1);
            double[] before = new double[table.size()];
            double[] chosen = new double[layer.slots().length];
            double largest = 0;
            for (int x = 0; x < before.length; x++) {
                table.read(x, state);
                for (int choice = -1; choice < chosen.length; choice++) {
                    int y = choose(layer, choice) ? following.find(next) : -1;
                    if (y >= 0) {
                        double paths = onward[y];
                        if (choice >= 0) {
                            chosen[choice] += table.count(x) * paths;
                            paths *= layer.weights()[choice];
                        }
                        before[x] += paths;
                    }
                }
                largest = Math.max(largest, before[x]);
            }
            for (int choice = 0; choice < chosen.length; choice++) {
                setsWithMessage[layer.pairs()[choice]] =
                        Math.scalb(chosen[choice], exponents[i] + onwardExponent - common);
            }
            if (largest > LARGE) {
                for (int x = 0; x < before.length; x++) {
                    before[x] /= LARGE;
                }
                onwardExponent += EXPONENT;
            }
            onward = before;
        }
        averageTwins(setsWithMessage);
        return new StateSets(Math.scalb(sets, setsExponent - common), setsWithMessage, false);
    }

    private void averageTwins(double[] setsWithMessage) {
        Map<Integer, double[]> sums = new HashMap<>();
        for (int pair = 0; pair < setsWithMessage.length; pair++) {
            double[] sum = sums.computeIfAbsent(plan.twinClassOfPair()[pair], twinClass -> new double[2]);
            sum[0] += setsWithMessage[pair];
            sum[1]++;
        }
        for (int pair = 0; pair < setsWithMessage.length; pair++) {
            double[] sum = sums.getOrDefault(plan.twinClassOfPair()[pair], new double[2]);
            setsWithMessage[pair] = sum[0] / sum[1];
        }
    }

    /** Puts into {@code next} what follows from {@code state} by a choice (-1: no message); false if that cannot be. */
    private boolean choose(FrontierPlan.Layer layer, int choice) {
        System.arraycopy(state, 0, next, 0, words);
        if (choice >= 0) {
            int slot = layer.slots()[choice];
            if (status(slot) == BUSY) {
                return false;
            }
            set(slot, BUSY);
        } else {
            for (int slot : layer.slots()) {
                if (status(slot) == FREE) {
                    set(slot, WANTED);
                }
            }
        }
        for (int slot : layer.closingSlots()) {
            if (status(slot) == WANTED) {
                return false;
            }
            set(slot, FREE);
        }
        for (int[] twins : layer.twinSlots()) {
            sort(twins);
        }
        return true;
    }

    /** Busy twins first, then wanted ones, then free ones. */
    private void sort(int[] twins) {
        int busy = 0;
        int wanted = 0;
        for (int slot : twins) {
            long status = status(slot);
            busy += status == BUSY ? 1 : 0;
            wanted += status == WANTED ? 1 : 0;
        }
        for (int i = 0; i < twins.length; i++) {
            set(twins[i], i < busy ? BUSY : i < busy + wanted ? WANTED : FREE);
        }
    }

    private long status(int slot) {
        return next[slot >> 5] >>> ((slot & 31) << 1) & 3;
    }

    private void set(int slot, long status) {
        int shift = (slot & 31) << 1;
        next[slot >> 5] = next[slot >> 5] & ~(3L << shift) | status << shift;
    }
}
