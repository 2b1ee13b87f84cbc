package org.tailback.trace.clog2;

import org.jspecify.annotations.Nullable;
import org.tailback.trace.io.SortedRecords;
import org.tailback.trace.mpi.CollectiveRecord;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.SizeConvention;
import org.tailback.trace.mpi.TranslationCounts;

/** Reader of one rank's sorted records, which passes the records of its program to a translator. */
final class Clog2Rank extends RecordedRank {
    private final Clog2World world;
    private final Clog2Definitions definitions;
    private final SortedRecords.Cursor records;

    Clog2Rank(Clog2World world, SortedRecords.Cursor records, int rank, TranslationCounts counts) {
        super(rank, world, SizeConvention.TOTALS_PERHAPS_WITHOUT_ROOT, counts);
        this.world = world;
        this.definitions = world.definitions;
        this.records = records;
    }

    @Override
    protected boolean readNext() {
        if (!records.next()) {
            return false;
        }
        long time = records.value(0) - world.beginning();
        int first = (int) records.value(1);
        Communicator communicator = world.communicator(records.value(2));
        int high = (int) (records.value(3) >> 32);
        int low = (int) records.value(3);
        // sizes are recorded as signed 32-bit numbers; from 2^31 on, their lower bits are still correct
        long bytes = low & 0xffffffffL;
        switch (records.kind()) {
            case Clog2World.EVENT -> translateEvent(time, first, communicator, high, low);
            case Clog2World.SEND -> messages.sent(time, communicator, first, high, bytes);
            case Clog2World.RECEIVE -> messages.received(time, communicator, first, high, bytes);
            default -> translator.time(time);
        }
        return true;
    }

    private void translateEvent(long time, int event, @Nullable Communicator communicator, long sent, long received) {
        MpiCall begun = definitions.begins.get(event);
        MpiCall ended = begun == null ? definitions.ends.get(event) : null;
        if (begun != null) {
            translator.enter(begun, time);
        } else if (ended != null) {
            if (ended.kind() == MpiCall.Kind.COLLECTIVE) {
                // the root is not recorded
                int root = communicator == null ? 0 : communicator.firstMember();
                collectives.performed(
                        time, new CollectiveRecord(ended.collective(), communicator, root, sent, received));
            }
            translator.leave(time);
        } else if (event == definitions.flushBegin || event == definitions.flushEnd) {
            translator.flushing(time, event == definitions.flushBegin);
        } else {
            translator.time(time);
        }
    }

    /** Returns true, as the format records no requests. */
    @Override
    public boolean lacksRequests() {
        return true;
    }
}
