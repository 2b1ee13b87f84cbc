package org.tailback.sharing.part;

import java.util.Arrays;
import org.tailback.columns.Columns;

/**
 * A set of small whole numbers in the order of insertion. Adding, lookup and clearing cost O(1) and allocate only for
 * growth. The set collects the links and batches that a change can affect.
 */
public final class DenseSet {
    /**
     * Inverse of the fill ratio (members per number in the range) above which a pass over the whole range sorts the
     * set.
     */
    private static final int DENSE = 16;

    private final int range;
    private int[] lastSeen = {};
    private int[] members = {};
    private int size;
    private int round = 1;

    /**
     * Creates an empty set.
     *
     * @param range expected upper bound of the members, exclusive; larger members enlarge the range
     */
    public DenseSet(int range) {
        this.range = range;
    }

    /** Adds a member >= 0. Returns false if the set already contains it. */
    public boolean add(int member) {
        if (member >= lastSeen.length) {
            lastSeen = Columns.fit(lastSeen, Math.max(range - 1, member));
        }
        if (lastSeen[member] == round) {
            return false;
        }
        lastSeen[member] = round;
        if (size == members.length) {
            members = Columns.fit(members, size);
        }
        members[size++] = member;
        return true;
    }

    /** Returns true if the number is in the set. */
    public boolean contains(int member) {
        return member < lastSeen.length && lastSeen[member] == round;
    }

    /** Returns the number of members. */
    public int size() {
        return size;
    }

    /** Returns the member that was added as the {@code index}-th, from 0. */
    public int get(int index) {
        return members[index];
    }

    /** Sorts the members, so that their order does not depend on the history. */
    public void sort() {
        if (size < lastSeen.length / DENSE) {
            Arrays.sort(members, 0, size);
            return;
        }
        int count = 0;
        for (int member = 0; count < size; member++) {
            members[count] = member;
            count += lastSeen[member] == round ? 1 : 0;
        }
    }

    /** Empties the set. */
    public void clear() {
        size = 0;
        if (++round == Integer.MAX_VALUE) {
            Arrays.fill(lastSeen, 0);
            round = 1;
        }
    }
}
