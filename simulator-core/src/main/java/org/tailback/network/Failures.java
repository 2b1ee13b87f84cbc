package org.tailback.network;

import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.observe.Observer;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.Link;

/**
 * Failed nodes and links of a network, and the messages that failed links stop. Routes do not change. A stopped message
 * keeps its progress.
 */
public final class Failures {
    private final NetworkEngine engine;
    private final @Nullable AdjustableCapacity links;
    private final BitSet failedNodes = new BitSet();
    /** Links on which messages stop, and links on which they are lost. */
    private final BitSet stopping = new BitSet();

    private final BitSet losing = new BitSet();
    /** Stopped messages, with the remaining seconds of messages that do not share the network; 0 for other messages. */
    private final Map<Integer, Double> stopped = new TreeMap<>();

    private @Nullable List<String> names;

    Failures(NetworkEngine engine) {
        this.engine = engine;
        links = engine.sharing() instanceof AdjustableCapacity adjustable ? adjustable : null;
    }

    /** Returns whether a node has failed. */
    public boolean ofNode(int node) {
        return failedNodes.get(node);
    }

    /** Makes a node fail and notifies all users. */
    public void failNode(int node) {
        failedNodes.set(node);
        List.copyOf(engine.users).forEach(user -> user.owner.nodeFailed(node));
    }

    /** Repairs a node. */
    public void repairNode(int node) {
        failedNodes.clear(node);
    }

    /** Returns whether a link has failed. */
    public boolean ofLink(int link) {
        return stopping.get(link) || losing.get(link);
    }

    /** Returns true if no link has failed. */
    public boolean noLinks() {
        return stopping.isEmpty() && losing.isEmpty();
    }

    /**
     * Makes a link fail now: its messages stop, or are lost and their owners are notified. O(messages in flight).
     *
     * @param link index of the link in the sharing model
     */
    public void failLink(int link, boolean loses) {
        stopping.set(link, !loses);
        losing.set(link, loses);
        MessageTable messages = engine.messages;
        Set<NetworkUser> losers = new LinkedHashSet<>();
        messages.forEach(message -> {
            if (crosses(messages.source[message], messages.destination[message], link)) {
                // a message that ends now has left the link
                if (!isStopped(message) && !engine.progress().endsNow(message)) {
                    stopped.put(message, halt(message));
                }
                if (loses && isStopped(message)) {
                    losers.add(messages.user[message]);
                }
            }
        });
        losers.forEach(user -> user.owner.messageLost(name(link)));
        engine.armUnlessProcessing();
    }

    /** Repairs a link: messages that no other link stops continue now. O(stopped messages). */
    public void repairLink(int link) {
        stopping.clear(link);
        losing.clear(link);
        MessageTable messages = engine.messages;
        new TreeMap<>(stopped).forEach((message, seconds) -> {
            if (!stops(messages.source[message], messages.destination[message])) {
                stopped.remove(message);
                goOn(message, seconds);
            }
        });
        engine.armUnlessProcessing();
    }

    /** Stops or loses a message that has just been sent, if its route has a failed link. */
    void sent(int message) {
        int source = engine.messages.source[message];
        int destination = engine.messages.destination[message];
        if (stops(source, destination)) {
            stopped.put(message, halt(message));
            String link = losingLink(source, destination);
            if (link != null) {
                engine.messages.user[message].owner.messageLost(link);
            }
        }
    }

    /**
     * Removes a message from the network; it keeps its progress.
     *
     * @return seconds to its end if it does not share the network
     */
    private double halt(int message) {
        MessageTable messages = engine.messages;
        double now = engine.kernel().now();
        double seconds = engine.ends.contains(message) ? engine.ends.date(message) - now : 0;
        if (messages.phase[message] == MessageTable.MOVING && !engine.flows.removeEntering(message)) {
            messages.workLeft[message] = engine.flows.workLeft(message);
            engine.flows.leave(message);
            messages.conflicts[message] |= (byte)
                    engine.flows.conflicts.ended(message, messages.source[message], messages.destination[message]);
            messages.rate[message] = 0;
            Observer observer = messages.user[message].observer;
            if (observer != null) {
                observer.rateChanged(message, Double.POSITIVE_INFINITY, 0, now);
            }
        }
        engine.ends.remove(message);
        return seconds;
    }

    /** Resumes a halted message. A message that does not share the network ends after the given seconds. */
    private void goOn(int message, double seconds) {
        if (engine.messages.phase[message] == MessageTable.MOVING) {
            engine.flows.enter(message);
        } else {
            engine.ends.set(message, engine.kernel().now() + seconds, engine.messages.sequence[message]);
        }
    }

    /** Returns whether a failed link stops a message. */
    public boolean isStopped(int message) {
        return stopped.containsKey(message);
    }

    /** Returns the remaining seconds of a stopped message that does not share the network; 0 for other messages. */
    double secondsLeft(int message) {
        return stopped.getOrDefault(message, 0.0);
    }

    /** Sets the remaining seconds of a stopped message that does not share the network. */
    void limited(int message, double seconds) {
        stopped.computeIfPresent(message, (key, before) -> before > 0 ? seconds : before);
    }

    /** Removes a message that leaves the network. Returns true if it was stopped. */
    boolean remove(int message) {
        return stopped.remove(message) != null;
    }

    /** Returns whether a message between two nodes crosses a link. */
    public boolean crosses(int source, int destination, int link) {
        BitSet only = new BitSet();
        only.set(link);
        return first(source, destination, only).isPresent();
    }

    /** Returns whether messages between two nodes are stopped now. */
    private boolean stops(int source, int destination) {
        return first(source, destination, stopping).isPresent() || losingLink(source, destination) != null;
    }

    /** Returns the name of the first link between two nodes on which messages are lost now; null if there is none. */
    public @Nullable String losingLink(int source, int destination) {
        OptionalInt link = first(source, destination, losing);
        return link.isPresent() ? name(link.getAsInt()) : null;
    }

    /** Returns the name of a link. */
    public String name(int link) {
        if (names == null && links != null) {
            names = links.links().stream().map(Link::name).toList();
        }
        return names == null ? "link " + link : names.get(link);
    }

    private OptionalInt first(int source, int destination, BitSet among) {
        if (links == null || source == destination || among.isEmpty()) {
            return OptionalInt.empty();
        }
        for (int link : links.linksBetween(source, destination)) {
            if (among.get(link)) {
                return OptionalInt.of(link);
            }
        }
        return OptionalInt.empty();
    }

    /** Copies the failures to another network with the same links and messages. */
    void copyTo(Failures other) {
        other.failedNodes.or(failedNodes);
        other.stopping.or(stopping);
        other.losing.or(losing);
        other.stopped.putAll(stopped);
    }
}
