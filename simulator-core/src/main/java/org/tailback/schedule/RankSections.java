package org.tailback.schedule;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tailback.columns.Columns;
import org.tailback.stability.Internal;

/**
 * Sections of one rank: parts of its operations that exclude each other, as the kernels of a stream do. A section has
 * resources, which it occupies from the start of its first operation to the completion of its last one. Of the sections
 * that are ready and whose resources are free, the one with the smallest number starts first.
 *
 * <p>Sections of several ranks may be calls of one sequence, such as the collective operations of a process group. The
 * first rank that starts a call decides which one is the next of the sequence; the other ranks start the same.
 *
 * <p>A reader calls {@link #set} for each section and then {@link #close}; afterwards the object does not change.
 */
@Internal
public final class RankSections {
    /** No section, sequence or call. */
    public static final int NONE = -1;

    private final int[] first;
    private final int[] last;
    private final int[] kinds;
    private final int[] sequences;
    private final int[] calls;
    private final double[] recordedBegins;
    private final double[] recordedEnds;
    private final Map<List<Integer>, Integer> known = new HashMap<>();
    private int[][] resources = new int[4][];
    private int kindCount;
    private int resourceCount;
    private int[] beginning = {};
    private int[] ending = {};

    /** @param sections largest number of a section, plus 1 */
    public RankSections(int sections) {
        first = new int[sections];
        Arrays.fill(first, NONE);
        last = new int[sections];
        kinds = new int[sections];
        sequences = new int[sections];
        calls = new int[sections];
        recordedBegins = new double[sections];
        recordedEnds = new double[sections];
    }

    /**
     * Adds a section.
     *
     * @param section its number, once; smaller ones start first
     * @param begin operation that all others of the section depend on
     * @param end operation that depends on all others of the section; {@code begin} if it is the only one
     * @param occupied numbers of the resources that it occupies, each >= 0; small, as memory grows with the largest
     * @param sequence number of its sequence, the same for all ranks, or {@link #NONE}
     * @param call index of the call in the sequence, >= 0
     * @param recordedBegin recorded start, in seconds; NaN if unknown
     * @param recordedEnd recorded end, in seconds; NaN if unknown
     */
    public void set(
            int section,
            int begin,
            int end,
            List<Integer> occupied,
            int sequence,
            int call,
            double recordedBegin,
            double recordedEnd) {
        Preconditions.checkArgument(first[section] == NONE, "section %s exists", section);
        first[section] = begin;
        last[section] = end;
        kinds[section] = known.computeIfAbsent(List.copyOf(occupied), this::kind);
        sequences[section] = sequence;
        calls[section] = call;
        recordedBegins[section] = recordedBegin;
        recordedEnds[section] = recordedEnd;
    }

    private int kind(List<Integer> occupied) {
        resources = Columns.fit(resources, kindCount);
        resources[kindCount] = occupied.stream().mapToInt(Integer::intValue).toArray();
        occupied.forEach(resource -> resourceCount = Math.max(resourceCount, resource + 1));
        return kindCount++;
    }

    /** Ends the additions. O(sections + operations). */
    public void close(int operations) {
        known.clear();
        beginning = new int[operations];
        ending = new int[operations];
        Arrays.fill(beginning, NONE);
        Arrays.fill(ending, NONE);
        for (int section = 0; section < first.length; section++) {
            if (first[section] != NONE) {
                beginning[first[section]] = section;
                ending[last[section]] = section;
            }
        }
    }

    /** Returns the section whose first operation this is, or {@link #NONE}. */
    public int beginning(int operation) {
        return beginning[operation];
    }

    /** Returns the section whose last operation this is, or {@link #NONE}. */
    public int ending(int operation) {
        return ending[operation];
    }

    /** Returns the number of sections, including those that were not set. */
    public int sections() {
        return first.length;
    }

    /** Returns the first operation of a section; {@link #NONE} if it was not set. */
    public int first(int section) {
        return first[section];
    }

    /** Returns a number for the resources of a section, the same for sections with the same ones. */
    public int kind(int section) {
        return kinds[section];
    }

    /** Returns the number of different {@link #kind kinds}. */
    public int kinds() {
        return kindCount;
    }

    /** Returns the number of resources of a kind of section. */
    public int resources(int kind) {
        return resources[kind].length;
    }

    /** Returns one of the resources of a kind of section. */
    public int resource(int kind, int index) {
        return resources[kind][index];
    }

    /** Returns the largest number of a resource, plus 1. */
    public int resourceCount() {
        return resourceCount;
    }

    /** Returns the sequence of a section, or {@link #NONE}. */
    public int sequence(int section) {
        return sequences[section];
    }

    /** Returns the index of a section's call in its sequence. */
    public int call(int section) {
        return calls[section];
    }

    /** Returns the recorded start of a section, in seconds, or NaN. */
    public double recordedBegin(int section) {
        return recordedBegins[section];
    }

    /** Returns the recorded end of a section, in seconds, or NaN. */
    public double recordedEnd(int section) {
        return recordedEnds[section];
    }

    /**
     * Adds dependencies by which sections with a common resource follow each other in the order of their first
     * operations, for engines and files that have no sections. O(operations and resources of sections).
     */
    public void chain(RankGraph graph) {
        int[] before = new int[resourceCount];
        Arrays.fill(before, NONE);
        for (int operation = 0; operation < beginning.length; operation++) {
            int section = beginning[operation];
            if (section == NONE) {
                continue;
            }
            for (int resource : resources[kinds[section]]) {
                if (before[resource] != NONE) {
                    graph.afterCompletion(operation, before[resource]);
                }
                before[resource] = last[section];
            }
        }
    }
}
