package org.tailback.trace.mpi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.trace.mpi.PairedReceives.PairedMessage;

/**
 * Runs the ranks of a trace without times, to find a pairing of receives and messages with which they can run: each
 * runs until it waits, in rounds. Waits are those for known receives, for receives to be paired and for the other
 * ranks of a collective operation. Recorded times would not do, as the clocks of ranks may differ by any amount.
 *
 * <p>Where no rank can run, the first rank that waits for receives to be paired runs nevertheless: it did not wait
 * for these.
 */
final class PairingRun {
    private final List<PairingRank> ranks = new ArrayList<>();
    private final Map<Message, Long> sent = new HashMap<>();
    private final Map<Integer, Map<Integer, Long>> arrived = new HashMap<>();
    private final PairedReceives pairs;
    private final int worldRanks;

    /** The messages that one receive may take. */
    record Message(int source, int destination, int tag, int communicator) {}

    PairingRun(int worldRanks, PairedReceives pairs) {
        this.worldRanks = worldRanks;
        this.pairs = pairs;
    }

    void add(PairingRank rank) {
        ranks.add(rank);
    }

    void run() {
        List<PairingRank> running = new ArrayList<>(ranks);
        while (!running.isEmpty()) {
            boolean progress = false;
            for (PairingRank rank : running) {
                progress |= rank.goOn();
            }
            if (!progress) {
                running.stream()
                        .filter(PairingRank::waitsForPairsOnly)
                        .findFirst()
                        .orElse(running.get(0))
                        .waitNoLonger();
            }
            running.removeIf(PairingRank::hasEnded);
        }
        pairs.end();
    }

    PairedReceives pairs() {
        return pairs;
    }

    void offer(int destination, PairedMessage message) {
        if (destination >= 0 && destination < worldRanks) {
            pairs.ofRank(destination).offer(message);
        }
    }

    void send(Message message) {
        sent.merge(message, 1L, Long::sum);
    }

    /** Returns whether so many messages have been sent. */
    boolean areSent(Message message, long count) {
        return sent.getOrDefault(message, 0L) >= count;
    }

    /** Counts that a rank takes part in a collective operation; returns how many it has on that communicator now. */
    long arrive(int rank, CollectiveCall call) {
        return arrived.computeIfAbsent(call.communicator(), any -> new HashMap<>())
                .merge(rank, 1L, Long::sum);
    }

    /** Returns whether all ranks of a communicator take part in their n-th collective operation there. */
    boolean haveArrived(int communicator, int @Nullable [] group, long n) {
        Map<Integer, Long> counts = arrived.getOrDefault(communicator, Map.of());
        int size = group == null ? worldRanks : group.length;
        for (int i = 0; i < size; i++) {
            if (counts.getOrDefault(group == null ? i : group[i], 0L) < n) {
                return false;
            }
        }
        return true;
    }
}
