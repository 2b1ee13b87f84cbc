package org.tailback.schedule;

import com.google.common.base.Preconditions;
import com.google.common.primitives.Ints;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.stability.Internal;

/**
 * Sections of one rank: groups of its operations that exclude each other, like the kernels of a stream. A section has
 * resources, which it occupies from the start of its first operation to the completion of its last operation. Among the
 * ready sections with free resources, the section with the smallest number starts first.
 *
 * <p>Sections of several ranks may be calls of one sequence, such as the collective operations of a process group. The
 * first rank that starts a call determines the next call of the sequence; the other ranks start the same call.
 *
 * <p>A reader calls {@link #set} for each section and then {@link #close}; afterwards the object does not change.
 */
@Internal
public final class RankSections {
    /** Number that denotes no section, sequence or call. */
    public static final int NONE = -1;

    private final @Nullable Section[] sections;
    private final Map<List<Integer>, Integer> kinds = new HashMap<>();
    private int[][] resources = new int[4][];
    private int resourceCount;
    private int[] beginning = {};
    private int[] ending = {};

    /**
     * A section.
     *
     * @param first operation of the section, on which all its other operations depend
     * @param last operation of the section, which depends on all its other operations; {@code first} if it is the only
     *     operation
     * @param kind number of its set of resources; sections with the same resources have the same kind
     * @param sequence number of its sequence, equal on all ranks, or {@link #NONE}
     * @param call index of the call in the sequence, >= 0
     * @param recordedBegin recorded start, in seconds; NaN if unknown
     * @param recordedEnd recorded end, in seconds; NaN if unknown
     */
    public record Section(
            int first, int last, int kind, int sequence, int call, double recordedBegin, double recordedEnd) {}

    /**
     * Creates sections.
     *
     * @param count largest number of a section, plus 1
     */
    public RankSections(int count) {
        sections = new Section[count];
    }

    /**
     * Returns the {@link Section#kind kind} of sections with these resources.
     *
     * @param occupied numbers of the resources, each >= 0; they should be small, because memory grows with the largest
     *     number
     */
    public int kind(List<Integer> occupied) {
        return kinds.computeIfAbsent(List.copyOf(occupied), others -> {
            int kind = kinds.size();
            resources = Columns.fit(resources, kind);
            resources[kind] = Ints.toArray(occupied);
            occupied.forEach(resource -> resourceCount = Math.max(resourceCount, resource + 1));
            return kind;
        });
    }

    /**
     * Adds a section.
     *
     * @param number distinct number of the section; sections with smaller numbers start first
     */
    public void set(int number, Section section) {
        Preconditions.checkArgument(sections[number] == null, "section %s exists", number);
        sections[number] = section;
    }

    /** Ends the addition of sections. O(sections + operations). */
    public void close(int operations) {
        beginning = new int[operations];
        ending = new int[operations];
        Arrays.fill(beginning, NONE);
        Arrays.fill(ending, NONE);
        for (int number = 0; number < sections.length; number++) {
            Section section = sections[number];
            if (section != null) {
                beginning[section.first] = number;
                ending[section.last] = number;
            }
        }
    }

    /** Returns the section that begins with an operation, or {@link #NONE}. */
    public int beginning(int operation) {
        return beginning[operation];
    }

    /** Returns the section that ends with an operation, or {@link #NONE}. */
    public int ending(int operation) {
        return ending[operation];
    }

    /** Returns the section with a number, which must have been set. */
    public Section section(int number) {
        return Objects.requireNonNull(sections[number]);
    }

    /** Returns all sections in the order of their numbers; null for numbers that were not set. */
    public List<@Nullable Section> sections() {
        return Arrays.asList(sections);
    }

    /** Returns the number of different {@link Section#kind kinds}. */
    public int kinds() {
        return kinds.size();
    }

    /** Returns the resources of a kind of section. */
    public int[] resources(int kind) {
        return resources[kind];
    }

    /** Returns the largest number of a resource, plus 1. */
    public int resourceCount() {
        return resourceCount;
    }

    /**
     * Adds dependencies so that sections with a common resource run one after another, in the order of their first
     * operations; for engines and files without sections. O(operations and resources of sections).
     */
    public void chain(RankGraph graph) {
        int[] before = new int[resourceCount];
        Arrays.fill(before, NONE);
        for (int operation = 0; operation < beginning.length; operation++) {
            if (beginning[operation] == NONE) {
                continue;
            }
            Section section = section(beginning[operation]);
            for (int resource : resources[section.kind]) {
                if (before[resource] != NONE) {
                    graph.afterCompletion(operation, before[resource]);
                }
                before[resource] = section.last;
            }
        }
    }
}
