package org.tailback.trace.mpi;

import com.google.common.primitives.Ints;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;

/**
 * A communicator of a trace, whose rank numbers are used in records.
 *
 * @param number number that distinguishes the communicator's messages from messages of other communicators, >= 0
 * @param members world ranks of the members, {@link #NO_RANK} for unknown members; null for all ranks in their order;
 *     not copied
 * @param others world ranks of the second group of a communicator between two groups; null for other communicators; not
 *     copied
 * @param self whether each rank is alone in the communicator, as in MPI_COMM_SELF
 * @param worldRanks whether records contain world ranks instead of positions among the members
 */
public record Communicator(
        int number, int @Nullable [] members, int @Nullable [] others, boolean self, boolean worldRanks) {
    /** Number of a rank that does not exist. */
    public static final int NO_RANK = -1;

    /** Returns the communicator of all ranks, in their order. */
    public static Communicator world() {
        return of(OperationSink.WORLD, null, false);
    }

    /** Returns the communicator of the given members, or of all ranks in their order for null. */
    public static Communicator of(int number, int @Nullable [] members, boolean worldRanks) {
        return new Communicator(number, members, null, false, worldRanks);
    }

    /** Returns whether the members are all ranks, in their order. */
    public static boolean isWorldOrder(int[] members, int ranks) {
        return members.length == ranks && IntStream.range(0, ranks).allMatch(position -> members[position] == position);
    }

    /** Returns the communicator in which each rank is alone, as in MPI_COMM_SELF. */
    public static Communicator self(int number) {
        return new Communicator(number, null, null, true, false);
    }

    /** Returns a communicator between two groups, in which records of one group contain ranks of the other group. */
    public static Communicator between(int number, int[] groupA, int[] groupB) {
        return new Communicator(number, groupA, groupB, false, false);
    }

    /** Returns whether the communicator is an intercommunicator, between two groups. */
    public boolean isBetweenGroups() {
        return others != null;
    }

    /**
     * Returns the number of ranks of the communicator in a world of {@code ranks}, including both groups of an
     * intercommunicator.
     */
    public int size(int ranks) {
        if (self) {
            return 1;
        }
        return (members == null ? ranks : members.length) + (others == null ? 0 : others.length);
    }

    /**
     * Returns the world rank of a partner in a record, or {@link #NO_RANK}. O(1); O(ranks) between groups.
     *
     * @param named rank in the record
     * @param recorder world rank of the record's owner
     * @param ranks number of ranks of the world
     */
    public int partner(long named, int recorder, int ranks) {
        if (named < 0 || named >= ranks) {
            return NO_RANK;
        }
        int rank = (int) named;
        if (self) {
            return rank == 0 ? recorder : NO_RANK;
        }
        int[] group = members;
        if (group == null || worldRanks) {
            return rank;
        }
        if (others != null && Ints.indexOf(group, recorder) != NO_RANK) {
            group = others;
        }
        return rank < group.length ? group[rank] : NO_RANK;
    }

    /** Returns the position of a world rank among the members, or {@link #NO_RANK}. O(ranks). */
    public int positionOf(int rank) {
        if (self) {
            return 0;
        }
        return members == null ? rank : Ints.indexOf(members, rank);
    }

    /** Returns the world rank of the first member; 0 if it is {@link #NO_RANK}. */
    public int firstMember() {
        return members == null || members.length == 0 || members[0] == NO_RANK ? 0 : members[0];
    }

    /** Returns the position that corresponds to a rank in a record, such as a root. */
    long position(long named) {
        return worldRanks && named >= 0 && named <= Integer.MAX_VALUE ? positionOf((int) named) : named;
    }

    /**
     * Returns the call of a rank.
     *
     * @param sendCounts bytes to each member, or null, as defined by {@link CollectiveCall}; not copied, like the other
     *     arrays
     */
    CollectiveCall call(
            CollectiveCall.Kind kind,
            int rank,
            int root,
            long bytes,
            long @Nullable [] sendCounts,
            long @Nullable [] receiveCounts) {
        int[] group = self ? new int[] {rank} : members;
        return new CollectiveCall(kind, root, bytes, sendCounts, receiveCounts, 0).on(number, group);
    }
}
