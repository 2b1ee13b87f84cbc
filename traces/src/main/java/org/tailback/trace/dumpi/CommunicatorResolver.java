package org.tailback.trace.dumpi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.mpi.Communicator;

/**
 * Finds the members of communicators. A trace tells them nowhere, and ids mean something else in each rank's file; but the
 * n-th call with which the members of a communicator make another one is the same for all of them. So the calls of all ranks
 * are performed again, each when all members have come to it. O(calls, times the sizes of groups for the local ones).
 */
final class CommunicatorResolver {
    /** Numbers for messages: 0 is the world. */
    private static final int SELF_NUMBER = 1;

    private static final int WORLD_ID = 2;
    private static final int SELF_ID = 3;
    /** Of Communicators' members: no rank. */
    private static final int[] EMPTY = new int[0];

    private final int ranks;
    private final List<List<CommunicatorCall>> calls;
    private final List<Communicator> made = new ArrayList<>();
    private final List<State> states = new ArrayList<>();
    private final ArrayDeque<State> ready = new ArrayDeque<>();
    private int nextNumber = SELF_NUMBER + 1;
    private long unresolved;
    private long reordered;

    /** What is known of one communicator. */
    private static final class Known {
        private final Communicator communicator;
        private final int[] members;
        /** The second group of one between groups. */
        private final int @Nullable [] others;
        /** Lengths of a grid, if it is one. */
        private final int @Nullable [] grid;
        /** How many members have come to their next call of it. */
        private int arrived;
        /** Whether all have come to a call that has to wait for another communicator. */
        private boolean waiting;

        Known(Communicator communicator, int[] members, int @Nullable [] others, int @Nullable [] grid) {
            this.communicator = communicator;
            this.members = members;
            this.others = others;
            this.grid = grid;
        }

        int size() {
            return members.length + (others == null ? 0 : others.length);
        }
    }

    /** Where one rank stands in its calls. */
    private static final class State {
        private final int rank;
        private final List<CommunicatorCall> calls;
        private final Map<Integer, Known> communicators = new HashMap<>();
        private final Map<Integer, int[]> groups = new HashMap<>();
        private final List<@Nullable Communicator> results = new ArrayList<>();
        private int next;

        State(int rank, List<CommunicatorCall> calls) {
            this.rank = rank;
            this.calls = calls;
        }

        CommunicatorCall call() {
            return calls.get(next);
        }

        void finish(@Nullable Known result) {
            int id = call().result();
            if (result == null) {
                communicators.remove(id);
            } else {
                communicators.put(id, result);
            }
            results.add(result == null ? null : result.communicator);
            next++;
        }
    }

    /** @param calls of each rank, in their order */
    CommunicatorResolver(List<List<CommunicatorCall>> calls) {
        this.ranks = calls.size();
        this.calls = calls;
    }

    static Communicator self() {
        return Communicator.self(SELF_NUMBER);
    }

    /** Performs all calls. */
    void resolve() {
        int[] all = new int[ranks];
        Arrays.setAll(all, i -> i);
        Known world = new Known(Communicator.world(), all, null, null);
        for (int rank = 0; rank < ranks; rank++) {
            State state = new State(rank, calls.get(rank));
            states.add(state);
            if (!state.calls.isEmpty()) {
                state.communicators.put(WORLD_ID, world);
                state.communicators.put(SELF_ID, new Known(self(), new int[] {rank}, null, null));
                ready.add(state);
            }
        }
        while (!ready.isEmpty()) {
            advance(ready.remove());
        }
        for (State state : states) {
            while (state.next < state.calls.size()) {
                if (isCreation(state.call())) {
                    unresolved++;
                    state.finish(null);
                } else {
                    state.next++;
                }
            }
        }
    }

    /** What the calls of a rank that make communicators make, in their order; null for none, or what is unknown. */
    List<@Nullable Communicator> results(int rank) {
        return states.get(rank).results;
    }

    /** All that were made. */
    List<Communicator> made() {
        return made;
    }

    /** Calls of ranks of which the communicator remains unknown. */
    long unresolved() {
        return unresolved;
    }

    /** Calls of ranks that let MPI choose an order of ranks, which the trace does not tell. */
    long reordered() {
        return reordered;
    }

    private static boolean isCreation(CommunicatorCall call) {
        return !call.function().startsWith("Group_") && !call.function().endsWith("_group");
    }

    private void advance(State state) {
        while (state.next < state.calls.size()) {
            CommunicatorCall call = state.call();
            if (!isCreation(call)) {
                state.groups.put(call.result(), group(state, call));
                state.next++;
                continue;
            }
            Known source = state.communicators.get(call.source());
            if (source == null) {
                unresolved++;
                state.finish(null);
                continue;
            }
            if (++source.arrived == source.size()) {
                perform(source);
            }
            return;
        }
    }

    // ---- groups

