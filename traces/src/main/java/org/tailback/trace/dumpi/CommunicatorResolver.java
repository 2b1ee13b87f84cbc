package org.tailback.trace.dumpi;

import static org.tailback.trace.dumpi.CommunicatorCall.NO_RANKS;

import com.google.common.primitives.Ints;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.mpi.Communicator;

/**
 * Search for the members of communicators. A trace does not record them, and the ids of each rank's file are
 * independent. But the n-th communicator-creating call on a communicator is the same for all members. The calls of all
 * ranks are therefore performed again; each call is performed when all members have reached it. O(calls) time; calls on
 * groups, which are local, take time proportional to the size of the group.
 */
final class CommunicatorResolver {
    private static final int WORLD_ID = 2;
    private static final int SELF_ID = 3;

    private final List<Caller> callers = new ArrayList<>();
    /** Communicators created by the calls. */
    final NewCommunicators made = new NewCommunicators(callers);

    private final ArrayDeque<Caller> ready = new ArrayDeque<>();
    /** Number of calls of ranks whose communicator remains unknown. */
    long unresolved;

    /** A communicator with its members. */
    static final class Known {
        final Communicator communicator;
        final int[] members;
        /** Members of the second group of a communicator between groups; empty for other communicators. */
        final int[] others;
        /** Lengths of the dimensions of a grid; empty for other communicators. */
        final int[] grid;
        /** Number of members that have reached their next call on the communicator. */
        private int arrived;
        /** True if all members have reached a call that waits for another communicator. */
        private boolean waiting;

        Known(Communicator communicator, int[] members, int[] others, int[] grid) {
            this.communicator = communicator;
            this.members = members;
            this.others = others;
            this.grid = grid;
        }

        /** Returns the members of both groups. */
        IntStream all() {
            return IntStream.concat(Arrays.stream(members), Arrays.stream(others));
        }
    }

    /** Position of one rank in its calls. */
    static final class Caller {
        private final int rank;
        private final List<CommunicatorCall> calls;
        private final Map<Integer, @Nullable Known> known = new HashMap<>();
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

        boolean isAt(String function) {
            return !hasEnded() && call().function().equals(function);
        }

        CommunicatorCall call() {
            return calls.get(next);
        }

        /** Returns a group created by the rank; empty if there is no group with this id. */
        int[] group(int id) {
            return groups.getOrDefault(id, NO_RANKS);
        }

        /** Records the communicator created by the call; null if there is none or it is unknown. */
        private void finish(@Nullable Known result) {
            int id = call().result();
            known.put(id, result);
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
                return NO_RANKS;
            }
            boolean own = call.function().equals("MPI_Comm_group");
            return of.others.length == 0 || Ints.contains(of.members, rank) == own ? of.members : of.others;
        }
    }

    /**
     * Performs all calls.
     *
     * @param calls calls of each rank, in their order
     */
    CommunicatorResolver(List<List<CommunicatorCall>> calls) {
        int[] all = new int[calls.size()];
        Arrays.setAll(all, i -> i);
        Known world = new Known(Communicator.world(), all, NO_RANKS, NO_RANKS);
        for (int rank = 0; rank < all.length; rank++) {
            Caller caller = new Caller(rank, calls.get(rank));
            caller.known.put(WORLD_ID, world);
            caller.known.put(SELF_ID, new Known(NewCommunicators.self(), new int[] {rank}, NO_RANKS, NO_RANKS));
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
     * Returns the communicators created by the calls of a rank, in their order; null if there is none or it is unknown.
     */
    List<@Nullable Communicator> results(int rank) {
        return callers.get(rank).results;
    }

    private void advance(Caller caller) {
        while (!caller.hasEnded()) {
            CommunicatorCall call = caller.call();
            Known source = caller.known.get(call.source());
            if (!call.isCreation()) {
                caller.makeGroup();
            } else if (source == null) {
                unresolved++;
                caller.finish(null);
            } else {
                if (++source.arrived == source.members.length + source.others.length) {
                    perform(source);
                }
                return;
            }
        }
    }

    private void perform(Known source) {
        String function = callers.get(source.all().findFirst().orElse(0)).call().function();
        boolean alike = source.all().allMatch(member -> callers.get(member).isAt(function));
        source.arrived = 0;
        if (alike && function.equals("MPI_Intercomm_create") && source.others.length == 0) {
            source.waiting = true;
            connect(source);
        } else {
            finish(source, alike ? made.results(source, function) : Map.of());
        }
    }

    /** Completes the call of all members. Members without an entry in {@code results} get no communicator. */
    private void finish(Known source, Map<Integer, Known> results) {
        source.all().forEach(member -> {
            Caller caller = callers.get(member);
            Known result = caller.call().hasResult() ? results.get(member) : null;
            unresolved += caller.call().hasResult() && result == null ? 1 : 0;
            caller.finish(result);
            ready.add(caller);
        });
    }

    /** Connects two groups if the other group has also reached its call. */
    private void connect(Known source) {
        CommunicatorCall any = callers.get(source.members[0]).call();
        Caller leader = member(source, any.second());
        Known peer = leader == null ? null : leader.known.get(leader.call().list()[0]);
        Caller remoteLeader = leader == null || peer == null
                ? null
                : member(peer, leader.call().list()[1]);
        if (remoteLeader == null || !remoteLeader.isAt("MPI_Intercomm_create")) {
            return;
        }
        Known other = remoteLeader.known.get(remoteLeader.call().source());
        if (other == null || other == source || !other.waiting) {
            return;
        }
        source.waiting = false;
        other.waiting = false;
        boolean first = source.members[0] < other.members[0];
        Known between =
                made.make(first ? source.members : other.members, first ? other.members : source.members, NO_RANKS);
        finish(source, NewCommunicators.forAll(source, between));
        finish(other, NewCommunicators.forAll(other, between));
    }

    private @Nullable Caller member(Known of, int position) {
        return position >= 0 && position < of.members.length ? callers.get(of.members[position]) : null;
    }
}
