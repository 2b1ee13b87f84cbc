package org.tailback.model.topology;

import java.util.Arrays;
import org.tailback.sharing.Link;

/**
 * A tree of switches with the nodes as leaves, all at the same depth: groups of {@code arity[0]} nodes, groups of
 * {@code arity[1]} such groups, and so on. Every edge is a link up and a link down. Racks are a tree of two levels.
 */
final class Tree implements Topology {
    /** The group of a node at each height: [height][node]; height 0 is the node itself. */
    private final int[][] group;

    private final int[] firstLink;
    private final double[] capacity;

    /**
     * @param group the group of each node at heights 0 (the node itself) to the height below the root
     * @param capacity what one link above a group of that height carries
     */
    Tree(int[][] group, double[] capacity) {
        this.group = group;
        this.capacity = capacity;
        firstLink = new int[group.length + 1];
        for (int height = 0; height < group.length; height++) {
            int groups = Arrays.stream(group[height]).max().orElse(0) + 1;
            firstLink[height + 1] = firstLink[height] + 2 * groups;
        }
    }

    /** Groups of equal sizes: {@code arity} groups of one height make one of the next. */
    static Tree perfect(int nodes, int arity, double[] capacity) {
        int[][] group = new int[capacity.length][nodes];
        long size = 1;
        for (int[] ofHeight : group) {
            for (int node = 0; node < nodes; node++) {
                ofHeight[node] = (int) (node / size);
            }
            size *= arity;
        }
        return new Tree(group, capacity);
    }

    private int height(int link) {
        int height = 0;
        while (link >= firstLink[height + 1]) {
            height++;
        }
        return height;
    }

    @Override
    public int links() {
        return firstLink[group.length];
    }

    @Override
    public double capacity(int link) {
        return capacity[height(link)];
    }

    @Override
    public double nodeBandwidth() {
        return capacity[0];
    }

    @Override
    public boolean isAsInSimGrid() {
        return true;
    }

    @Override
    public Link link(int link) {
        int height = height(link);
        int index = (link - firstLink[height]) / 2;
        if (height > 0) {
            return Link.inner("group " + index + " of height " + height + (link % 2 == 0 ? " up" : " down"));
        }
        return link % 2 == 0 ? Link.outOfNode(index, "up") : Link.intoNode(index, "down");
    }

    @Override
    public int longestRoute() {
        return 2 * group.length;
    }

    @Override
    public int route(int source, int destination, int[] into) {
        int length = 0;
        int height = 0;
        while (height < group.length && group[height][source] != group[height][destination]) {
            into[length++] = firstLink[height] + 2 * group[height][source];
            height++;
        }
        while (height > 0) {
            height--;
            into[length++] = firstLink[height] + 2 * group[height][destination] + 1;
        }
        return length;
    }
}
