package org.tailback.trace.otf2;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.SizeConvention;

/**
 * Evidence of the convention by which an archive counts the sizes of collective operations: the convention of its
 * creator, unless its records contradict it. At a rank that is not the root of an operation, only Score-P's totals have
 * a sent or received size of 0, and only EZTrace's buffers have equal sizes sent and received.
 *
 * @param convention convention of the sizes
 * @param note remark on the choice, for the user; null without a remark
 */
record SizeEvidence(SizeConvention convention, @Nullable String note) {
    /**
     * Largest number of ranks searched, and of events per rank. The search begins with the last rank, because rank 0 is
     * often a root.
     */
    private static final int RANKS = 4;

    private static final int EVENTS = 50_000;
    private static final String EZTRACE_REGION = "EZTrace finalize";

    static SizeEvidence of(Otf2Archive archive, Otf2World world) {
        SizeConvention ofCreator = ofCreator(archive);
        SizeConvention found = null;
        int least = Math.max(0, world.ranks() - RANKS);
        for (int rank = world.ranks() - 1; rank >= least && found == null; rank--) {
            found = recorded(world, rank);
        }
        if (found == null || found == ofCreator) {
            return new SizeEvidence(ofCreator == null ? SizeConvention.ASSUMED_TOTALS : ofCreator, null);
        }
        String creator = archive.anchor().creator();
        String taken = found == SizeConvention.BUFFERS
                ? "as sizes of one buffer, as in EZTrace"
                : "as totals over all ranks, as in Score-P";
        return new SizeEvidence(
                found,
                (creator.isEmpty()
                                ? "The archive does not name its creator"
                                : "The archive's creator is '" + creator + "'")
                        + ": the sizes of collective operations are taken " + taken
                        + ", like the sizes of the first operation with a root.");
    }

    private static @Nullable SizeConvention ofCreator(Otf2Archive archive) {
        String creator = archive.anchor().creator().toLowerCase(Locale.ROOT);
        if (creator.startsWith("score-p") || creator.startsWith("tailback")) {
            return SizeConvention.TOTALS;
        }
        // EZTrace leaves the creator empty
        boolean eztrace = creator.contains("eztrace")
                || creator.isEmpty()
                        && archive.definitions().regions.values().stream()
                                .anyMatch(region -> archive.definitions()
                                        .string(region.name())
                                        .equals(EZTRACE_REGION));
        return eztrace ? SizeConvention.BUFFERS : null;
    }

    private static @Nullable SizeConvention recorded(Otf2World world, int rank) {
        EventCursor cursor = world.events(rank, MpiDefinitions.BUFFER);
        SizeConvention found = null;
        for (int i = 0; cursor != null && found == null && i < EVENTS && cursor.next(); i++) {
            if (cursor.kind() == EventKind.MPI_COLLECTIVE_END) {
                cursor.read();
                found = shown(cursor, world, rank);
            }
        }
        return found;
    }

    private static @Nullable SizeConvention shown(EventCursor record, Otf2World world, int rank) {
        Kind kind = CollectiveCodes.kind((int) record.value(0));
        Communicator communicator = world.communicator(record.value(1));
        long sent = record.value(3);
        long received = record.value(4);
        if (kind != Kind.BCAST && kind != Kind.SCATTER && kind != Kind.REDUCE && kind != Kind.GATHER
                || communicator == null
                || communicator.isBetweenGroups()
                || communicator.size(world.ranks()) < 2
                || communicator.partner(record.value(2), rank, world.ranks()) == rank
                || (sent | received) == 0) {
            return null;
        }
        if (sent == received) {
            return SizeConvention.BUFFERS;
        }
        return sent == 0 || received == 0 ? SizeConvention.TOTALS : null;
    }
}
