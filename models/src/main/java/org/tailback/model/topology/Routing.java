package org.tailback.model.topology;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.random.SplitMix64;
import org.tailback.settings.Settings;

/** Reader of the routing of messages where there are several routes. */
final class Routing {
    static final String ROUTING = "routing";
    private static final String SEED = "ecmp-seed";
    private static final String ECMP = "ecmp";
    private static final String MINIMAL = "minimal";
    private static final String VALIANT = "valiant";
    private static final String ADAPTIVE = "adaptive";
    static final ImmutableList<String> FAT_TREE = ImmutableList.of("static", ECMP, ADAPTIVE);
    static final ImmutableList<String> DRAGONFLY = ImmutableList.of(MINIMAL, VALIANT, ADAPTIVE);
    static final ImmutableList<String> DRAGONFLY_PLUS = ImmutableList.of("static", ECMP, MINIMAL, VALIANT, ADAPTIVE);

    private Routing() {}

    /** Returns whether messages use several routes at once. */
    static boolean isSplit(Settings settings) {
        return is(settings, ADAPTIVE) || isValiant(settings);
    }

    static boolean isValiant(Settings settings) {
        return is(settings, VALIANT);
    }

    static boolean isMinimal(Settings settings) {
        return is(settings, MINIMAL);
    }

    private static boolean is(Settings settings, String routing) {
        return settings.text(ROUTING, "").equals(routing);
    }

    /**
     * Returns the plan with the routing of the settings.
     *
     * @param choices routings of the topology, the default first
     */
    static TopologyPlan read(Settings settings, List<String> choices, TopologyPlan plan) {
        String routing = settings.choice(ROUTING, choices, choices.get(0));
        if (!routing.equals(ECMP)) {
            if (settings.has(SEED)) {
                throw settings.problem(SEED, "'ecmp-seed' has no meaning without 'routing: ecmp'", "Remove it");
            }
            return plan;
        }
        long seed = settings.integer(SEED, 0);
        return cluster -> new Ecmp(plan.on(cluster), cluster.nodes(), seed);
    }

    /**
     * Equal-cost multipath routing: every pair of nodes has one of its shortest routes, selected by a hash of the pair
     * and a seed. All messages of the pair take that route regardless of its load. Therefore two pairs may collide on a
     * link while other links are idle, and training traffic with its few large flows does not reach the sum of the
     * links' bandwidths [1].
     *
     * <p><b>Collisions.</b> With n flows on randomly selected links of n equal links, a share of (1 - 1/n)^n of the
     * links is empty, about 1/e, and the fullest link has about ln n / ln ln n flows. Each seed selects all routes
     * anew; the spread of times over seeds is the effect of collisions. Switches also hash ports, so several
     * connections of a pair may differ; here they share one route.
     *
     * <p>[1] A. Gangidi, R. Miao, S. Zheng and others: RDMA over Ethernet for Distributed AI Training at Meta Scale,
     * SIGCOMM 2024, section 5.
     */
    private record Ecmp(Topology regular, int nodes, long seed) implements ForwardingTopology {
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
    }
}
