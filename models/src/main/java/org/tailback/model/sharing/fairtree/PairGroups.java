package org.tailback.model.sharing.fairtree;

import java.util.Arrays;

/**
 * The groups of flows on a tree: those that follow the same node upwards and the same node downwards ({@link TreeSide}). Finds the
 * group of a pair, knows those of a class, and which have to be looked at.
 */
final class PairGroups {
    private static final int NONE = TreeFlows.NONE;
    // fields of a group; those of a side: add its number, links twice
    private static final int CUT = 0;
    private static final int HEIGHT = 2;
    private static final int FLOWS = 3;
    private static final int FIRST_FLOW = 4;
    private static final int CONCERNED = 5;
    private static final int NEXT = 6;
    private static final int PREVIOUS = 8;
    private static final int SHIFT = 4;

    private final TreeFlows flows;
    private int[] records = new int[64 << SHIFT];
    private double[] rate = new double[64];
    private int used;
    private int firstFree = NONE;
    private int[] concerned = new int[64];
    private int concernedCount;
    /** Open addressing: groups, or none; a power of two long, half of it empty at least. */
    private int[] table = filled(128);

    private int inTable;

    PairGroups(TreeFlows flows) {
        this.flows = flows;
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, NONE);
        return array;
    }

    private int get(int group, int field) {
        return records[(group << SHIFT) + field];
    }

    private void set(int group, int field, int value) {
        records[(group << SHIFT) + field] = value;
    }

    int height(int group) {
        return get(group, HEIGHT);
    }

    int cut(int group, int side) {
        return get(group, CUT + side);
    }

    boolean isEmpty(int group) {
        return get(group, FLOWS) == 0;
    }

    int firstFlow(int group) {
        return get(group, FIRST_FLOW);
    }

    /** The rate that was reported last; not a number for a new group. */
    double rate(int group) {
        return rate[group];
    }

    void setRate(int group, double now) {
        rate[group] = now;
    }

    void concernAll(int side, int first) {
        for (int group = first; group != NONE; group = get(group, NEXT + side)) {
            concern(group);
        }
    }

    private void concern(int group) {
        if (get(group, CONCERNED) == 0) {
            set(group, CONCERNED, 1);
            if (concernedCount == concerned.length) {
                concerned = Arrays.copyOf(concerned, 2 * concernedCount);
            }
            concerned[concernedCount++] = group;
        }
    }

    int concernedCount() {
        return concernedCount;
    }

    /** A group to be looked at, which is so no more. */
    int takeConcerned(int index) {
        set(concerned[index], CONCERNED, 0);
        return concerned[index];
    }

    void endConcerned() {
        concernedCount = 0;
    }

    /** The group of a pair of nodes that are followed; a new one if there is none. */
    int groupOf(TreeSide up, int upCut, TreeSide down, int downCut, int height) {
        int slot = slot(upCut, downCut);
        while (table[slot] != NONE) {
            int group = table[slot];
            if (get(group, CUT) == upCut && get(group, CUT + 1) == downCut) {
                return group;
            }
            slot = slot + 1 & table.length - 1;
        }
        int group = newGroup();
        table[slot] = group;
        set(group, CUT, upCut);
        set(group, CUT + 1, downCut);
        set(group, HEIGHT, height);
        enter(group, 0, up, upCut, height);
        enter(group, 1, down, downCut, height);
        concern(group);
        if (2 * ++inTable > table.length) {
            grow();
        }
        return group;
    }

    private int newGroup() {
        int group = firstFree;
        if (group != NONE) {
            firstFree = get(group, FIRST_FLOW);
        } else {
            if (used == rate.length) {
                rate = Arrays.copyOf(rate, 2 * used);
                records = Arrays.copyOf(records, 2 * used << SHIFT);
            }
            group = used++;
        }
        set(group, FLOWS, 0);
        set(group, FIRST_FLOW, NONE);
        rate[group] = Double.NaN;
        return group;
    }

    private void enter(int group, int side, TreeSide tree, int cut, int height) {
        int first = tree.firstGroup(cut, height);
        set(group, NEXT + side, first);
        set(group, PREVIOUS + side, NONE);
        if (first != NONE) {
            set(first, PREVIOUS + side, group);
        }
        tree.setFirstGroup(cut, height, group);
    }

    private void leave(int group, int side, TreeSide tree) {
        int next = get(group, NEXT + side);
        int previous = get(group, PREVIOUS + side);
        if (next != NONE) {
            set(next, PREVIOUS + side, previous);
        }
        if (previous == NONE) {
            tree.setFirstGroup(cut(group, side), height(group), next);
        } else {
            set(previous, NEXT + side, next);
        }
    }

    void add(int flow, int group) {
        set(group, FIRST_FLOW, flows.link(flow, TreeFlows.IN_GROUP, get(group, FIRST_FLOW)));
        set(group, FLOWS, get(group, FLOWS) + 1);
        flows.set(flow, TreeFlows.GROUP, group);
    }

    /** Takes a flow out of its group, which is forgotten if it is empty then. */
    void remove(int flow, TreeSide up, TreeSide down) {
        int group = flows.get(flow, TreeFlows.GROUP);
        set(group, FIRST_FLOW, flows.unlink(flow, TreeFlows.IN_GROUP, get(group, FIRST_FLOW)));
        int left = get(group, FLOWS) - 1;
        set(group, FLOWS, left);
        if (left == 0) {
            leave(group, 0, up);
            leave(group, 1, down);
            removeFromTable(group);
            set(group, FIRST_FLOW, firstFree);
            firstFree = group;
        }
    }

    private int slot(int upCut, int downCut) {
        int hash = (upCut * 0x9E3779B1 ^ downCut) * 0x85EBCA6B;
        return hash >>> Integer.numberOfLeadingZeros(table.length - 1);
    }

    private void removeFromTable(int group) {
        int mask = table.length - 1;
        int hole = slot(cut(group, 0), cut(group, 1));
        while (table[hole] != group) {
            hole = hole + 1 & mask;
        }
        for (int next = hole + 1 & mask; table[next] != NONE; next = next + 1 & mask) {
            int wanted = slot(cut(table[next], 0), cut(table[next], 1));
            if ((next - wanted & mask) >= (next - hole & mask)) {
                table[hole] = table[next];
                hole = next;
            }
        }
        table[hole] = NONE;
        inTable--;
    }

    private void grow() {
        int[] old = table;
        table = filled(2 * old.length);
        for (int group : old) {
            if (group != NONE) {
                int slot = slot(cut(group, 0), cut(group, 1));
                while (table[slot] != NONE) {
                    slot = slot + 1 & table.length - 1;
                }
                table[slot] = group;
            }
        }
    }
}
