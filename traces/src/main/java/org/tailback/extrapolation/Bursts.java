package org.tailback.extrapolation;

import java.util.List;

/**
 * Computation before the operations of a class: a law for the mean of its ranks, times the relative deviations that
 * ranks of the largest recording have. Without them programs come out too short, as ranks that wait for each other wait
 * for the slowest. All deviations of one rank go to one rank, as computation that a timer attributes to one operation
 * is missing at its neighbour. Memory O(recorded ranks x operations of that recording).
 */
final class Bursts {
    private final double[] seconds;
    private final int[][] loops;
    private final int[] iterations;
    private final float[][][] relative;

    /**
     * @param seconds mean before each operation on the wanted number of ranks, >= 0
     * @param slots operations, each of which the largest recording performs
     * @param counts iterations of each loop on the wanted number of ranks
     */
    Bursts(double[] seconds, List<Slot> slots, int[] counts) {
        this.seconds = seconds.clone();
        this.loops = new int[slots.size()][];
        this.iterations = largest(slots.get(0)).iterations();
        this.relative = new float[slots.size()][][];
        for (int s = 0; s < loops.length; s++) {
            loops[s] = slots.get(s).loops().stream().mapToInt(Integer::intValue).toArray();
            relative[s] = relative(largest(slots.get(s)));
            this.seconds[s] /= relative[s].length == 0 ? 1 : mean(slots.get(s), s, counts);
        }
    }

    /** Returns the mean deviation of the instances on the wanted number of ranks; more iterations weight them anew. */
    private double mean(Slot slot, int s, int[] counts) {
        int instances = 1;
        for (int loop : loops[s]) {
            instances *= counts[loop];
        }
        double sum = 0;
        for (int k = 0; k < instances; k++) {
            int instance = instance(s, slot.index(counts, k));
            for (float[] ofRank : relative[s]) {
                sum += ofRank[instance];
            }
        }
        return sum > 0 ? sum / instances / relative[s].length : 1;
    }

    private int instance(int slot, int[] index) {
        int instance = 0;
        for (int loop : loops[slot]) {
            instance = instance * iterations[loop] + recorded(index[loop], iterations[loop]);
        }
        return instance;
    }

    private static Slot.Seen largest(Slot slot) {
        return slot.seen().get(slot.seen().size() - 1);
    }

    private static float[][] relative(Slot.Seen in) {
        int[] instances = in.instances();
        int[] ranks = in.columns().ranks();
        double mean = 0;
        for (int column : instances) {
            mean += in.columns().secondsBefore(column) / instances.length;
        }
        float[][] relative = new float[mean == 0 ? 0 : ranks.length][instances.length];
        for (int r = 0; r < relative.length; r++) {
            for (int i = 0; i < instances.length; i++) {
                relative[r][i] =
                        (float) (in.columns().event(instances[i], ranks[r]).secondsBefore() / mean);
            }
        }
        return relative;
    }

    /** Returns the computation of a rank before an operation in an iteration of the loops around it, seconds, >= 0. */
    double before(int slot, Context context) {
        float[][] ofRanks = relative[slot];
        if (ofRanks.length == 0) {
            return seconds[slot];
        }
        return seconds[slot] * ofRanks[context.rank() % ofRanks.length][instance(slot, context.index())];
    }

    /**
     * Returns the recorded iteration that stands for an iteration: those beyond the recorded ones repeat all recorded
     * ones except the first, which is often longer.
     */
    private static int recorded(int index, int count) {
        return index < count ? index : count == 1 ? 0 : 1 + (index - 1) % (count - 1);
    }
}
