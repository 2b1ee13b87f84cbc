package org.tailback.model.topology;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.random.SplitMix64;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/** Reads which of several shortest routes messages take. */
final class Routing {
    private static final String ROUTING = "routing";
    private static final String SEED = "ecmp-seed";
    private static final String STATIC = "static";
    private static final String ECMP = "ecmp";
    private static final String ADAPTIVE = "adaptive";
    private static final List<String> KINDS = List.of("fat-tree", "dragonfly-plus");

    static final ImmutableList<Parameter> PARAMETERS = ImmutableList.of(
            new Parameter(
                    "routing",
                    "",
                    "torus: dimension-order; fat-tree, dragonfly-plus: static (the default), ecmp (each pair of"
                            + " nodes draws a shortest route) or adaptive (a message uses all of them alike)"),
            new Parameter("ecmp-seed", "0", "routing ecmp: another number is another draw of all routes"));

    private Routing() {}

    /** Returns whether parallel links are to be merged into one. */
    static boolean isAdaptive(Settings settings) {
        return settings.text(ROUTING, STATIC).equals(ADAPTIVE);
    }

    static TopologyPlan read(Settings settings, String kind, TopologyPlan plan) {
        List<String> choices = kind.equals("torus")
                ? List.of("dimension-order")
                : KINDS.contains(kind) ? List.of(STATIC, ECMP, ADAPTIVE) : List.of(STATIC);
        if (choices.size() == 1 && List.of(ECMP, ADAPTIVE).contains(settings.text(ROUTING, STATIC))) {
            throw settings.problem(
                    ROUTING,
                    "'routing: " + settings.text(ROUTING) + "' has no meaning under topology " + kind,
                    "It is for " + String.join(" and ", KINDS));
        }
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
     * Equal-cost multipath routing: every pair of nodes has one of its shortest routes, drawn by a hash of the pair and
     * a seed. All messages of the pair take that route, however full it is. So two pairs may collide on a link while
     * others are idle, which is what keeps training traffic with its few large flows from the bandwidth that links add
     * up to [1].
     *
     * <p><b>Collisions.</b> n flows that draw among n equal links leave a share of (1 - 1/n)^n of them empty, about
     * 1/e, and the fullest one has about ln n / ln ln n flows. The seed draws all routes anew; a study repeats it to
     * see how much of a time is luck. Switches hash ports too, so that several connections of a pair may differ; here
     * they do not.
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

        @Override
        public boolean isAsInSimGrid() {
            return false;
        }
    }
}