    private static int[] group(State state, CommunicatorCall call) {
        if (call.function().endsWith("_group")) {
            Known of = state.communicators.get(call.source());
            if (of == null) {
                return EMPTY;
            }
            int[] others = of.others;
            boolean first = others == null || contains(of.members, state.rank);
            boolean own = call.function().equals("Comm_group");
            return others == null || first == own ? of.members : others;
        }
        int[] first = state.groups.getOrDefault(call.source(), EMPTY);
        int[] second = state.groups.getOrDefault(call.second(), EMPTY);
        return switch (call.function()) {
            case "Group_union" -> union(first, second);
            case "Group_intersection" -> filter(first, set(second), true);
            case "Group_difference" -> filter(first, set(second), false);
            case "Group_incl" -> at(first, call.list());
            case "Group_excl" -> filter(first, set(at(first, call.list())), false);
            case "Group_range_incl" -> at(first, expanded(call.list(), first.length));
            default -> filter(first, set(at(first, expanded(call.list(), first.length))), false);
        };
    }

    private static boolean contains(int[] group, int rank) {
        return Arrays.stream(group).anyMatch(member -> member == rank);
    }

    private static BitSet set(int[] group) {
        BitSet set = new BitSet();
        Arrays.stream(group).forEach(set::set);
        return set;
    }

    private static int[] filter(int[] group, BitSet set, boolean kept) {
        return Arrays.stream(group).filter(member -> set.get(member) == kept).toArray();
    }

    private static int[] union(int[] first, int[] second) {
        int[] added = filter(second, set(first), false);
        int[] union = Arrays.copyOf(first, first.length + added.length);
        System.arraycopy(added, 0, union, first.length, added.length);
        return union;
    }

    private static int[] at(int[] group, int[] positions) {
        return Arrays.stream(positions)
                .filter(position -> position >= 0 && position < group.length)
                .map(position -> group[position])
                .toArray();
    }

    /** The positions that ranges of first, last and stride name, as far as there are so many. */
    private static int[] expanded(int[] ranges, int positions) {
        BitSet taken = new BitSet();
        int[] all = new int[positions];
        int count = 0;
        for (int i = 0; i + 2 < ranges.length; i += 3) {
            long stride = ranges[i + 2];
            for (long at = ranges[i];
                    at >= 0 && at < positions && (stride > 0 ? at <= ranges[i + 1] : at >= ranges[i + 1]);
                    at += stride) {
                if (!taken.get((int) at)) {
                    taken.set((int) at);
                    all[count++] = (int) at;
                }
                if (stride == 0) {
                    break;
                }
            }
        }
        return Arrays.copyOf(all, count);
    }

    // ---- communicators

    /** All members of a communicator have come to their call. */
    private void perform(Known source) {
        String function = states.get(source.members.length == 0 ? 0 : source.members[0])
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
        Map<Integer, Known> results = alike ? results(source, function) : new HashMap<>();
        finish(source.members, results);
        if (others != null) {
            finish(others, results);
        }
    }

    private boolean allCall(int[] members, String function) {
        for (int member : members) {
            State state = states.get(member);
            if (state.next >= state.calls.size() || !state.call().function().equals(function)) {
                return false;
            }
        }
        return true;
    }

    /** Ends the call of all members: what it makes of each, which may be missing. */
    private void finish(int[] members, Map<Integer, Known> results) {
        for (int member : members) {
            State state = states.get(member);
            Known result = state.call().hasResult() ? results.get(member) : null;
            if (state.call().hasResult() && result == null) {
                unresolved++;
            }
            state.finish(result);
            ready.add(state);
        }
    }

    private Known make(int[] members, int @Nullable [] others, int @Nullable [] grid) {
        int number = nextNumber++;
        Communicator communicator;
        if (others != null) {
            communicator = Communicator.between(number, members, others);
        } else {
            boolean world = members.length == ranks;
            for (int i = 0; world && i < ranks; i++) {
                world = members[i] == i;
            }
            communicator = Communicator.of(number, world ? null : members, false);
        }
        made.add(communicator);
        return new Known(communicator, members, others, grid);
    }

    private Map<Integer, Known> results(Known source, String function) {
        int[] others = source.others;
        if (others != null) {
            return switch (function) {
                case "Comm_dup" -> forAll(union(source.members, others), make(source.members, others, null));
                case "Intercomm_merge" -> {
                    boolean firstIsHigh = isHigh(source.members);
                    int[] merged = firstIsHigh && !isHigh(others)
                            ? union(others, source.members)
                            : union(source.members, others);
                    yield forAll(merged, make(merged, null, null));
                }
                default -> new HashMap<>();
            };
        }
        return switch (function) {
            case "Comm_dup" -> forAll(source.members, make(source.members, null, source.grid));
            case "Comm_create" -> created(source);
            case "Comm_split" -> split(source);
            case "Cart_create", "Graph_create" -> arranged(source);
            case "Cart_sub" -> gridParts(source);
            default -> new HashMap<>();
        };
    }

