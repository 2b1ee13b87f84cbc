package org.tailback.model.sharing.headofline;

/**
 * Rates of sources over the last walks of large parts that ended before their precision. An earlier walk counts less,
 * the more messages have started or ended since.
 */
final class PastWalks {
    /** Earlier walks count by this power of the fraction of the messages that has not changed since. */
    private static final double FORGETTING = 64;

    private static final double RECENT = 0.5;

    /** By node and lane: packets per second of its messages, mean over these walks. */
    private final double[] rate;
    /** By node and lane: slots of these walks; earlier ones count less. */
    private final double[] slots;
    /** By node and lane: starts and ends until the last of these walks. */
    private final long[] changes;

    /** @param groups nodes times lanes */
    PastWalks(int groups) {
        rate = new double[groups];
        slots = new double[groups];
        changes = new long[groups];
    }

    /** How much of an earlier walk counts after some starts and ends, 0 to 1. */
    private static double counting(double since, int messages) {
        return Math.pow(Math.max(0, 1 - since / messages), FORGETTING);
    }

    /** True if at least half of the last walk of a part's first source still counts. */
    boolean areRecent(Part part, int[] groupOf, long changed) {
        int group = groupOf[0];
        return slots[group] > 0 && counting(changed - changes[group], part.messages()) >= RECENT;
    }

    /**
     * Sets rates to means over a walk and earlier ones, weighted by slots and by how little has changed since.
     *
     * @param part without paces and windows, so that each source has one stream
     * @param groupOf by source: its node and lane
     * @param classes by source: those of one class have one rate
     * @param walked slots
     * @param changed starts and ends so far
     * @param widest packets per second of the widest link
     * @param rates by source: packets per slot of all its messages
     */
    void mix(Part part, int[] groupOf, int[] classes, double walked, long changed, double widest, double[] rates) {
        double[] sum = new double[part.sources];
        double[] weight = new double[part.sources];
        int messages = part.messages();
        for (int s = 0; s < part.sources; s++) {
            int group = groupOf[s];
            double before = slots[group] * counting(changed - changes[group], messages);
            sum[classes[s]] += before * rate[group] / widest + walked * rates[s];
            weight[classes[s]] += before + walked;
            slots[group] = before + walked;
            changes[group] = changed;
        }
        for (int s = 0; s < part.sources; s++) {
            rates[s] = sum[classes[s]] / weight[classes[s]];
            rate[groupOf[s]] = rates[s] * widest;
        }
    }
}
