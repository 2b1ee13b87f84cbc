package org.tailback.trace.dumpi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.mpi.Communicator;

/** The position of one rank in its calls. */
final class CallingRank {
    private final int rank;
    private final List<CommunicatorCall> calls;
    final Map<Integer, KnownCommunicator> communicators = new HashMap<>();
    private final Map<Integer, int[]> groups = new HashMap<>();
    final List<@Nullable Communicator> results = new ArrayList<>();
    int next;

    CallingRank(int rank, List<CommunicatorCall> calls) {
        this.rank = rank;
        this.calls = calls;
    }

    boolean hasEnded() {
        return next == calls.size();
    }

    CommunicatorCall call() {
        return calls.get(next);
    }

    /** Its next call has made a communicator; null for none, or what is unknown. */
    void finish(@Nullable KnownCommunicator result) {
        int id = call().result();
        if (result == null) {
            communicators.remove(id);
        } else {
            communicators.put(id, result);
        }
        results.add(result == null ? null : result.communicator);
        next++;
    }

    /** Makes a group by itself: its next call. */
    void makeGroup() {
        groups.put(call().result(), madeGroup(call()));
        next++;
    }

    private int[] madeGroup(CommunicatorCall call) {
        if (!call.function().endsWith("_group")) {
            return RankGroups.made(call, group(call.source()), group(call.second()));
        }
        KnownCommunicator of = communicators.get(call.source());
        if (of == null) {
            return RankGroups.EMPTY;
        }
        int[] others = of.others;
        boolean first = others == null || RankGroups.contains(of.members, rank);
        boolean own = call.function().equals("Comm_group");
        return others == null || first == own ? of.members : others;
    }

    /** Returns a group that it has made; empty if it has not. */
    int[] group(int id) {
        return groups.getOrDefault(id, RankGroups.EMPTY);
    }
}
