package org.tailback.trace.mpi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.program.SendMode;
import org.tailback.trace.matching.MessageBalance;
import org.tailback.trace.matching.UnmatchedListener;
import org.tailback.trace.mpi.PairedReceives.PairedMessage;
import org.tailback.trace.mpi.PairingRun.Message;

/** One rank in a {@link PairingRun}. */
final class PairingRank extends IgnoringSink {
    private final int rank;
    private final RecordedRank records;
    private final PairingRun run;
    private final MessageBalance balance;
    private final OperationSink marking;
    private final Map<Message, Long> received = new HashMap<>();
    /** Conditions on which the receive requests under way end. */
    private final Map<Integer, Pending> requests = new HashMap<>();

    private List<Pending> awaited = List.of();
    private boolean waiting;
    private boolean unclaimed;
    private boolean ended;

    PairingRank(int rank, RecordedRank records, PairingRun run, MessageBalance balance) {
        this.rank = rank;
        this.records = records;
        this.run = run;
        this.balance = balance;
        this.marking = balance.marking(rank, new UnmatchedListener() {
            @Override
            public void send(long number, int destination, int tag, int communicator, long bytes) {
                unclaimed = true;
                run.offer(destination, new PairedMessage(rank, tag, communicator, bytes));
            }
        });
    }

    /**
     * The condition on which a wait ends.
     *
     * @param ordinal of a receive to be paired, or {@link #KNOWN}
     */
    private record Pending(BooleanSupplier ended, long ordinal) {
        static final long KNOWN = -1;

        static Pending of(BooleanSupplier ended) {
            return new Pending(ended, KNOWN);
        }
    }

    boolean hasEnded() {
        return ended;
    }

    /** Goes on to the end of the next wait, if it can; true if anything was done. */
    boolean goOn() {
        boolean progress = false;
        while (!ended) {
            if (waiting) {
                awaited.removeIf(pending -> pending.ended().getAsBoolean());
                waiting = !awaited.isEmpty();
                return progress || !waiting;
            }
            progress = true;
            if (records.readToOperation()) {
                records.translator().take(this);
            } else {
                ended = true;
            }
        }
        return progress;
    }

    /** Returns whether it waits for receives to be paired and nothing else. */
    boolean waitsForPairsOnly() {
        return waiting && awaited.stream().allMatch(pending -> pending.ordinal() != Pending.KNOWN);
    }

    /** Gives up the wait: its receives were not those that it waited for. */
    void waitNoLonger() {
        for (Pending pending : awaited) {
            if (pending.ordinal() != Pending.KNOWN) {
                run.pairs().ofRank(rank).isNotAwaited(pending.ordinal());
            }
        }
        waiting = false;
    }

    private void await(List<Pending> all) {
        awaited = all;
        waiting = true;
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        requests.remove(request);
        send(destination, tag, communicator, bytes, mode);
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        unclaimed = false;
        marking.send(destination, tag, communicator, bytes, mode);
        if (!unclaimed) {
            run.send(new Message(rank, destination, tag, communicator));
        }
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        if (communicator == PairedReceives.TO_BE_PAIRED) {
            run.pairs().ofRank(rank).start(bytes);
            requests.put(request, new Pending(() -> run.pairs().ofRank(rank).isPaired(bytes), bytes));
        } else {
            requests.put(request, Pending.of(receive(source, tag, communicator)));
        }
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        await(new ArrayList<>(List.of(Pending.of(receive(source, tag, communicator)))));
    }

    /** Returns the condition on which a receive ends. */
    private BooleanSupplier receive(int source, int tag, int communicator) {
        if (source == ANY_SOURCE || tag == ANY_TAG) {
            return () -> true;
        }
        Message message = new Message(source, rank, tag, communicator);
        long number = received.merge(message, 1L, Long::sum);
        return balance.sent(source, rank, tag, communicator) < number ? () -> true : () -> run.areSent(message, number);
    }

    @Override
    public void await(int request) {
        awaitAll(new int[] {request}, 1);
    }

    @Override
    public void awaitAll(int[] numbers, int count) {
        List<Pending> open = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Pending pending = requests.remove(numbers[i]);
            if (pending != null) {
                open.add(pending);
            }
        }
        await(open);
    }

    @Override
    public void collective(CollectiveCall call) {
        long number = run.arrive(rank, call);
        int communicator = call.communicator();
        int[] group = call.group();
        boolean shared = number <= balance.performedByAll(call);
        await(new ArrayList<>(List.of(Pending.of(() -> !shared || run.haveArrived(communicator, group, number)))));
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        requests.remove(request);
        run.arrive(rank, call);
    }
}
