package org.tailback.extrapolation;

import java.util.List;

/**
 * Computation before an operation of a class: a law for the mean over the ranks of the class, times the relative
 * deviations of ranks in the largest recording. Without the deviations, the predicted run time is too short, because
 * ranks that wait for each other wait for the slowest rank. All deviations of a recorded rank are assigned to the same
 * rank, because computation that a timer attributes to one operation is missing at neighbouring operations. Memory
 * O(recorded ranks x instances of the operation in the largest recording).
 */
final class Burst {
    private final double seconds;
    private final List<Integer> loops;
    private final int[] iterations;
    private final float[][] relative;

    /**
     * Creates the computation before an operation.
     *
     * @param mean mean computation time on the requested number of ranks, seconds, >= 0
     * @param slot operation; it occurs in the largest recording
     * @param counts number of iterations of each loop on the requested number of ranks
     * @param instances number of times that the operation is performed on the requested number of ranks
     */
    Burst(double mean, Slot slot, int[] counts, long instances) {
        Slot.Seen largest = slot.seen().get(slot.seen().size() - 1);
        this.loops = slot.loops();
        this.iterations = largest.iterations();
        this.relative = relative(largest);
        // a different number of iterations changes the weights of the deviations
        double sum = 0;
        for (int k = 0; k < instances; k++) {
            int instance = instance(slot.index(counts, k));
            for (float[] ofRank : relative) {
                sum += ofRank[instance];
            }
        }
        this.seconds = sum > 0 ? mean / (sum / instances / relative.length) : mean;
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

    /** Returns the computation time of a rank in an iteration of the enclosing loops, seconds, >= 0. */
    double before(Context context) {
        return relative.length == 0
                ? seconds
                : seconds * relative[context.rank() % relative.length][instance(context.index())];
    }

    /**
     * Returns the recorded instance that represents an iteration of the loops. Iterations beyond the recorded
     * iterations repeat all recorded iterations except the first, which often takes longer.
     */
    private int instance(int[] index) {
        int instance = 0;
        for (int loop : loops) {
            int count = iterations[loop];
            int recorded = index[loop] < count ? index[loop] : count == 1 ? 0 : 1 + (index[loop] - 1) % (count - 1);
            instance = instance * count + recorded;
        }
        return instance;
    }
}
