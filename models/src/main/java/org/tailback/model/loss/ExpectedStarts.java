package org.tailback.model.loss;

import java.util.Arrays;
import org.tailback.loss.EndingMessages;
import org.tailback.model.sharing.fairtree.FairTree;

/** Starts that are predicted for the next moments, found by destination; those of a rank can be forgotten. */
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

    /** Begins anew; only starts strictly before a time will be kept. */
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
        if (count == sender.length) {
            sender = Arrays.copyOf(sender, 2 * count);
            destination = Arrays.copyOf(destination, 2 * count);
            height = Arrays.copyOf(height, 2 * count);
            forgotten = Arrays.copyOf(forgotten, 2 * count);
            nextTo = Arrays.copyOf(nextTo, 2 * count);
        }
        sender[count] = from;
        destination[count] = to;
        height[count] = FairTree.height(source, to);
        remainingOfHeight[height[count]]++;
        forgotten[count] = false;
        nextTo[count] = firstTo[to];
        firstTo[to] = count++;
    }

    /** Forgets the starts of a rank. O(expected starts). */
    void forget(int rank) {
        for (int i = 0; i < count; i++) {
            if (sender[i] == rank && !forgotten[i]) {
                forgotten[i] = true;
                remainingOfHeight[height[i]]--;
            }
        }
    }

    /** Whether a message of one of these heights is expected. O(heights). */
    boolean any(boolean[] heightCounts) {
        for (int h = 1; h < remainingOfHeight.length; h++) {
            if (heightCounts[h] && remainingOfHeight[h] > 0) {
                return true;
            }
        }
        return false;
    }

    /** The same for messages to one destination from anybody but one sender. O(expected starts to it). */
    boolean anyTo(int to, int exceptSender, boolean[] heightCounts) {
        for (int i = firstTo[to]; i != NONE; i = nextTo[i]) {
            if (sender[i] != exceptSender && !forgotten[i] && heightCounts[height[i]]) {
                return true;
            }
        }
        return false;
    }
}
