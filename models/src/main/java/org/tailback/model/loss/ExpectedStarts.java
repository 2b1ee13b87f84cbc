package org.tailback.model.loss;

import java.util.Arrays;
import org.tailback.columns.Columns;
import org.tailback.loss.EndingMessages;
import org.tailback.model.sharing.fairtree.FairTree;

/** Message starts that are predicted for the next moments, by destination. */
final class ExpectedStarts implements EndingMessages.StartSink {
    private static final int NONE = -1;

    private final int[] firstTo;
    private int[] sender = new int[16];
    private int[] destination = new int[16];
    private int[] height = new int[16];
    private boolean[] forgotten = new boolean[16];
    private int[] nextTo = new int[16];
    private final int[] remainingOfHeight;
    private double before;
    private int count;

    ExpectedStarts(int nodes, int heights) {
        firstTo = new int[nodes];
        Arrays.fill(firstTo, NONE);
        remainingOfHeight = new int[heights + 1];
    }

    /** Forgets all starts; from now on only starts before this time, in seconds, are kept. */
    void begin(double exclusiveEnd) {
        for (int i = 0; i < count; i++) {
            firstTo[destination[i]] = NONE;
        }
        count = 0;
        before = exclusiveEnd;
        Arrays.fill(remainingOfHeight, 0);
    }

    @Override
    public void start(int from, int source, int to, double when) {
        if (when >= before) {
            return;
        }
        if (count >= sender.length) {
            sender = Columns.fit(sender, count);
            destination = Columns.fit(destination, count);
            height = Columns.fit(height, count);
            forgotten = Columns.fit(forgotten, count);
            nextTo = Columns.fit(nextTo, count);
        }
        sender[count] = from;
        destination[count] = to;
        height[count] = FairTree.height(source, to);
        remainingOfHeight[height[count]]++;
        forgotten[count] = false;
        nextTo[count] = firstTo[to];
        firstTo[to] = count++;
    }

    /** Forgets the starts that a rank would make. O(expected starts). */
    void forget(int rank) {
        for (int i = 0; i < count; i++) {
            if (sender[i] == rank && !forgotten[i]) {
                forgotten[i] = true;
                remainingOfHeight[height[i]]--;
            }
        }
    }

    /** Returns true if a message of one of these heights is expected. O(heights). */
    boolean any(boolean[] heightCounts) {
        for (int h = 1; h < remainingOfHeight.length; h++) {
            if (heightCounts[h] && remainingOfHeight[h] > 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns true if a message of one of these heights is expected from another rank than a sender to a node.
     * O(expected starts to the node).
     */
    boolean anyTo(int to, int exceptSender, boolean[] heightCounts) {
        for (int i = firstTo[to]; i != NONE; i = nextTo[i]) {
            if (sender[i] != exceptSender && !forgotten[i] && heightCounts[height[i]]) {
                return true;
            }
        }
        return false;
    }
}
