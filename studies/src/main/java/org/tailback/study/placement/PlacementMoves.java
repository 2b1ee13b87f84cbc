package org.tailback.study.placement;

import java.util.Arrays;
import java.util.List;
import org.tailback.replay.PairResult;
import umontreal.ssj.rng.RandomStream;

/**
 * Generator of neighbours of a placement. In a neighbour, two ranks have exchanged their nodes, a rank has moved to a
 * free core, ranks that lost much to contention are placed together or moved apart, or two nodes have exchanged all
 * their ranks. The number of ranks on a node never exceeds {@code room}.
 *
 * @param room largest number of ranks on each node
 * @param nodesAreAlike whether nodes are interchangeable; an exchange of all ranks of two nodes then has no effect
 */
record PlacementMoves(int[] room, boolean nodesAreAlike, RandomStream random) {
    private static final int ATTEMPTS = 30;

    /**
     * Returns a neighbour of a placement.
     *
     * @param pairs losses of pairs of ranks, in descending order; may be empty
     * @return new nodes of the ranks; {@code nodes} if no neighbour was found
     */
    int[] neighbour(int[] nodes, List<PairResult> pairs) {
        int[] next = nodes.clone();
        for (int attempt = 0; attempt < ATTEMPTS && Arrays.equals(next, nodes); attempt++) {
            double kind = random.nextDouble();
            if (kind < 0.3) {
                swap(next, below(nodes.length), below(nodes.length));
            } else if (kind < 0.45) {
                moveToFreeCore(next, below(nodes.length));
            } else if (kind < 0.75 && !pairs.isEmpty()) {
                join(next, drawn(pairs));
            } else if (kind < 0.9 && !pairs.isEmpty()) {
                PairResult pair = drawn(pairs);
                leave(next, random.nextDouble() < 0.5 ? pair.sender() : pair.receiver());
            } else if (nodesAreAlike) {
                swap(next, below(nodes.length), below(nodes.length));
                swap(next, below(nodes.length), below(nodes.length));
            } else {
                exchangeNodes(next, nodes[below(nodes.length)], below(room.length));
            }
        }
        return next;
    }

    private int below(int end) {
        return random.nextInt(0, end - 1);
    }

    /** Returns a random pair; pairs with larger losses are more likely. */
    private PairResult drawn(List<PairResult> pairs) {
        double u = random.nextDouble();
        return pairs.get((int) (pairs.size() * u * u * u));
    }

    private static void swap(int[] nodes, int a, int b) {
        int node = nodes[a];
        nodes[a] = nodes[b];
        nodes[b] = node;
    }

    private void moveToFreeCore(int[] nodes, int rank) {
        int[] load = load(nodes);
        int choices = 0;
        boolean emptyCounted = false;
        int chosen = -1;
        for (int node = 0; node < load.length; node++) {
            boolean redundant = nodesAreAlike && load[node] == 0 && emptyCounted;
            if (node != nodes[rank] && load[node] < room[node] && !redundant) {
                emptyCounted |= load[node] == 0;
                choices++;
                if (below(choices) == 0) {
                    chosen = node;
                }
            }
        }
        if (chosen >= 0) {
            nodes[rank] = chosen;
        }
    }

    private void join(int[] nodes, PairResult pair) {
        boolean senderMoves = random.nextDouble() < 0.5;
        int mover = senderMoves ? pair.sender() : pair.receiver();
        int target = nodes[senderMoves ? pair.receiver() : pair.sender()];
        int stays = senderMoves ? pair.receiver() : pair.sender();
        if (nodes[mover] == target) {
            return;
        }
        if (load(nodes)[target] < room[target]) {
            nodes[mover] = target;
            return;
        }
        int choices = 0;
        int chosen = -1;
        for (int rank = 0; rank < nodes.length; rank++) {
            if (nodes[rank] == target && rank != stays) {
                choices++;
                if (below(choices) == 0) {
                    chosen = rank;
                }
            }
        }
        if (chosen >= 0) {
            swap(nodes, mover, chosen);
        }
    }

    private void leave(int[] nodes, int rank) {
        if (random.nextDouble() < 0.5) {
            moveToFreeCore(nodes, rank);
        } else {
            swap(nodes, rank, below(nodes.length));
        }
    }

    private void exchangeNodes(int[] nodes, int a, int b) {
        for (int rank = 0; rank < nodes.length && room[a] == room[b]; rank++) {
            nodes[rank] = nodes[rank] == a ? b : nodes[rank] == b ? a : nodes[rank];
        }
    }

    private int[] load(int[] nodes) {
        int[] load = new int[room.length];
        for (int node : nodes) {
            load[node]++;
        }
        return load;
    }
}
