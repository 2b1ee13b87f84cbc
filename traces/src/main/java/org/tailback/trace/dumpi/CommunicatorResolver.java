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

    private final List<Caller> callers = new ArrayList<>();
    private final NewCommunicators communicators = new NewCommunicators(callers);
    private final ArrayDeque<Caller> ready = new ArrayDeque<>();
    private long unresolved;

    static final class Known {
        final Communicator communicator;
        final int[] members;
        final int @Nullable [] others;
        final int @Nullable [] grid;
        /** Number of members that have reached their next call of the communicator. */
        private int arrived;
        /** All have come to a call that has to wait for another communicator. */
        private boolean waiting;

        Known(Communicator communicator, int[] members, int @Nullable [] others, int @Nullable [] grid) {
            this.communicator = communicator;
            this.members = members;
            this.others = others;
            this.grid = grid;
        }
    }

    /** The position of one rank in its calls. */
    static final class Caller {
        private final int rank;
        private final List<CommunicatorCall> calls;
        private final Map<Integer, Known> known = new HashMap<>();
        private final Map<Integer, int[]> groups = new HashMap<>();
        private final List<@Nullable Communicator> results = new ArrayList<>();
        private int next;

        Caller(int rank, List<CommunicatorCall> calls) {
            this.rank = rank;
            this.calls = calls;
        }

        private boolean hasEnded() {
            return next == calls.size();
        }

        CommunicatorCall call() {
            return calls.get(next);
        }

        /** Returns a group that it has made; empty if it has not. */
        int[] group(int id) {
            return groups.getOrDefault(id, CommunicatorCall.NOBODY);
        }

        /** Records the communicator that the call has made; null for none or an unknown one. */
        private void finish(@Nullable Known result) {
            int id = call().result();
            if (result == null) {
                known.remove(id);
            } else {
                known.put(id, result);
            }
            results.add(result == null ? null : result.communicator);
            next++;
        }

        private void makeGroup() {
            CommunicatorCall call = call();
            groups.put(
                    call.result(),
                    call.function().endsWith("_group")
                            ? groupOf(call)
                            : call.made(group(call.source()), group(call.second())));
            next++;
        }

        private int[] groupOf(CommunicatorCall call) {
            Known of = known.get(call.source());
            if (of == null) {
                return CommunicatorCall.NOBODY;
            }
            int[] others = of.others;
            boolean first = others == null || CommunicatorCall.contains(of.members, rank);
            boolean own = call.function().equals("MPI_Comm_group");
            return others == null || first == own ? of.members : others;
        }
    }

    /**
     * Performs all calls.
     *
     * @param calls of each rank, in their order
     */
    CommunicatorResolver(List<List<CommunicatorCall>> calls) {
        int[] all = new int[calls.size()];
        Arrays.setAll(all, i -> i);
        Known world = new Known(Communicator.world(), all, null, null);
        for (int rank = 0; rank < all.length; rank++) {
            Caller caller = new Caller(rank, calls.get(rank));
            caller.known.put(WORLD_ID, world);
            caller.known.put(SELF_ID, new Known(NewCommunicators.self(), new int[] {rank}, null, null));
            callers.add(caller);
            ready.add(caller);
        }
        while (!ready.isEmpty()) {
            advance(ready.remove());
        }
        for (Caller caller : callers) {
            while (!caller.hasEnded()) {
                if (caller.call().isCreation()) {
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

    NewCommunicators made() {
        return communicators;
    }

    /** Calls of ranks of which the communicator remains unknown. */
    long unresolved() {
        return unresolved;
    }

    private void advance(Caller caller) {
        while (!caller.hasEnded()) {
            CommunicatorCall call = caller.call();
            if (!call.isCreation()) {
                caller.makeGroup();
                continue;
            }
            Known source = caller.known.get(call.source());
            if (source == null) {
                unresolved++;
                caller.finish(null);
                continue;
            }
            if (++source.arrived == source.members.length + (source.others == null ? 0 : source.others.length)) {
                perform(source);
            }
            return;
        }
    }

    private void perform(Known source) {
        String function = callers.get(source.members.length == 0 ? 0 : source.members[0])
                .call()
                .function();
        int[] others = source.others;
        boolean alike = allCall(source.members, function) && (others == null || allCall(others, function));
        source.arrived = 0;
        if (alike && function.equals("MPI_Intercomm_create") && others == null) {
            source.waiting = true;
            connect(source);
            return;
        }
        Map<Integer, Known> results = alike ? communicators.results(source, function) : Map.of();
        finish(source.members, results);
        if (others != null) {
            finish(others, results);
        }
    }

    private boolean allCall(int[] members, String function) {
        for (int member : members) {
            Caller caller = callers.get(member);
            if (caller.hasEnded() || !caller.call().function().equals(function)) {
                return false;
            }
        }
        return true;
    }

    /** Ends the call of all members, with the result for each, which may be missing. */
    private void finish(int[] members, Map<Integer, Known> results) {
        for (int member : members) {
            Caller caller = callers.get(member);
            Known result = caller.call().hasResult() ? results.get(member) : null;
            unresolved += caller.call().hasResult() && result == null ? 1 : 0;
            caller.finish(result);
            ready.add(caller);
        }
    }

    /** Connects two groups, if the other one has come to its call too. */
    private void connect(Known source) {
        CommunicatorCall any = callers.get(source.members[0]).call();
        Caller leader = member(source, any.second());
        Known peer = leader == null ? null : leader.known.get(leader.call().list()[0]);
        Caller remoteLeader = leader == null || peer == null
                ? null
                : member(peer, leader.call().list()[1]);
        if (remoteLeader == null || remoteLeader.hasEnded()) {
            return;
        }
        CommunicatorCall theirs = remoteLeader.call();
        Known other = theirs.function().equals("MPI_Intercomm_create") ? remoteLeader.known.get(theirs.source()) : null;
        if (other == null || other == source || !other.waiting) {
            return;
        }
        source.waiting = false;
        other.waiting = false;
        boolean first = source.members[0] < other.members[0];
        Known between = first
                ? communicators.make(source.members, other.members, null)
                : communicators.make(other.members, source.members, null);
        finish(source.members, NewCommunicators.forAll(source.members, between));
        finish(other.members, NewCommunicators.forAll(other.members, between));
    }

    private @Nullable Caller member(Known of, int position) {
        return position >= 0 && position < of.members.length ? callers.get(of.members[position]) : null;
    }
}
