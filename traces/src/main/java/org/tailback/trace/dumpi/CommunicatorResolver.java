package org.tailback.trace.dumpi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.mpi.Communicator;

/**
 * Finds the members of communicators. A trace does not record them, and ids have another meaning in each rank's file;
 * but the n-th call with which the members of a communicator make another one is the same for all of them. So the calls
 * of all ranks are performed again, each when all members have come to it. O(calls, times the sizes of groups for the
 * local ones).
 */
final class CommunicatorResolver {
    private static final int WORLD_ID = 2;
    private static final int SELF_ID = 3;

    private final int ranks;
    private final List<List<CommunicatorCall>> calls;
    private final List<CallingRank> callers = new ArrayList<>();
    private final NewCommunicators communicators = new NewCommunicators(callers);
    private final ArrayDeque<CallingRank> ready = new ArrayDeque<>();
    private long unresolved;

    /** @param calls of each rank, in their order */
    CommunicatorResolver(List<List<CommunicatorCall>> calls) {
        this.ranks = calls.size();
        this.calls = calls;
    }

    /** Performs all calls. */
    void resolve() {
        int[] all = new int[ranks];
        Arrays.setAll(all, i -> i);
        KnownCommunicator world = new KnownCommunicator(Communicator.world(), all, null, null);
        for (int rank = 0; rank < ranks; rank++) {
            CallingRank caller = new CallingRank(rank, calls.get(rank));
            callers.add(caller);
            if (!caller.hasEnded()) {
                caller.communicators.put(WORLD_ID, world);
                caller.communicators.put(
                        SELF_ID, new KnownCommunicator(NewCommunicators.self(), new int[] {rank}, null, null));
                ready.add(caller);
            }
        }
        while (!ready.isEmpty()) {
            advance(ready.remove());
        }
        for (CallingRank caller : callers) {
            while (!caller.hasEnded()) {
                if (isCreation(caller.call())) {
                    unresolved++;
                    caller.finish(null);
                } else {
                    caller.next++;
                }
            }
        }
    }

    /**
     * Returns the communicators that the calls of a rank make, in their order; null for none or an unknown one.
     */
    List<@Nullable Communicator> results(int rank) {
        return callers.get(rank).results;
    }

    /** Returns all that were made. */
    List<Communicator> made() {
        return communicators.made();
    }

    /** Calls of ranks of which the communicator remains unknown. */
    long unresolved() {
        return unresolved;
    }

    /** Calls of ranks that let MPI choose an order of ranks, which the trace does not record. */
    long reordered() {
        return communicators.reordered();
    }

    private static boolean isCreation(CommunicatorCall call) {
        return !call.function().startsWith("Group_") && !call.function().endsWith("_group");
    }

    private void advance(CallingRank caller) {
        while (!caller.hasEnded()) {
            CommunicatorCall call = caller.call();
            if (!isCreation(call)) {
                caller.makeGroup();
                continue;
            }
            KnownCommunicator source = caller.communicators.get(call.source());
            if (source == null) {
                unresolved++;
                caller.finish(null);
                continue;
            }
            if (++source.arrived == source.size()) {
                perform(source);
            }
            return;
        }
    }

    /** All members of a communicator have come to their call. */
    private void perform(KnownCommunicator source) {
        String function = callers.get(source.members.length == 0 ? 0 : source.members[0])
                .call()
                .function();
        int[] others = source.others;
        boolean alike = allCall(source.members, function) && (others == null || allCall(others, function));
        source.arrived = 0;
        if (alike && function.equals("Intercomm_create") && others == null) {
            source.waiting = true;
            connect(source);
            return;
        }
        Map<Integer, KnownCommunicator> results = alike ? communicators.results(source, function) : new HashMap<>();
        finish(source.members, results);
        if (others != null) {
            finish(others, results);
        }
    }

    private boolean allCall(int[] members, String function) {
        for (int member : members) {
            CallingRank caller = callers.get(member);
            if (caller.hasEnded() || !caller.call().function().equals(function)) {
                return false;
            }
        }
        return true;
    }

    /** Ends the call of all members: what it makes of each, which may be missing. */
    private void finish(int[] members, Map<Integer, KnownCommunicator> results) {
        for (int member : members) {
            CallingRank caller = callers.get(member);
            KnownCommunicator result = caller.call().hasResult() ? results.get(member) : null;
            if (caller.call().hasResult() && result == null) {
                unresolved++;
            }
            caller.finish(result);
            ready.add(caller);
        }
    }

    /** Connects two groups, if the other one has come to its call too. */
    private void connect(KnownCommunicator source) {
        CommunicatorCall any = callers.get(source.members[0]).call();
        CallingRank leader = member(source, any.second());
        if (leader == null) {
            return;
        }
        KnownCommunicator peer = leader.communicators.get(leader.call().list()[0]);
        CallingRank remoteLeader =
                peer == null ? null : member(peer, leader.call().list()[1]);
        if (remoteLeader == null || remoteLeader.hasEnded()) {
            return;
        }
        CommunicatorCall theirs = remoteLeader.call();
        KnownCommunicator other =
                theirs.function().equals("Intercomm_create") ? remoteLeader.communicators.get(theirs.source()) : null;
        if (other == null || other == source || !other.waiting) {
            return;
        }
        source.waiting = false;
        other.waiting = false;
        boolean first = source.members[0] < other.members[0];
        KnownCommunicator between = first
                ? communicators.make(source.members, other.members, null)
                : communicators.make(other.members, source.members, null);
        finish(source.members, NewCommunicators.forAll(source.members, between));
        finish(other.members, NewCommunicators.forAll(other.members, between));
    }

    private @Nullable CallingRank member(KnownCommunicator of, int position) {
        return position >= 0 && position < of.members.length ? callers.get(of.members[position]) : null;
    }
}
