package org.tailback.sharing;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A link of a network: its kind and its owner. Names are for display only.
 *
 * @param owner owner of links of kind {@link Kind#NODE}, {@link Kind#HOST} and {@link Kind#LOCAL}, and of a given link
 *     that carries the messages out of one node or into one node only; null for others
 * @param label name among the links of its owner, such as {@code up}; complete name of given links and of links without
 *     an owner
 */
public record Link(Kind kind, @Nullable Owner owner, Direction direction, String label) {
    /** Kind of a link. */
    public enum Kind {
        /** Link between a node, or an interface of a node with GPUs, and the network. */
        NODE,
        /** Limit of the sum of a host's traffic in both directions. */
        HOST,
        /** Link inside a GPU node, at one of the GPUs. */
        LOCAL,
        /** Limit of one rank at its node's interface, in one direction. */
        RANK,
        /** Link between switches. */
        INNER,
        /** Link given individually by the platform file. */
        GIVEN
    }

    /** Direction of the messages that a link carries, relative to its owner. */
    public enum Direction {
        /** The messages leave the owner. */
        OUT,
        /** The messages enter the owner. */
        IN,
        /** The link carries both directions, or has no owner. */
        ANY
    }

    /**
     * A node, or a group of GPUs that share an interface.
     *
     * @param node number of its first node, >= 0; -1 for an empty position
     * @param nodes number of its nodes, >= 1; 0 for an empty position
     * @param name name for display, such as {@code node 3} or {@code interface 0.1}
     */
    public record Owner(int node, int nodes, String name) {
        /** Returns a node as the owner. */
        public static Owner node(int node) {
            return new Owner(node, 1, "node " + node);
        }

        /** Returns whether a node belongs to this owner. */
        public boolean has(int other) {
            return other >= node && other < node + nodes;
        }
    }

    /** Returns one of the links by which a node sends. */
    public static Link outOfNode(int node, String label) {
        return new Link(Kind.NODE, Owner.node(node), Direction.OUT, label);
    }

    /** Returns one of the links by which a node receives. */
    public static Link intoNode(int node, String label) {
        return new Link(Kind.NODE, Owner.node(node), Direction.IN, label);
    }

    /** Returns the limit of a rank's outgoing traffic. */
    public static Link outOfRank(int rank) {
        return new Link(Kind.RANK, null, Direction.OUT, "out of rank " + rank);
    }

    /** Returns the limit of a rank's incoming traffic. */
    public static Link intoRank(int rank) {
        return new Link(Kind.RANK, null, Direction.IN, "into rank " + rank);
    }

    /** Returns a link between switches. */
    public static Link inner(String name) {
        return new Link(Kind.INNER, null, Direction.ANY, name);
    }

    /** Returns the link with another owner. */
    public Link withOwner(Owner other) {
        return new Link(kind, other, direction, label);
    }

    /** Returns the name, unique in its network, such as {@code node 3 up}. */
    public String name() {
        return owner == null || kind == Kind.GIVEN ? label : (owner.name() + " " + label).strip();
    }

    /** Returns whether all messages of the owner, and only they, enter or leave the network by this link. */
    public boolean isEndOfNode() {
        return kind == Kind.NODE || kind == Kind.GIVEN && owner != null;
    }

    /** Returns whether another link has the same kind, direction and owner, or is the same link. */
    public boolean isParallelTo(Link other) {
        return kind == other.kind
                && direction == other.direction
                && Objects.equals(owner, other.owner)
                && (owner != null && kind != Kind.GIVEN || label.equals(other.label));
    }

    /** Returns the name in reports: all links by which node 3 sends are {@code out of node 3}. */
    public String end() {
        return owner == null || kind != Kind.NODE
                ? name()
                : (direction == Direction.OUT ? "out of " : "into ") + owner.name();
    }
}
