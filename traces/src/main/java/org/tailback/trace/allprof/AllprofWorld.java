package org.tailback.trace.allprof;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.trace.mpi.Argument;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.RecordedWorld;
import org.tailback.trace.mpi.TranslationCounts;

/** Results of reading all files once: clocks, times, communicators, and the numbers of special ranks. Immutable. */
final class AllprofWorld extends RecordedWorld {
    private final AllprofFiles files;
    private final List<ClockFit> clocks = new ArrayList<>();
    private final CommunicatorMembers members;
    private long beginning = Long.MAX_VALUE;
    private long ending = Long.MIN_VALUE;
    private boolean nobodyIsMinusOne;

    /**
     * Conversion of a rank's clock to the clock of rank 0: {@code corrected(t) = t + d0 + (d1 - d0) (t - t0) / (t1 -
     * t0)}, where d0 and d1 are the differences that the tracer measured at the times t0 (MPI_Init) and t1
     * (MPI_Finalize).
     *
     * @param begin t0, ticks
     * @param end t1, ticks, >= t0
     * @param first d0, ticks
     * @param last d1, ticks
     */
    private record ClockFit(long begin, long end, double first, double last) {
        /** Returns the corrected time of a time on the rank's clock, ticks. */
        long corrected(long time) {
            double share = end > begin ? (double) (time - begin) / (end - begin) : 0;
            return time + Math.round(first + (last - first) * Math.min(1, Math.max(0, share)));
        }

        /** Returns the larger absolute difference, ticks. */
        double largest() {
            return Math.max(Math.abs(first), Math.abs(last));
        }

        /** Returns the absolute change of the difference, ticks. */
        double drift() {
            return Math.abs(last - first);
        }
    }

    AllprofWorld(AllprofFiles files) {
        this.files = files;
        ranks = files.ranks();
        ticksPerSecond = CallLine.TICKS_PER_SECOND;
        members = new CommunicatorMembers(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            try (CallLine line = new CallLine(files.lines(rank))) {
                read(rank, line);
            }
        }
        members.resolve();
        members.all().forEach(communicator -> communicators.put(communicator.number(), communicator));
        span = (ending - beginning) / ticksPerSecond;
        addNotes();
    }

    private void read(int rank, CallLine line) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        boolean ended = false;
        while (line.next()) {
            first = Math.min(first, line.enter());
            last = Math.max(last, line.leave());
            ended |= line.name().equals("MPI_Finalize");
            if (line.isKnown() && line.has(Argument.COMMUNICATOR)) {
                members.used(rank, line);
            }
            if (line.has(Argument.DESTINATION) && line.integer(Argument.DESTINATION) == -1) {
                nobodyIsMinusOne = true;
            }
        }
        if (first > last) {
            throw new InputException(files.files().get(rank) + ": the file contains no MPI call");
        }
        if (!ended) {
            omissions.count("rank without MPI_Finalize: its file ends before the program does");
        }
        double from = line.firstDifference;
        double to = line.lastDifference;
        if (Double.isNaN(from) && Double.isNaN(to)) {
            omissions.count(ranks > 1 ? 1 : 0, "rank without a clock difference: its times are not corrected");
            from = 0;
        }
        from = Double.isNaN(from) ? to : from;
        to = Double.isNaN(to) ? from : to;
        ClockFit clock = new ClockFit(first, last, 1000 * from, 1000 * to);
        clocks.add(clock);
        beginning = Math.min(beginning, clock.corrected(first));
        ending = Math.max(ending, clock.corrected(last));
    }

    private void addNotes() {
        double largest = clocks.stream().mapToDouble(ClockFit::largest).max().orElse(0);
        double drift = clocks.stream().mapToDouble(ClockFit::drift).max().orElse(0);
        if (largest > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "The clocks of ranks were corrected by the recorded differences, up to %.3f us, "
                            + "which changed by up to %.3f us during the run.",
                    largest / 1000,
                    drift / 1000));
        }
        if (nobodyIsMinusOne) {
            notes.add("Messages are sent to rank -1; therefore -1 is read as MPI_PROC_NULL and -2 as MPI_ANY_SOURCE,"
                    + " as in MPICH.");
        }
        if (members.otherWorlds) {
            notes.add("Communicators of all ranks in ascending order are read as MPI_COMM_WORLD.");
        }
    }

    @Override
    protected RecordedRank open(int rank, TranslationCounts counts) {
        return new AllprofRank(this, files, rank, counts);
    }

    /** Returns the time on rank 0's clock since the beginning of the trace, in ticks. */
    long time(int rank, long own) {
        return clocks.get(rank).corrected(own) - beginning;
    }

    /** Returns whether a number is MPI_PROC_NULL, which represents no rank. */
    boolean isNobody(long named) {
        return named == (nobodyIsMinusOne ? -1 : -2);
    }

    boolean isAnySource(long named) {
        return named == (nobodyIsMinusOne ? -2 : -1);
    }

    /** Returns the communicator of a line; null for a line without a communicator. */
    @Nullable
    Communicator communicator(int rank, CallLine line) {
        return line.has(Argument.COMMUNICATOR) ? members.of(rank, line) : null;
    }
}
