package org.tailback.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.sharing.AdjustableCapacity;

/**
 * The messages that share the ends of nodes at each instant of a run, for the contended messages of a chain; {@link
 * ReplayMessages} and {@link SingleMessages} observe them. O(1) per event; while contended messages move also
 * O(messages at their ends).
 */
final class MovingMessages {
    /** Contention that sharing of the ends of a message does not explain. */
    static final String BETWEEN_NODES = "between nodes";

    private final @Nullable AdjustableCapacity links;
    private final List<String> names;
    private final Map<Long, Route> routes = new HashMap<>();
    private final Map<Long, ContendedMessage> wanted = new HashMap<>();
    /** The wanted messages that move now. */
    private final Set<Flow> moving = new LinkedHashSet<>();
    /** The messages at each link, by its name. */
    private final Map<String, Set<Flow>> atLink = new HashMap<>();

    /** Names and capacities of the links between two nodes that neither has for itself, and the nodes' capacities. */
    private record Route(List<String> inner, double[] capacities, double out, double in) {
        static final Route UNKNOWN = new Route(List.of(), new double[0], Double.NaN, Double.NaN);
    }

    /** A message, with the links at its ends, equal inside a node, and those between. */
    static final class Flow {
        private final String job;
        private final String pair;
        private final String out;
        private final String in;
        private final Route route;
        private final @Nullable ContendedMessage contended;
        private boolean sharing;

        private Flow(
                String job, String pair, String out, String in, Route route, @Nullable ContendedMessage contended) {
            this.job = job;
            this.pair = pair;
            this.out = out;
            this.in = in;
            this.route = route;
            this.contended = contended;
        }

        /** Name of the job; empty where there is one only. */
        String job() {
            return job;
        }

        String pair() {
            return pair;
        }
    }

    /** @param links of the network; null if they are not known */
    MovingMessages(@Nullable AdjustableCapacity links) {
        this.links = links;
        names = links == null ? List.of() : links.linkNames();
    }

    private Route route(int source, int destination) {
        if (links == null || source == destination) {
            return Route.UNKNOWN;
        }
        return routes.computeIfAbsent(
                (long) source << 32 | destination, key -> routeOn(links, links.linksBetween(source, destination)));
    }

    private Route routeOn(AdjustableCapacity known, int[] all) {
        if (all.length == 0) {
            return Route.UNKNOWN;
        }
        int[] inner = Arrays.stream(all)
                .filter(link -> !names.get(link).startsWith("node "))
                .toArray();
        return new Route(
                Arrays.stream(inner).mapToObj(names::get).toList(),
                Arrays.stream(inner).mapToDouble(known::builtCapacity).toArray(),
                known.builtCapacity(all[0]),
                known.builtCapacity(all[all.length - 1]));
    }

    /** Asks for the contention of a message by its position among all of the chain's job that move. */
    void add(long serial, ContendedMessage message) {
        wanted.put(serial, message);
    }

    boolean isEmpty() {
        return wanted.isEmpty();
    }

    /** The link at the receiver's end of a message between two nodes. */
    static String into(int source, int destination) {
        return source == destination ? "inside node " + destination : "into node " + destination;
    }

    private static String outOf(int source, int destination) {
        return source == destination ? "inside node " + source : "out of node " + source;
    }

    /** A message of the chain's job that will move, by its position among them. */
    Flow own(String job, String pair, int source, int destination, long serial) {
        return flow(job, pair, source, destination, wanted.get(serial));
    }

    /** A message of another job that will move. */
    Flow other(String job, String pair, int source, int destination) {
        return flow(job, job + " " + pair, source, destination, null);
    }

    private Flow flow(String job, String pair, int source, int destination, @Nullable ContendedMessage contended) {
        return new Flow(
                job,
                pair,
                outOf(source, destination),
                into(source, destination),
                route(source, destination),
                contended);
    }

    /** A message has another rate from now on. */
    void rateChanged(Flow flow, double penalty, double time) {
        if (!flow.sharing) {
            settle(time);
            flow.sharing = true;
            at(flow.out).add(flow);
            at(flow.in).add(flow);
            flow.route.inner().forEach(link -> at(link).add(flow));
            if (flow.contended != null) {
                flow.contended.begin(time);
                moving.add(flow);
            }
        }
        if (flow.contended != null) {
            settle(flow, flow.contended, time);
            flow.contended.setPenalty(penalty);
        }
    }

    private Set<Flow> at(String link) {
        return atLink.computeIfAbsent(link, name -> new LinkedHashSet<>());
    }

    /** A message shares nothing from now on. */
    void leave(Flow flow, double time) {
        if (flow.sharing) {
            settle(time);
            moving.remove(flow);
            at(flow.out).remove(flow);
            at(flow.in).remove(flow);
            flow.route.inner().forEach(link -> at(link).remove(flow));
            flow.sharing = false;
        }
    }

    private void settle(double time) {
        for (Flow flow : moving) {
            if (flow.contended != null) {
                settle(flow, flow.contended, time);
            }
        }
    }

    private void settle(Flow flow, ContendedMessage contended, double time) {
        Set<Flow> leaving = at(flow.out);
        Set<Flow> entering = at(flow.in);
        boolean isIn = entering.size() >= leaving.size();
        String inner = null;
        double innerLoad = 0;
        for (int i = 0; i < flow.route.inner().size(); i++) {
            String link = flow.route.inner().get(i);
            int most = inner == null ? 1 : at(inner).size();
            if (at(link).size() > most) {
                inner = link;
                innerLoad = at(link).size() / flow.route.capacities()[i];
            }
        }
        double load = isIn ? entering.size() / flow.route.in() : leaving.size() / flow.route.out();
        contended.settle(
                time,
                isIn ? flow.in : flow.out,
                others(flow, isIn ? entering : leaving),
                innerLoad > load * (1 + ContendedMessage.ROUNDING),
                inner,
                inner == null ? List.of() : others(flow, at(inner)));
    }

    private static List<Flow> others(Flow flow, Set<Flow> all) {
        List<Flow> sharing = new ArrayList<>(all);
        sharing.remove(flow);
        return sharing;
    }
}