    private boolean isHigh(int[] members) {
        return members.length > 0 && states.get(members[0]).call().second() != 0;
    }

    private static Map<Integer, Known> forAll(int[] members, Known result) {
        Map<Integer, Known> results = new HashMap<>();
        for (int member : members) {
            results.put(member, result);
        }
        return results;
    }

    /** Those members of a communicator that belong to what their call makes. */
    private int[] remaining(Known source) {
        return Arrays.stream(source.members)
                .filter(member -> states.get(member).call().hasResult())
                .toArray();
    }

    /** Disjoint groups make one communicator each. */
    private Map<Integer, Known> created(Known source) {
        Map<Integer, Known> results = new HashMap<>();
        for (int member : remaining(source)) {
            State state = states.get(member);
            int[] group = state.groups.getOrDefault(state.call().second(), EMPTY);
            if (!results.containsKey(member) && contains(group, member)) {
                Known known = make(group, null, null);
                for (int inGroup : group) {
                    results.putIfAbsent(inGroup, known);
                }
            }
        }
        return results;
    }

    private Map<Integer, Known> split(Known source) {
        Map<Integer, List<Integer>> byColor = new TreeMap<>();
        for (int member : remaining(source)) {
            byColor.computeIfAbsent(states.get(member).call().second(), color -> new ArrayList<>())
                    .add(member);
        }
        Map<Integer, Known> results = new HashMap<>();
        for (List<Integer> members : byColor.values()) {
            members.sort(
                    Comparator.comparingInt(member -> states.get(member).call().third())); // stable
            int[] sorted = members.stream().mapToInt(Integer::intValue).toArray();
            results.putAll(forAll(sorted, make(sorted, null, null)));
        }
        return results;
    }

    /** In the order of the source, as reordering is not told. */
    private Map<Integer, Known> arranged(Known source) {
        int[] members = remaining(source);
        if (members.length == 0) {
            return new HashMap<>();
        }
        CommunicatorCall call = states.get(members[0]).call();
        if (call.third() != 0) {
            reordered += members.length;
        }
        return forAll(members, make(members, null, call.function().equals("Cart_create") ? call.list() : null));
    }

    /** The members whose coordinates are equal in the dimensions that are not kept, in the order of the others. */
    private Map<Integer, Known> gridParts(Known source) {
        int[] grid = source.grid;
        int[] kept = states.get(source.members[0]).call().list();
        Map<Integer, Known> results = new HashMap<>();
        if (grid == null || kept.length < grid.length) {
            return results;
        }
        Map<List<Integer>, List<Integer>> parts = new HashMap<>();
        List<List<Integer>> inOrder = new ArrayList<>();
        for (int position = 0; position < source.members.length; position++) {
            List<Integer> fixed = new ArrayList<>();
            int left = position;
            for (int dimension = grid.length - 1; dimension >= 0; dimension--) {
                int length = Math.max(1, grid[dimension]);
                if (kept[dimension] == 0) {
                    fixed.add(left % length);
                }
                left /= length;
            }
            List<Integer> part = parts.computeIfAbsent(fixed, key -> {
                List<Integer> started = new ArrayList<>();
                inOrder.add(started);
                return started;
            });
            part.add(source.members[position]);
        }
        int[] left = new int[grid.length];
        int dimensions = 0;
        for (int dimension = 0; dimension < grid.length; dimension++) {
            if (kept[dimension] != 0) {
                left[dimensions++] = grid[dimension];
            }
        }
        int[] grids = Arrays.copyOf(left, dimensions);
        for (List<Integer> part : inOrder) {
            int[] members = part.stream().mapToInt(Integer::intValue).toArray();
            results.putAll(forAll(members, make(members, null, grids)));
        }
        return results;
    }

    /** Connects two groups, if the other one has come to its call too. */
    private void connect(Known source) {
        CommunicatorCall any = states.get(source.members[0]).call();
        State leader = member(source, any.second());
        if (leader == null) {
            return;
        }
        Known peer = leader.communicators.get(leader.call().list()[0]);
        State remoteLeader = peer == null ? null : member(peer, leader.call().list()[1]);
        if (remoteLeader == null || remoteLeader.next >= remoteLeader.calls.size()) {
            return;
        }
        CommunicatorCall theirs = remoteLeader.call();
        Known other =
                theirs.function().equals("Intercomm_create") ? remoteLeader.communicators.get(theirs.source()) : null;
        if (other == null || other == source || !other.waiting) {
            return;
        }
        source.waiting = false;
        other.waiting = false;
        boolean first = source.members[0] < other.members[0];
        Known between = first ? make(source.members, other.members, null) : make(other.members, source.members, null);
        finish(source.members, forAll(source.members, between));
        finish(other.members, forAll(other.members, between));
    }

    private @Nullable State member(Known of, int position) {
        return position >= 0 && position < of.members.length ? states.get(of.members[position]) : null;
    }
}
