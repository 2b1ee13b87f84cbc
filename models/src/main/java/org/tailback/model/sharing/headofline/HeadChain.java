package org.tailback.model.sharing.headofline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Markov chain of the packets at the heads of sources. It yields the exact rates of a small {@link PacketPart} whose
 * messages wait at one link only. A state consists of the position of every source in its cycle of packets. In a slot,
 * each link selects one of the n sources that request it at random, and the selected sources advance. The rate of a
 * source is the mean over the states of 1/n at the link that it requests.
 *
 * <p>The search for states begins where all sources are at their first position, as in packet-level sampling. The
 * long-run mean is computed for the lazy chain, which keeps its state with probability 1/2 and therefore does not
 * oscillate when sources are in lock step.
 */
final class HeadChain {
    /** Largest change of the probabilities, in sum, at which they are considered converged. */
    private static final double TOLERANCE = 1e-13;

    /** Maximum number of transitions followed, which limits the time to a few milliseconds. */
    private static final long MOST_STEPS = 2_000_000;

    private static final int MOST_TRANSITIONS = 10_000;

    private final PacketPart part;
    private final Map<Long, Integer> numberOf = new HashMap<>();
    private final List<Long> states = new ArrayList<>();
    /** Successors of each state, all equally likely. */
    private final List<int[]> after = new ArrayList<>();

    private int transitions;
    // arrays by source
    private final long[] base;
    private final int[] roundLength;
    private final int[] place;
    private final int[] wanted;
    /** Number of sources that request a link in the current state, by link. */
    private final int[] wanting;

    HeadChain(PacketPart part) {
        this.part = part;
        base = new long[part.sources];
        roundLength = new int[part.sources];
        place = new int[part.sources];
        wanted = new int[part.sources];
        wanting = new int[part.links];
    }

    /**
     * Computes packets per slot.
     *
     * @param rate output by stream: packets per slot of all messages of the stream
     * @return false, without rates, if there are too many states or the chain converges too slowly
     */
    boolean solve(double[] rate) {
        if (!part.hasOneStage() || !number() || !explore()) {
            return false;
        }
        int count = states.size();
        double[] now = new double[count];
        double[] next = new double[count];
        now[0] = 1;
        double change = 1;
        for (long steps = 0; change > TOLERANCE; steps += transitions) {
            if (steps > MOST_STEPS) {
                return false;
            }
            Arrays.fill(next, 0);
            for (int i = 0; i < count; i++) {
                next[i] += now[i] / 2;
                double probability = 1.0 / after.get(i).length;
                for (int target : after.get(i)) {
                    next[target] += now[i] * probability / 2;
                }
            }
            change = 0;
            for (int i = 0; i < count; i++) {
                change += Math.abs(next[i] - now[i]);
            }
            double[] swap = now;
            now = next;
            next = swap;
        }
        Arrays.fill(rate, 0);
        for (int i = 0; i < count; i++) {
            decode(states.get(i));
            for (int s = 0; s < part.sources; s++) {
                rate[part.stream[part.firstBatch[s]]] += now[i] / wanting[wanted[s]];
            }
        }
        return true;
    }

    /**
     * Determines the number of positions of each source, and the weight of the source's position in the state's number;
     * returns false if there are too many states.
     */
    private boolean number() {
        long states = 1;
        for (int s = 0; s < part.sources; s++) {
            base[s] = states;
            roundLength[s] = 0;
            for (int b = part.firstBatch[s]; b < part.firstBatch[s + 1]; b++) {
                roundLength[s] += part.weights[b];
            }
            states *= roundLength[s];
            if (states > Integer.MAX_VALUE) {
                return false;
            }
        }
        return true;
    }

    /** Explores the states and their transitions; returns false if there are too many. */
    private boolean explore() {
        find(0);
        for (int i = 0; i < states.size(); i++) {
            long[] following = following(states.get(i));
            transitions += following.length;
            if (following.length == 0 || transitions > MOST_TRANSITIONS) {
                return false;
            }
            after.add(Arrays.stream(following).mapToInt(this::find).toArray());
        }
        return true;
    }

    /** Returns the possible successors of a state, with repetitions; an empty array if there are too many. */
    private long[] following(long from) {
        decode(from);
        long alone = from;
        for (int s = 0; s < part.sources; s++) {
            alone += wanting[wanted[s]] == 1 ? step(s) : 0;
        }
        long[] outcomes = {alone};
        for (int s = 0; s < part.sources; s++) {
            int n = wanting[wanted[s]];
            if (n > 1 && isFirst(s)) {
                if ((long) outcomes.length * n > MOST_TRANSITIONS) {
                    return new long[0];
                }
                long[] more = new long[outcomes.length * n];
                int count = 0;
                for (int winner = s; winner < part.sources; winner++) {
                    for (int k = 0; wanted[winner] == wanted[s] && k < outcomes.length; k++) {
                        more[count++] = outcomes[k] + step(winner);
                    }
                }
                outcomes = more;
            }
        }
        return outcomes;
    }

    private boolean isFirst(int source) {
        for (int other = 0; other < source; other++) {
            if (wanted[other] == wanted[source]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the increment of the state's number by a source's next position. */
    private long step(int source) {
        return place[source] + 1 == roundLength[source] ? -base[source] * place[source] : base[source];
    }

    /** Determines the links that sources request in a state. */
    private void decode(long at) {
        Arrays.fill(wanting, 0);
        for (int s = 0; s < part.sources; s++) {
            int position = (int) (at / base[s] % roundLength[s]);
            place[s] = position;
            int b = part.firstBatch[s];
            while (position >= part.weights[b]) {
                position -= part.weights[b++];
            }
            wanted[s] = part.link[part.entry[b]];
            wanting[wanted[s]]++;
        }
    }

    private int find(long code) {
        return numberOf.computeIfAbsent(code, added -> {
            states.add(added);
            return states.size() - 1;
        });
    }
}
