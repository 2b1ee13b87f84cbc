package org.tailback.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.observe.Observer;
import org.tailback.sharing.AdjustableCapacity;

/**
 * The messages that share the ends of nodes at each instant of a replay, for the contended messages of a chain. O(1)
 * per event; while contended messages move also O(messages at their ends).
 */
final class MovingMessages implements Observer {
    /** Contention that sharing of the ends of a message does not explain. */
    static final String BETWEEN_NODES = "between nodes";

    private final Placement placement;
    private final @Nullable AdjustableCapacity links;
    private final List<String> names;
    private final Map<Long, List<String>> routes = new HashMap<>();
    private final Map<Long, ContendedMessage> wanted = new HashMap<>();
    /** The wanted messages that move now. */
    private final Map<Integer, ContendedMessage> moving = new LinkedHashMap<>();
    /** The messages at each link, by its name. */
    private final Map<String, Set<Integer>> atLink = new HashMap<>();

    private Flow[] flows = new Flow[0];
    private long started;

    /** A message that moves, with the links at its ends, equal inside a node, and those between. */
    private record Flow(long serial, String pair, String out, String in, List<String> inner, boolean isSharing) {
        Flow sharing(boolean shares) {
            return new Flow(serial, pair, out, in, inner, shares);
        }
    }

    /** @param links of the network; null if they are not known */
    MovingMessages(Placement placement, @Nullable AdjustableCapacity links) {
        this.placement = placement;
        this.links = links;
        names = links == null ? List.of() : links.linkNames();
    }

    /** The links on the route of a message that no node has for itself. */
    private List<String> inner(int sender, int receiver) {
        int source = placement.nodeOf(sender);
        int destination = placement.nodeOf(receiver);
        if (links == null || source == destination) {
            return List.of();
        }
        return routes.computeIfAbsent(
                (long) source << 32 | destination,
                route -> Arrays.stream(links.linksBetween(source, destination))
                        .mapToObj(names::get)
                        .filter(name -> !name.startsWith("node "))
                        .toList());
    }

    /** Asks for the contention of a message by its position among all that move. */
    void add(long serial, ContendedMessage message) {
        wanted.put(serial, message);
    }

    boolean isEmpty() {
        return wanted.isEmpty();
    }

    /** The link at the receiver's end of a message between two ranks. */
    static String into(Placement placement, int sender, int receiver) {
        int node = placement.nodeOf(receiver);
        return placement.nodeOf(sender) == node ? "inside node " + node : "into node " + node;
    }

    private String outOf(int sender, int receiver) {
        int node = placement.nodeOf(sender);
        return placement.nodeOf(receiver) == node ? "inside node " + node : "out of node " + node;
    }

    @Override
    public void messageStarted(int message, int communication, int sender, int receiver, long bytes, double time) {
        if (message >= flows.length) {
            flows = Arrays.copyOf(flows, Math.max(message + 1, 2 * flows.length));
        }
        flows[message] = new Flow(
                started++,
                new ChainMessage(sender, receiver, 0, bytes).pair(),
                outOf(sender, receiver),
                into(placement, sender, receiver),
                inner(sender, receiver),
                false);
    }

    @Override
    public void rateChanged(int message, double penalty, double bytesPerSecond, double time) {
        Flow flow = flows[message];
        if (!flow.isSharing()) {
            settle(time);
            flows[message] = flow.sharing(true);
            at(flow.out()).add(message);
            at(flow.in()).add(message);
            flow.inner().forEach(link -> at(link).add(message));
            ContendedMessage contended = wanted.get(flow.serial());
            if (contended != null) {
                contended.begin(time);
                moving.put(message, contended);
            }
        }
        ContendedMessage contended = moving.get(message);
        if (contended != null) {
            settle(message, contended, time);
            contended.setPenalty(penalty);
        }
    }

    private Set<Integer> at(String link) {
        return atLink.computeIfAbsent(link, name -> new LinkedHashSet<>());
    }

    @Override
    public void retransmissionTimeout(int message, double time, double until) {
        leave(message, time);
    }

    @Override
    public void messageEnded(int message, double time, double arrival) {
        leave(message, time);
    }

    private void leave(int message, double time) {
        Flow flow = flows[message];
        if (flow.isSharing()) {
            settle(time);
            moving.remove(message);
            at(flow.out()).remove(message);
            at(flow.in()).remove(message);
            flow.inner().forEach(link -> at(link).remove(message));
            flows[message] = flow.sharing(false);
        }
    }

    private void settle(double time) {
        moving.forEach((message, contended) -> settle(message, contended, time));
    }

    private void settle(int message, ContendedMessage contended, double time) {
        Flow flow = flows[message];
        Set<Integer> leaving = at(flow.out());
        Set<Integer> entering = at(flow.in());
        boolean isIn = entering.size() >= leaving.size();
        String inner = null;
        for (String link : flow.inner()) {
            int most = inner == null ? 1 : at(inner).size();
            inner = at(link).size() > most ? link : inner;
        }
        contended.settle(
                time,
                isIn ? flow.in() : flow.out(),
                others(message, isIn ? entering : leaving),
                inner,
                inner == null ? List.of() : others(message, at(inner)));
    }

    private List<String> others(int message, Set<Integer> all) {
        List<String> sharing = new ArrayList<>();
        for (int other : all) {
            if (other != message) {
                sharing.add(flows[other].pair());
            }
        }
        return sharing;
    }
}
