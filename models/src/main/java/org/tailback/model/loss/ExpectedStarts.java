package org.tailback.model.loss;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import org.tailback.loss.EndingMessages;
import org.tailback.model.sharing.fairtree.FairTree;

/** Message starts predicted for the near future, by destination. */
final class ExpectedStarts implements EndingMessages.StartSink {
    private record Start(int sender, int height) {}

    private final ListMultimap<Integer, Start> byDestination = ArrayListMultimap.create();
    private double before;

    /** Removes all starts. Afterwards, only starts before a time in seconds are kept. */
    void begin(double exclusiveEnd) {
        byDestination.clear();
        before = exclusiveEnd;
    }

    @Override
    public void start(int sender, int source, int destination, double time) {
        if (time < before) {
            byDestination.put(destination, new Start(sender, FairTree.height(source, destination)));
        }
    }

    /** Removes the starts of a rank. The cost is O(expected starts). */
    void forget(int rank) {
        byDestination.values().removeIf(start -> start.sender == rank);
    }

    /** Returns whether a message of one of the given heights is expected. The cost is O(expected starts). */
    boolean any(boolean[] heightCounts) {
        return byDestination.values().stream().anyMatch(start -> heightCounts[start.height]);
    }

    /**
     * Returns whether a rank other than a sender is expected to start a message of one of the given heights to a node.
     * The cost is O(expected starts to the node).
     */
    boolean anyTo(int destination, int exceptSender, boolean[] heightCounts) {
        return byDestination.get(destination).stream()
                .anyMatch(start -> start.sender != exceptSender && heightCounts[start.height]);
    }
}
