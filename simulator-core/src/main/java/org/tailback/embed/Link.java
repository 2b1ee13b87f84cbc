package org.tailback.embed;

import java.util.Objects;
import org.tailback.stability.Beta;

/**
 * A link of a network, one direction of a cable: the handle for its capacity, failures and load. It remains valid after
 * {@link Network#reset}.
 */
@Beta
public final class Link {
    private final Messages messages;
    private final Links links;
    private final int number;
    private final String name;

    Link(Messages messages, Links links, int number, String name) {
        this.messages = messages;
        this.links = links;
        this.number = number;
        this.name = name;
    }

    /** Returns the link's name, such as {@code node 0 up}. */
    public String name() {
        return name;
    }

    /** Returns the configured capacity as a fraction of the capacity as built; 1 by default. */
    public double capacity() {
        return links.linkCapacity(number);
    }

    /**
     * Changes the capacity from this instant on, relative to the capacity as built; a change of its {@linkplain
     * Network#setNodeCapacity node} is an additional factor.
     *
     * @param fraction finite, > 0; 1 restores the link
     * @throws IllegalArgumentException if the fraction is out of range
     */
    public void setCapacity(double fraction) {
        links.setLinkCapacity(number, fraction);
    }

    /** Returns the present capacity in bytes per second; not a number if the model has no bandwidth. */
    public double bytesPerSecond() {
        return messages.adjustable().capacity(number);
    }

    /**
     * Makes the link fail now. Messages on it whose transfer has not ended stop or are lost; the same applies to
     * messages sent over it until {@link #repair}. This includes messages of replays; a replay that loses a message
     * ends at the end of this instant with a {@link org.tailback.replay.ReplayResult#failure}, like an aborted MPI job.
     * Messages keep the routes of the topology, which are fixed; no message is rerouted. If the link has already
     * failed, the new rule applies. O(messages in flight).
     */
    public void fail(LinkFailure rule) {
        Objects.requireNonNull(rule, "rule");
        messages.checkMayChange();
        messages.failLink(number, rule == LinkFailure.LOSES_MESSAGES);
    }

    /**
     * Repairs the link: messages that it stopped continue now, unless another link stops them. Does nothing if the link
     * has not failed.
     */
    public void repair() {
        messages.checkMayChange();
        messages.engine().failures().repairLink(number);
    }

    /** Returns true between {@link #fail} and {@link #repair}. */
    public boolean hasFailed() {
        return messages.engine().failures().ofLink(number);
    }

    /**
     * Returns the present load: the traffic of the link relative to its capacity, 0 to 1; above 1 only where messages
     * do not share the link. O(messages in flight).
     */
    public double load() {
        return messages.engine().carriedBy(number) / bytesPerSecond();
    }

    /**
     * Returns the mean load since {@link Network#measureLinks}.
     *
     * @throws IllegalStateException if the links are not measured
     */
    public double utilisation() {
        return messages.linkMeter().mean(number);
    }

    @Override
    public String toString() {
        return "link '" + name + "'";
    }
}
