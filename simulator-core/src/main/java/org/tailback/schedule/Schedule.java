package org.tailback.schedule;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.tailback.stability.Beta;

/**
 * A message-passing program as dependency graphs. The operations of each rank are numbered from 0 in the order in which
 * they were declared. An operation may start when all operations on which it depends have completed (or have started).
 * Operations without declared dependencies have no order: independent operations of a rank all start at once.
 *
 * <p>Immutable; the accessors may be called from several threads. The implementation may use arrays ({@link
 * PackedSchedule}), a mapped file or a formula; all accessors are O(1) unless stated otherwise, and none allocates.
 * Arguments out of range yield an unspecified result or an {@link IndexOutOfBoundsException}.
 *
 * <p>Reference: T. Hoefler, C. Siebert, A. Lumsdaine: Group Operation Assembly Language - A Flexible Way to Express
 * Collective Communication, ICPP 2009, section III.
 */
public interface Schedule {
    /** Peer of a receive that accepts any source, or tag that accepts any tag. All other peers are ranks. */
    int ANY = -1;

    /** Kinds of operations. Operations that are otherwise equal start in the order of these constants. */
    enum Kind {
        SEND,
        RECEIVE,
        CALCULATION;

        private static final Kind[] VALUES = values();

        /** Returns the name that messages use, in lower case. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the constant with this ordinal number, 0 to 2. */
        public static Kind of(int ordinal) {
            return VALUES[ordinal];
        }
    }

    /** Returns the number of ranks, >= 1. */
    int ranks();

    /** Returns the number of CPUs of every rank, 1 to 256; {@link #cpu} returns the CPU of an operation. */
    int cpus();

    /**
     * Returns the number of network interfaces of every rank, 1 to 256; {@link #nic} returns the interface of a send or
     * receive.
     */
    int nics();

    /** Returns the number of operations of all ranks together. */
    long operations();

    /** Returns the number of operations of one rank, >= 0. */
    int operations(int rank);

    /** Returns the kind of an operation. */
    Kind kind(int rank, int operation);

    /**
     * Returns the size of a send or receive in bytes, or the duration of a calculation, as an unsigned 64-bit number.
     */
    long size(int rank, int operation);

    /**
     * Returns the destination of a send or the source of a receive, or {@link #ANY} for a receive; 0 for a calculation.
     */
    int peer(int rank, int operation);

    /** Returns the tag of a send or receive, a 32-bit number; {@link #ANY} matches every tag. 0 for a calculation. */
    int tag(int rank, int operation);

    /** Returns the CPU that an operation occupies, 0 to cpus - 1. */
    int cpu(int rank, int operation);

    /** Returns the network interface that a send or receive occupies, 0 to nics - 1; 0 for a calculation. */
    int nic(int rank, int operation);

    /** Returns the number of dependencies that wait for the completion of this operation. */
    int completionSuccessors(int rank, int operation);

    /**
     * Returns the operation that waits in the index-th dependency on the completion of this operation, in order of
     * declaration; an operation may appear more than once.
     */
    int completionSuccessor(int rank, int operation, int index);

    /** Returns the number of dependencies that wait for the start of this operation. */
    int startSuccessors(int rank, int operation);

    /**
     * Returns the operation that waits in the index-th dependency on the start of this operation, in order of
     * declaration; an operation may appear more than once.
     */
    int startSuccessor(int rank, int operation, int index);

    /**
     * Writes the number of dependencies of each operation of a rank, on completions and starts together. O(operations
     * and dependencies of the rank).
     *
     * @param counts receives the count of operation i at {@code offset + i}
     */
    default void dependencyCounts(int rank, int[] counts, int offset) {
        int operations = operations(rank);
        Arrays.fill(counts, offset, offset + operations, 0);
        for (int operation = 0; operation < operations; operation++) {
            int completion = completionSuccessors(rank, operation);
            for (int i = 0; i < completion; i++) {
                counts[offset + completionSuccessor(rank, operation, i)]++;
            }
            int start = startSuccessors(rank, operation);
            for (int i = 0; i < start; i++) {
                counts[offset + startSuccessor(rank, operation, i)]++;
            }
        }
    }

    /**
     * Returns the groups of a rank's operations that exclude each other; null if only operations on the same CPU
     * exclude each other.
     */
    @Beta
    default @Nullable RankSections sections(int rank) {
        return null;
    }

    /** Returns whether ranks have {@link #sections}. */
    @Beta
    default boolean hasSections() {
        return false;
    }

    /** Returns the changes and omissions made while reading the schedule, one sentence each; empty without changes. */
    default List<String> approximations() {
        return List.of();
    }

    /**
     * Returns the place of an operation in the file, such as {@code file:line}, for messages; empty if unknown. May be
     * slow.
     */
    default String placeOf(int rank, int operation) {
        return "";
    }

    /**
     * Fills {@code graph} with the graph of one rank, with dependencies in place of sections ({@link
     * RankSections#chain}). O(operations and dependencies of the rank).
     */
    default void copyTo(int rank, RankGraph graph) {
        graph.clear();
        int operations = operations(rank);
        for (int operation = 0; operation < operations; operation++) {
            graph.add(
                    kind(rank, operation),
                    size(rank, operation),
                    peer(rank, operation),
                    tag(rank, operation),
                    cpu(rank, operation),
                    nic(rank, operation));
        }
        for (int operation = 0; operation < operations; operation++) {
            int completion = completionSuccessors(rank, operation);
            for (int i = 0; i < completion; i++) {
                graph.afterCompletion(completionSuccessor(rank, operation, i), operation);
            }
            int start = startSuccessors(rank, operation);
            for (int i = 0; i < start; i++) {
                graph.afterStart(startSuccessor(rank, operation, i), operation);
            }
        }
        RankSections sections = sections(rank);
        if (sections != null) {
            sections.chain(graph);
        }
    }
}
