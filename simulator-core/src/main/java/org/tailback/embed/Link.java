package org.tailback.embed;

import org.tailback.error.InputException;
import org.tailback.stability.Beta;

/**
 * A link of a network, one direction of a cable: the handle by which its capacity, failures and load are read and
 * changed. It outlives {@link Network#reset}.
 */
@Beta
public final class Link {
    private final Links links;
    private final int number;
    private final String name;

    Link(Links links, int number, String name) {
        this.links = links;
        this.number = number;
        this.name = name;
    }

    /** Its name, such as {@code node 0 up}. */
    public String name() {
        return name;
    }

    /** The fraction of what it carried as built to which it was set; 1 if it was not. */
    public double capacity() {
        return links.capacity(number);
    }

    /**
     * From this instant on it carries another fraction of what it carried when the network was built; a change of its
     * {@linkplain Network#setNodeCapacity node} multiplies this.
     *
     * @param fraction finite, > 0; 1 restores the link
     * @throws IllegalArgumentException if it is not
     */
    public void setCapacity(double fraction) {
        links.setCapacity(number, fraction);
    }

    /** What it carries now when it is full, in bytes per second; not a number if the model knows no bandwidth. */
    public double bytesPerSecond() {
        return links.bytesPerSecond(number);
    }

    /**
     * Fails now: messages on it, whose transfer has not ended, stop or are lost, and so do those that are sent over it
     * until {@link #repair}. Those of replays too; a replay that loses a message ends at the end of this instant with a
     * {@link org.tailback.replay.ReplayResult#failure}, as an MPI job is aborted. Messages keep the routes of the
     * topology, which are fixed: none finds another one. If the link has failed already, the new rule holds.
     * O(messages in flight).
     */
    public void fail(LinkFailure rule) {
        links.fail(number, rule);
    }

    /** Works again: messages that it stopped go on now, unless another link stops them. Nothing happens if it works. */
    public void repair() {
        links.repair(number);
    }

    /** True between {@link #fail} and {@link #repair}. */
    public boolean hasFailed() {
        return links.hasFailed(number);
    }

    /**
     * The present load: what it carries for its capacity, 0 to 1; above 1 only where messages do not share it. O(messages
     * in flight).
     */
    public double load() {
        return links.load(number);
    }

    /**
     * The mean load since {@link Network#measureLinks}.
     *
     * @throws IllegalStateException if that was not called
     */
    public double utilisation() {
        return links.utilisation(number);
    }

    @Override
    public String toString() {
        return "link '" + name + "'";
    }

    /** Returns the exception of models without links. */
    static InputException none(String model) {
        return new InputException("model " + model
                + " knows no links, whose capacities could change: use a model with links, such as max-min");
    }
}
