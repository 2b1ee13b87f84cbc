package org.tailback.model.topology;

import java.util.List;
import org.tailback.settings.Settings;

/** Reads which of several shortest routes messages take. */
final class Routing {
    private static final String ROUTING = "routing";
    private static final String SEED = "ecmp-seed";
    private static final String STATIC = "static";
    private static final String ECMP = "ecmp";
    private static final String ADAPTIVE = "adaptive";
    private static final List<String> KINDS = List.of("fat-tree", "dragonfly-plus");

    private Routing() {}

    /** Returns whether parallel links are to be merged into one. */
    static boolean isAdaptive(Settings settings) {
        return settings.text(ROUTING, STATIC).equals(ADAPTIVE);
    }

    /** Returns the plan with the routes that the settings ask for. */
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
        return cluster -> new EcmpTopology(plan.on(cluster), cluster.nodes(), seed);
    }
}
