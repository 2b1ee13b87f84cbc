package org.tailback.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.ExpansionListener;
import org.tailback.columns.Columns;
import org.tailback.observe.Observer;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationKind;
import org.tailback.timeline.CollectiveRanges;

/**
 * Recorder of a page's data. It observes a second run, identical to the first, because the makespan must be known in
 * advance. Memory grows with the number of ranks and messages in flight, not with the length of the run.
 */
public final class RunRecorder implements Observer, ExpansionListener {
    static final int BINS = 600;
    private static final OperationKind[] OPERATIONS = OperationKind.values();

    final RankActivity activity;
    final Traffic traffic;
    final Instants instants;
    final double binSeconds;
    private final List<CollectiveRanges<CollectiveCall.Kind>> collectives = new ArrayList<>();
    /** Current collective of each rank; null outside collectives. */
    private final CollectiveCall.@Nullable Kind[] inside;

    private final double[] messageSeconds = new double[BINS];
    private final double[] penaltySeconds = new double[BINS];

    private final TreeSet<Integer> inFlight = new TreeSet<>();
    private @Nullable Message[] messages = new Message[64];
    private double lastChange;

    /** State of a message in the network, from its start on. */
    private static final class Message {
        final int sender;
        final int receiver;
        final long bytes;
        final double started;
        double penalty = Double.NaN;
        double since;
        /** Contention-free time in the network so far, seconds. */
        double uncontendedSeconds;

        Message(int sender, int receiver, long bytes, double started) {
            this.sender = sender;
            this.receiver = receiver;
            this.bytes = bytes;
            this.started = started;
            this.since = started;
        }
    }

    /**
     * Creates a recorder for a second run.
     *
     * @param ranks number of ranks of the program, >= 1
     * @param makespan makespan of the first run, seconds, >= 0
     */
    public RunRecorder(int ranks, double makespan) {
        for (int rank = 0; rank < ranks; rank++) {
            collectives.add(new CollectiveRanges<>());
        }
        inside = new CollectiveCall.@Nullable Kind[ranks];
        activity = new RankActivity(ranks, makespan);
        traffic = new Traffic(ranks);
        instants = new Instants(makespan);
        binSeconds = Math.max(makespan, Double.MIN_NORMAL) / BINS;
    }

    @Override
    public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
        if (thread < 0) {
            return;
        }
        collectives.get(rank).reach(index, begun -> inside[rank] = begun, left -> inside[rank] = null);
        CollectiveCall.Kind collective = inside[rank];
        if (collective != null) {
            int name = OPERATIONS.length + collective.ordinal();
            activity.add(rank, RankActivity.Kind.COLLECTIVE, name, enter, leave);
        } else {
            activity.add(rank, RankActivity.Kind.of(kind), kind.ordinal(), enter, leave);
        }
    }

    @Override
    public void collectiveBegins(int rank, long operation, long ofProgram, CollectiveCall call) {
        collectives.get(rank).begin(operation, call.kind());
    }

    @Override
    public void collectiveEnds(int rank, long operation) {
        collectives.get(rank).end(operation);
    }

    static List<String> names() {
        return Stream.concat(
                        Arrays.stream(OPERATIONS).map(OperationKind::label),
                        Arrays.stream(CollectiveCall.Kind.values()).map(CollectiveCall.Kind::label))
                .toList();
    }

    @Override
    public void messageStarted(int message, int communication, int from, int to, long size, double time) {
        messages = Columns.fit(messages, message);
        messages[message] = new Message(from, to, size, time);
    }

    private Message message(int number) {
        return Objects.requireNonNull(messages[number]);
    }

    @Override
    public void rateChanged(int message, double newPenalty, double bytesPerSecond, double time) {
        change(time);
        settle(message(message), time);
        message(message).penalty = newPenalty;
        inFlight.add(message);
    }

    @Override
    public void messageEnded(int message, double time, double arrival) {
        change(time);
        Message ended = message(message);
        settle(ended, time);
        boolean shared = inFlight.remove(message);
        traffic.add(
                ended.sender,
                ended.receiver,
                ended.bytes,
                shared ? time - ended.started - ended.uncontendedSeconds : 0);
    }

    @Override
    public void retransmissionTimeout(int message, double time, double until) {
        change(time);
        Message waiting = message(message);
        settle(waiting, time);
        // the message occupies no link until the timeout ends, and the wait is not contention
        if (inFlight.remove(message)) {
            traffic.add(waiting.sender, waiting.receiver, 0, time - waiting.started - waiting.uncontendedSeconds);
        }
    }

    /** Records the state since the last change, before the next change at a later instant. */
    private void change(double now) {
        if (now > lastChange) {
            if (instants.isDue(now)) {
                List<Instants.Edge> edges = new ArrayList<>(inFlight.size());
                for (int number : inFlight) {
                    Message message = message(number);
                    edges.add(new Instants.Edge(message.sender, message.receiver, message.bytes, message.penalty));
                }
                instants.held(lastChange, now, edges);
            }
            lastChange = now;
        }
    }

    /** Adds the time since the message's rate last changed to the totals. */
    private void settle(Message message, double now) {
        double from = message.since;
        message.since = now;
        double p = message.penalty;
        if (!(now > from) || !(p > 0)) {
            return;
        }
        message.uncontendedSeconds += (now - from) / p;
        int last = Math.min(BINS - 1, (int) (now / binSeconds));
        for (int bin = Math.min(BINS - 1, (int) (from / binSeconds)); bin <= last; bin++) {
            double inside = Math.max(0, Math.min(now, (bin + 1) * binSeconds) - Math.max(from, bin * binSeconds));
            messageSeconds[bin] += inside;
            penaltySeconds[bin] += inside * p;
        }
    }

    /** Returns the mean number of messages in the network during a bin. */
    double messages(int bin) {
        return messageSeconds[bin] / binSeconds;
    }

    /** Returns the mean penalty of the messages in the network during a bin; NaN without messages. */
    double penalty(int bin) {
        return messageSeconds[bin] > 0 ? penaltySeconds[bin] / messageSeconds[bin] : Double.NaN;
    }
}
