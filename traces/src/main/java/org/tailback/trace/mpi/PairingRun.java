package org.tailback.trace.mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.program.SendMode;
import org.tailback.trace.matching.MessageBalance;
import org.tailback.trace.matching.MessageBalance.MessageKey;
import org.tailback.trace.mpi.LostCompletions.PairedMessage;

/**
 * Run of the ranks of a trace without times, which finds a pairing of receives and messages with which the ranks can
 * run. In rounds, each rank runs until it waits. A rank waits for receives with messages, for receives to be paired and
 * for the other ranks of a collective operation. Recorded times are not used, because the clocks of ranks may differ by
 * any amount.
 *
 * <p>If no rank can run, the first rank that waits only for receives to be paired continues: its wait must have been
 * for other requests.
 */
final class PairingRun {
    private final List<Rank> ranks = new ArrayList<>();
    private final Map<MessageKey, Long> sent = new HashMap<>();
    private final Map<Integer, Map<Integer, Long>> arrived = new HashMap<>();

    private final LostCompletions[] pairs;
    private final MessageBalance balance;
    private final int worldRanks;

    PairingRun(int worldRanks, LostCompletions[] pairs, MessageBalance balance) {
        this.worldRanks = worldRanks;
        this.pairs = pairs;
        this.balance = balance;
    }

    void add(int rank, RecordedRank records) {
        ranks.add(new Rank(rank, records));
    }

    void run() {
        List<Rank> running = new ArrayList<>(ranks);
        while (!running.isEmpty()) {
            boolean progress = false;
            for (Rank rank : running) {
                progress |= rank.advance();
            }
            if (!progress) {
                running.stream()
                        .filter(Rank::waitsForPairsOnly)
                        .findFirst()
                        .orElse(running.get(0))
                        .waitNoLonger();
            }
            running.removeIf(rank -> rank.ended);
        }
        // receives without a message remain unpaired
        for (LostCompletions ofRank : pairs) {
            ofRank.receives.clear();
        }
    }

    private boolean haveArrived(int communicator, int @Nullable [] group, long n) {
        Map<Integer, Long> counts = arrived.getOrDefault(communicator, Map.of());
        IntStream members = group == null ? IntStream.range(0, worldRanks) : Arrays.stream(group);
        return members.allMatch(member -> counts.getOrDefault(member, 0L) >= n);
    }

    /**
     * Condition for the end of a wait.
     *
     * @param ordinal ordinal of a receive to be paired, or {@link #KNOWN}
     */
    private record Pending(BooleanSupplier ended, long ordinal) {
        static final long KNOWN = -1;
    }

    private final class Rank extends IgnoringSink {
        private final int rank;
        private final RecordedRank records;
        private final LostCompletions lost;
        private final OperationSink marking;
        private final Map<MessageKey, Long> received = new HashMap<>();
        private final Map<Integer, Pending> requests = new HashMap<>();

        private List<Pending> awaited = List.of();
        private boolean waiting;
        private boolean unclaimed;
        private boolean ended;

        Rank(int rank, RecordedRank records) {
            this.rank = rank;
            this.records = records;
            this.lost = pairs[rank];
            this.marking = balance.marking(rank, (kind, number) -> unclaimed = true);
        }

        /** Continues to the end of the next wait, if possible; returns whether it made progress. */
        boolean advance() {
            boolean progress = false;
            while (!ended) {
                if (waiting) {
                    awaited.removeIf(pending -> pending.ended.getAsBoolean());
                    waiting = !awaited.isEmpty();
                    return progress || !waiting;
                }
                progress = true;
                if (records.readToOperation()) {
                    records.translator.take(this);
                } else {
                    ended = true;
                }
            }
            return progress;
        }

        boolean waitsForPairsOnly() {
            return waiting && awaited.stream().allMatch(pending -> pending.ordinal != Pending.KNOWN);
        }

        /** Gives up a wait that was not for the receives to be paired. */
        void waitNoLonger() {
            awaited.stream()
                    .map(Pending::ordinal)
                    .filter(ordinal -> ordinal != Pending.KNOWN)
                    .forEach(lost.notAwaited::add);
            waiting = false;
        }

        private void await(BooleanSupplier condition) {
            awaited = new ArrayList<>(List.of(new Pending(condition, Pending.KNOWN)));
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
                sent.merge(new MessageKey(rank, destination, tag, communicator), 1L, Long::sum);
            } else if (destination >= 0 && destination < worldRanks) {
                pairs[destination].offer(new PairedMessage(rank, tag, communicator, bytes));
            }
        }

        @Override
        public void irecv(int request, int source, int tag, int communicator, long bytes) {
            if (communicator == LostCompletions.TO_BE_PAIRED) {
                lost.start(bytes);
                requests.put(request, new Pending(() -> lost.messages.containsKey(bytes), bytes));
            } else {
                requests.put(request, new Pending(receive(source, tag, communicator), Pending.KNOWN));
            }
        }

        @Override
        public void recv(int source, int tag, int communicator, long bytes) {
            await(receive(source, tag, communicator));
        }

        /** Returns the condition for the end of a receive. */
        private BooleanSupplier receive(int source, int tag, int communicator) {
            if (source == ANY_SOURCE || tag == ANY_TAG) {
                return () -> true;
            }
            MessageKey message = new MessageKey(source, rank, tag, communicator);
            long number = received.merge(message, 1L, Long::sum);
            return balance.sent(message) < number ? () -> true : () -> sent.getOrDefault(message, 0L) >= number;
        }

        @Override
        public void await(int request) {
            awaitAll(new int[] {request}, 1);
        }

        @Override
        public void awaitAll(int[] numbers, int count) {
            awaited = Arrays.stream(numbers, 0, count)
                    .mapToObj(requests::remove)
                    .filter(Objects::nonNull)
                    .collect(Collectors.toCollection(ArrayList::new));
            waiting = true;
        }

        private long arrive(CollectiveCall call) {
            return arrived.computeIfAbsent(call.communicator(), any -> new HashMap<>())
                    .merge(rank, 1L, Long::sum);
        }

        @Override
        public void collective(CollectiveCall call) {
            long number = arrive(call);
            int communicator = call.communicator();
            int[] group = call.group();
            boolean shared = number <= balance.performedByAll(call);
            await(() -> !shared || haveArrived(communicator, group, number));
        }

        @Override
        public void icollective(int request, CollectiveCall call) {
            requests.remove(request);
            arrive(call);
        }
    }
}
