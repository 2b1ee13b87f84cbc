package org.tailback.trace.dumpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.mpi.Communicator;

/** The communicators made by functions that all members of a communicator call together. */
final class NewCommunicators {
    /** Numbers for messages: 0 is the world. */
    private static final int SELF_NUMBER = 1;

    private final List<CallingRank> ranks;
    private final List<Communicator> made = new ArrayList<>();
    private int nextNumber = SELF_NUMBER + 1;
    private long reordered;

    /** @param ranks the world */
    NewCommunicators(List<CallingRank> ranks) {
        this.ranks = ranks;
    }

    static Communicator self() {
        return Communicator.self(SELF_NUMBER);
    }

    /** Returns all that were made. */
    List<Communicator> made() {
        return made;
    }

    /** Calls of ranks that let MPI choose an order of ranks, which the trace does not record. */
    long reordered() {
        return reordered;
    }

    /** One more communicator. */
    KnownCommunicator make(int[] members, int @Nullable [] others, int @Nullable [] grid) {
        int number = nextNumber++;
        Communicator communicator;
        if (others != null) {
            communicator = Communicator.between(number, members, others);
        } else {
            boolean world = members.length == ranks.size();
            for (int i = 0; world && i < ranks.size(); i++) {
                world = members[i] == i;
            }
            communicator = Communicator.of(number, world ? null : members, false);
        }
        made.add(communicator);
        return new KnownCommunicator(communicator, members, others, grid);
    }

    /**
     * Returns the communicators made by a call of all members of a communicator, by world rank; a rank that is missing
     * gets none, or one that is not known.
     *
     * @param source of which all members are at the call
     */
    Map<Integer, KnownCommunicator> results(KnownCommunicator source, String function) {
        int[] others = source.others;
        if (others != null) {
            return switch (function) {
                case "Comm_dup" -> forAll(RankGroups.union(source.members, others), make(source.members, others, null));
                case "Intercomm_merge" -> {
                    boolean firstIsHigh = isHigh(source.members);
                    int[] merged = firstIsHigh && !isHigh(others)
                            ? RankGroups.union(others, source.members)
                            : RankGroups.union(source.members, others);
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
        return members.length > 0 && ranks.get(members[0]).call().second() != 0;
    }

    static Map<Integer, KnownCommunicator> forAll(int[] members, KnownCommunicator result) {
        Map<Integer, KnownCommunicator> results = new HashMap<>();
        for (int member : members) {
            results.put(member, result);
        }
        return results;
    }

    /** Returns those members of a communicator that belong to what their call makes. */
    private int[] remaining(KnownCommunicator source) {
        return Arrays.stream(source.members)
                .filter(member -> ranks.get(member).call().hasResult())
                .toArray();
    }

    /** Disjoint groups make one communicator each. */
    private Map<Integer, KnownCommunicator> created(KnownCommunicator source) {
        Map<Integer, KnownCommunicator> results = new HashMap<>();
        for (int member : remaining(source)) {
            CallingRank caller = ranks.get(member);
            int[] group = caller.group(caller.call().second());
            if (!results.containsKey(member) && RankGroups.contains(group, member)) {
                KnownCommunicator known = make(group, null, null);
                for (int inGroup : group) {
                    results.putIfAbsent(inGroup, known);
                }
            }
        }
        return results;
    }

    private Map<Integer, KnownCommunicator> split(KnownCommunicator source) {
        Map<Integer, List<Integer>> byColor = new TreeMap<>();
        for (int member : remaining(source)) {
            byColor.computeIfAbsent(ranks.get(member).call().second(), color -> new ArrayList<>())
                    .add(member);
        }
        Map<Integer, KnownCommunicator> results = new HashMap<>();
        for (List<Integer> members : byColor.values()) {
            members.sort(
                    Comparator.comparingInt(member -> ranks.get(member).call().third())); // stable
            int[] sorted = members.stream().mapToInt(Integer::intValue).toArray();
            results.putAll(forAll(sorted, make(sorted, null, null)));
        }
        return results;
    }

    /** In the order of the source, as the trace does not record the reordering. */
    private Map<Integer, KnownCommunicator> arranged(KnownCommunicator source) {
        int[] members = remaining(source);
        if (members.length == 0) {
            return new HashMap<>();
        }
        CommunicatorCall call = ranks.get(members[0]).call();
        if (call.third() != 0) {
            reordered += members.length;
        }
        return forAll(members, make(members, null, call.function().equals("Cart_create") ? call.list() : null));
    }

    /**
     * Returns the members whose coordinates are equal in the dimensions that are not kept, in the order of the others.
     */
    private Map<Integer, KnownCommunicator> gridParts(KnownCommunicator source) {
        int[] grid = source.grid;
        int[] kept = ranks.get(source.members[0]).call().list();
        Map<Integer, KnownCommunicator> results = new HashMap<>();
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
}
