package org.tailback.model.topology;

import org.tailback.random.SplitMix64;

/**
 * Equal-cost multipath routing: every pair of nodes has one of its shortest routes, drawn by a hash of the pair and a
 * seed. All messages of the pair take that route, however full it is. So two pairs may collide on a link while others
 * are idle, which is what keeps training traffic with its few large flows from the bandwidth that links add up to [1].
 *
 * <p><b>Collisions.</b> n flows that draw among n equal links leave a share of (1 - 1/n)^n of them empty, about 1/e,
 * and the fullest one has about ln n / ln ln n flows. The seed draws all routes anew; a study repeats it to see how
 * much of a time is luck. Switches hash ports too, so that several connections of a pair may differ; here they do not.
 *
 * <p>[1] A. Gangidi, R. Miao, S. Zheng and others: RDMA over Ethernet for Distributed AI Training at Meta Scale,
 * SIGCOMM 2024, section 5.
 */
record EcmpTopology(Topology regular, int nodes, long seed) implements ForwardingTopology {
    private int drawn(int source, int destination, int routes) {
        long pair = (long) source * nodes + destination;
        return (int) Long.remainderUnsigned(
                SplitMix64.mixed(SplitMix64.mixed(seed + SplitMix64.GOLDEN) + pair * SplitMix64.GOLDEN), routes);
    }

    @Override
    public int route(int source, int destination, int number, int[] into) {
        int routes = regular.routes(source, destination);
        int taken = routes == 1 ? 0 : (drawn(source, destination, routes) + number) % routes;
        return regular.route(source, destination, taken, into);
    }

    @Override
    public boolean isAsInSimGrid() {
        return false;
    }
}
