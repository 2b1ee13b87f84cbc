package org.tailback.trace.measured;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.tailback.collective.CollectiveTags;
import org.tailback.collective.ExpansionListener;
import org.tailback.columns.Columns;
import org.tailback.observe.Envelope;
import org.tailback.observe.Observer;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationKind;
import org.tailback.trace.RecordedTimes;

/**
 * Comparison of a running replay with the times recorded in its trace:
 *
 * <pre>{@code
 * try (MeasuredComparison comparison = MeasuredComparison.of(times, trace.ranks())) {
 *     Replay.builder(CollectiveExpansion.of(trace, selector, comparison), platform)
 *             .observer(comparison)
 *             .build()
 *             .run();
 *     MeasuredRun measured = comparison.result();
 * }
 * }</pre>
 *
 * <p>A recorded call may consist of several operations (MPI_Waitall), and a collective operation is expanded into
 * several operations: the simulated time of a call is the time of all its operations. Recorded time in calls without an
 * operation is omitted from both times. Computations are the computations that the program performs. The messages of
 * point-to-point calls, as the replay matches them, also show whether the clocks of the recording agree ({@link
 * ClockCheck}).
 *
 * <p>One instance serves one replay. Memory: the kinds of calls of each rank, the messages in flight, and the pairs of
 * {@link ClockCheck}.
 */
public final class MeasuredComparison implements Observer, ExpansionListener, AutoCloseable {
    private final MeasuredRank[] ranks;
    private final ClockCheck clocks = new ClockCheck();
    /** Communications whose receive was cancelled before the message was posted. */
    private final BitSet takenBeforePosted = new BitSet();
    /** Communications that have been posted but not received. */
    private final BitSet posted = new BitSet();
    /**
     * Times at which the sending calls were entered, in seconds; NaN for communications that are not messages of the
     * trace.
     */
    private double[] sent = new double[64];

    private int[] senders = new int[64];
    private double begin = Double.NaN;

    private MeasuredComparison(MeasuredRank[] ranks) {
        this.ranks = ranks;
    }

    /**
     * Begins a comparison.
     *
     * @param times recorded times of the trace
     * @param count number of ranks of the trace
     */
    public static MeasuredComparison of(RecordedTimes times, int count) {
        MeasuredRank[] ranks = new MeasuredRank[count];
        Arrays.setAll(ranks, rank -> new MeasuredRank(times.recordedTimes(rank)));
        return new MeasuredComparison(ranks);
    }

    /** Returns the result; called after the end of the replay. */
    public MeasuredRun result() {
        double first = Double.POSITIVE_INFINITY;
        double last = Double.NEGATIVE_INFINITY;
        List<MeasuredRun.RankTime> rankTimes = new ArrayList<>(ranks.length);
        TreeMap<String, MeasuredRank.Tally> sums = new TreeMap<>();
        for (int rank = 0; rank < ranks.length; rank++) {
            MeasuredRank measured = ranks[rank];
            double enter = measured.firstEnter;
            double leave = measured.lastLeave;
            boolean empty = Double.isNaN(enter);
            double recorded = measured.recorded;
            double simulated = Double.isNaN(begin) ? 0 : measured.finish - begin;
            rankTimes.add(new MeasuredRun.RankTime(
                    rank, recorded, simulated, empty ? 0 : Math.max(0, leave - enter - recorded)));
            if (!empty) {
                first = Math.min(first, enter);
                last = Math.max(last, leave);
            }
            measured.tallies.forEach((kind, tally) -> {
                MeasuredRank.Tally sum = sums.computeIfAbsent(kind, key -> new MeasuredRank.Tally());
                sum.count += tally.count;
                sum.recorded += tally.recorded;
                sum.simulated += tally.simulated;
            });
        }
        List<MeasuredRun.CallTime> calls = new ArrayList<>();
        sums.forEach((kind, sum) -> calls.add(new MeasuredRun.CallTime(kind, sum.count, sum.recorded, sum.simulated)));
        return new MeasuredRun(last < first ? Double.NaN : last - first, rankTimes, calls, clocks.result());
    }

    @Override
    public void collectiveBegins(int rank, long operation, long ofProgram, CollectiveCall call) {
        ranks[rank].beginCollective(operation, ofProgram);
    }

    @Override
    public void collectiveEnds(int rank, long operation) {
        ranks[rank].endCollective(operation);
    }

    @Override
    public void operationEntered(int rank, int thread, long index, OperationKind kind, Envelope envelope, double time) {
        if (Double.isNaN(begin)) {
            begin = time;
        }
        if (thread == 0) {
            ranks[rank].enter(index);
        }
    }

    @Override
    public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
        if (thread == 0) {
            ranks[rank].leave(leave - enter);
        }
    }

    @Override
    public void programEnded(int rank, int thread, double time) {
        if (thread == 0) {
            ranks[rank].end(time);
        }
    }

    @Override
    public void messagePosted(int communication, int sender, int thread, Envelope envelope, double time) {
        sent = Columns.fit(sent, communication);
        senders = Columns.fit(senders, communication);
        boolean pointToPoint = thread == 0 && !CollectiveTags.isCollective(envelope.communicator());
        posted.set(communication, !takenBeforePosted.get(communication));
        takenBeforePosted.clear(communication);
        sent[communication] = pointToPoint ? ranks[sender].callEnter() : Double.NaN;
        senders[communication] = sender;
    }

    @Override
    public void messageTaken(int communication, int receiver, int thread, long index, double time) {
        if (!posted.get(communication)) {
            takenBeforePosted.set(communication);
            return;
        }
        posted.clear(communication);
        double received = ranks[receiver].callLeave();
        if (thread == 0 && !Double.isNaN(received) && !Double.isNaN(sent[communication])) {
            clocks.add(senders[communication], receiver, sent[communication], received);
        }
    }

    @Override
    public void close() {
        for (MeasuredRank rank : ranks) {
            rank.close();
        }
    }
}
