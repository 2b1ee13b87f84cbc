package org.tailback.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.Link;

/**
 * Messages that share the links of the network at each instant of a run, for the contended messages of the critical
 * path. In a network without links, the ends of nodes replace the links. {@link SharedObservers.OfReplays} and {@link
 * SharedObservers.OfNetwork} report the messages. O(1) per event; while contended messages move, O(messages on their
 * links) in addition.
 */
final class MovingMessages {
    private final @Nullable AdjustableCapacity network;
    private final List<Link> links;
    /**
     * Shared links: links by number, interfaces of ranks by job and name, ends of nodes without known links by name.
     */
    private final Map<Object, SharedLink> shared = new HashMap<>();

    private final Map<Long, Route> routes = new HashMap<>();
    /** Messages whose contention is determined, by their position among the moving messages of the analysed job. */
    final Map<Long, ContendedMessage> wanted = new HashMap<>();

    private final Set<Flow> moving = new LinkedHashSet<>();

    /**
     * Links of a route: the two links at its ends, which may be the same, and the other links, including links of hosts
     * and interfaces of ranks.
     */
    private record Route(SharedLink out, SharedLink in, List<SharedLink> inner) {
        Stream<SharedLink> all() {
            return Stream.concat(Stream.of(out, in), inner.stream());
        }
    }

    /** Message with its links. */
    static final class Flow {
        /** Job of the message as a cause without contention; the name is empty if the run has only one job. */
        final Culprit job;

        /** Sender and receiver of the message as a cause without contention. */
        final Culprit pair;

        private final Route route;
        private final @Nullable ContendedMessage contended;
        private boolean sharing;

        private Flow(String job, String pair, Route route, @Nullable ContendedMessage contended) {
            this.job = new Culprit(Culprit.Type.JOB, job, 0, 0);
            this.pair = new Culprit(Culprit.Type.PAIR, pair, 0, 0);
            this.route = route;
            this.contended = contended;
        }
    }

    /**
     * Creates the record of the moving messages of a network.
     *
     * @param network network with links; null if it has none
     */
    MovingMessages(@Nullable AdjustableCapacity network) {
        this.network = network;
        links = network == null ? List.of() : network.links();
    }

    /** Returns the route between two nodes, with the interfaces of ranks if their capacity is limited. */
    private Route route(String job, int source, int destination, int sender, int receiver) {
        Route route = route(source, destination);
        double capacity = network == null ? Double.POSITIVE_INFINITY : network.rankCapacity();
        if (source == destination || capacity == Double.POSITIVE_INFINITY) {
            return route;
        }
        List<SharedLink> inner = new ArrayList<>(route.inner());
        for (Link link : List.of(Link.outOfRank(sender), Link.intoRank(receiver))) {
            inner.add(shared.computeIfAbsent(job + " " + link.label(), key -> SharedLink.of(link, capacity)));
        }
        return new Route(route.out(), route.in(), inner);
    }

    private Route route(int source, int destination) {
        return routes.computeIfAbsent(
                (long) source << 32 | destination,
                key -> network == null || source == destination
                        ? ends(source, destination)
                        : routeOn(network, source, destination));
    }

    private Route ends(int source, int destination) {
        return source == destination
                ? new Route(unknown("inside node " + source), unknown("inside node " + source), List.of())
                : new Route(unknown("out of node " + source), unknown("into node " + destination), List.of());
    }

    private SharedLink unknown(String name) {
        return shared.computeIfAbsent(name, key -> SharedLink.unknown(name));
    }

    /**
     * Returns the route on known links. The links at its ends connect nodes to the network. If the route has no such
     * links, as inside a node of GPUs, its ends are its first and last link.
     */
    private Route routeOn(AdjustableCapacity known, int source, int destination) {
        List<SharedLink> all = Arrays.stream(known.linksBetween(source, destination))
                .mapToObj(link ->
                        shared.computeIfAbsent(link, key -> SharedLink.of(links.get(link), known.builtCapacity(link))))
                .toList();
        List<SharedLink> ofNodes = only(all, kind -> kind == Link.Kind.NODE);
        List<SharedLink> ends = ofNodes.isEmpty() ? only(all, kind -> kind != Link.Kind.HOST) : ofNodes;
        if (ends.isEmpty()) {
            return ends(source, destination);
        }
        SharedLink out = ends.get(0);
        SharedLink in = ends.get(ends.size() - 1);
        return new Route(
                out, in, all.stream().filter(link -> link != out && link != in).toList());
    }

    private static List<SharedLink> only(List<SharedLink> all, Predicate<Link.Kind> kinds) {
        return all.stream()
                .filter(link -> link.link() != null && kinds.test(link.link().kind()))
                .toList();
    }

    /** Returns the link at the receiver's end of a message's route. */
    SharedLink into(int source, int destination) {
        return route(source, destination).in();
    }

    /** Returns a message of the analysed job that will move, by its position among the moving messages of the job. */
    Flow own(String job, ChainMessage message, int source, int destination, long serial) {
        Route route = route(job, source, destination, message.sender(), message.receiver());
        return new Flow(job, message.pair(), route, wanted.get(serial));
    }

    Flow other(String job, ChainMessage message, int source, int destination) {
        Route route = route(job, source, destination, message.sender(), message.receiver());
        return new Flow(job, job + " " + message.pair(), route, null);
    }

    void rateChanged(Flow flow, double penalty, double time) {
        if (!flow.sharing) {
            settle(time);
            flow.sharing = true;
            flow.route.all().forEach(link -> link.flows().add(flow));
            if (flow.contended != null) {
                flow.contended.since = time;
                moving.add(flow);
            }
        }
        if (flow.contended != null) {
            settle(flow, flow.contended, time);
            flow.contended.penalty = penalty;
        }
    }

    /** Removes a message from its links from now on. */
    void leave(Flow flow, double time) {
        if (flow.sharing) {
            settle(time);
            moving.remove(flow);
            flow.route.all().forEach(link -> link.flows().remove(flow));
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

    private static void settle(Flow flow, ContendedMessage contended, double time) {
        SharedLink out = flow.route.out();
        SharedLink in = flow.route.in();
        SharedLink inner = null;
        for (SharedLink link : flow.route.inner()) {
            if (link.flows().size() > 1 && !(inner != null && inner.load() >= link.load())) {
                inner = link;
            }
        }
        boolean leaves = Double.isNaN(out.load())
                ? out.flows().size() > in.flows().size()
                : out.load() > in.load() * (1 + ContendedMessage.ROUNDING);
        contended.settle(time, flow, leaves ? out : in, inner);
    }
}
