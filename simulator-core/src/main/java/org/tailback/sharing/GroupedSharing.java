package org.tailback.sharing;

/**
 * A sharing model under which many flows progress alike: it puts every flow in a group, such as the flows that have the
 * same bottleneck, and gives rates to groups. A change of a group's rate then costs the network engine the same however
 * many flows are in the group; only flows that change group are touched one by one.
 *
 * <p>A flow's rate is its group's rate times its own factor, which stays the same as long as it is in flight. The
 * engine asks for groups only; {@link #recompute(RateConsumer)} must say the same flow by flow.
 */
public interface GroupedSharing extends BandwidthSharing {
    /** A flow's rate per unit of the rate of whatever group it is in: finite, > 0, the same from start to end. */
    double rateFactor(int flow);

    /**
     * As {@link #recompute(RateConsumer)}, by groups. Reports the group of every flow that started or changed group
     * since the last recomputation, and the rate of every group with flows whose rate changed, each once at most. A
     * flow may have rates of its own from its start on until it is put in a group; from then on it is in one.
     */
    void recomputeGroups(GroupConsumer groups);

    /** Receives the groups of a recomputation, and the rates of flows that have not been put in a group yet. */
    interface GroupConsumer extends RateConsumer {
        /**
         * @param flow a flow in flight
         * @param group its group from now on, >= 0, dense
         */
        void moved(int flow, int group);

        /**
         * @param group a group, >= 0
         * @param rate its rate from now on, in work per second, finite and > 0
         */
        void groupRate(int group, double rate);
    }
}
