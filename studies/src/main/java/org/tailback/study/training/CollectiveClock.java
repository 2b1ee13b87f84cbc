package org.tailback.study.training;

import java.util.HashMap;
import java.util.Map;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Collectives of one rank as times of their groups instead of messages, for a folded step. What runs beside computation
 * counts where it takes longer than what the rank computes meanwhile; of one communicator, one after the other.
 */
final class CollectiveClock {
    private record Running(CommunicationKind kind, double end) {}

    private final Parallelism division;
    private final GroupTimes groups;
    /** Sums by kind over all ranks that share the array, seconds. */
    private final double[] waited;

    private final Map<Integer, Running> running = new HashMap<>();
    private final Map<Integer, Double> busyUntil = new HashMap<>();
    /** What this rank has computed and waited for so far, seconds. */
    private double now;

    CollectiveClock(Parallelism division, GroupTimes groups, double[] waited) {
        this.division = division;
        this.groups = groups;
        this.waited = waited;
    }

    void computed(double seconds) {
        now += seconds;
    }

    /** Returns how long the rank waits for a collective of its group. */
    double blocking(Kind kind, int communicator, long bytes) {
        double seconds = seconds(kind, communicator, bytes);
        return waits(CommunicationKind.of(communicator), seconds);
    }

    void start(int request, Kind kind, int communicator, long bytes) {
        double begin = Math.max(now, busyUntil.getOrDefault(communicator, 0.0));
        double end = begin + seconds(kind, communicator, bytes);
        busyUntil.put(communicator, end);
        running.put(request, new Running(CommunicationKind.of(communicator), end));
    }

    /** Returns how long the rank waits for a collective that it started; 0 if the request is none. */
    double awaited(int request) {
        Running found = running.remove(request);
        return found == null ? 0 : waits(found.kind, Math.max(0, found.end - now));
    }

    private double waits(CommunicationKind kind, double seconds) {
        waited[kind.ordinal()] += seconds;
        now += seconds;
        return seconds;
    }

    private double seconds(Kind kind, int communicator, long bytes) {
        int t = division.tensor();
        int apart = t * division.context();
        if (communicator == CommunicationKind.EXPERT_DATA) {
            return groups.exact(kind, bytes, division.data() / division.expert(), apart * division.expert());
        }
        return switch (CommunicationKind.of(communicator)) {
            case TENSOR -> groups.exact(kind, bytes, t, 1);
            case CONTEXT -> groups.exact(kind, bytes, division.context(), t);
            case EXPERT -> groups.exact(kind, bytes, division.expert(), apart);
            case DATA, PIPELINE -> groups.exact(kind, bytes, division.gradientReplicas(), t);
        };
    }
}
