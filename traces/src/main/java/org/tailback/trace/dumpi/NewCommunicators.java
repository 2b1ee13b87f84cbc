package org.tailback.trace.dumpi;

import static org.tailback.trace.dumpi.CommunicatorCall.NO_RANKS;

import com.google.common.collect.Maps;
import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.tailback.trace.dumpi.CommunicatorResolver.Caller;
import org.tailback.trace.dumpi.CommunicatorResolver.Known;
import org.tailback.trace.mpi.Communicator;

/** The communicators made by functions that all members of a communicator call together. */
final class NewCommunicators {
    /** Number that separates the messages; 0 is the world. */
    private static final int SELF_NUMBER = 1;

    private final List<Caller> ranks;
    private final List<Communicator> all = new ArrayList<>();
    private long reordered;

    NewCommunicators(List<Caller> ranks) {
        this.ranks = ranks;
    }

    static Communicator self() {
        return Communicator.self(SELF_NUMBER);
    }

    List<Communicator> all() {
        return all;
    }

    /** Returns the number of calls of ranks that let MPI choose an order of ranks, which the trace does not record. */
    long reordered() {
        return reordered;
    }

    /** Makes a communicator; {@code others} is empty unless it is between groups, {@code grid} unless it has one. */
    Known make(int[] members, int[] others, int[] grid) {
        int number = SELF_NUMBER + 1 + all.size();
        boolean world = Communicator.isWorldOrder(members, ranks.size());
        all.add(
                others.length > 0
                        ? Communicator.between(number, members, others)
                        : Communicator.of(number, world ? null : members, false));
        return new Known(all.get(all.size() - 1), members, others, grid);
    }

    /**
     * Returns the communicators made by a call of all members of a communicator, by world rank; a rank that is missing
     * gets none or an unknown one.
     *
     * @param source of which all members are at the call
     */
    Map<Integer, Known> results(Known source, String function) {
        int[] members = source.members;
        int[] others = source.others;
        if (others.length > 0) {
            int[] union = CommunicatorCall.union(members, others);
            return switch (function) {
                case "MPI_Comm_dup" -> forAll(union, make(members, others, NO_RANKS));
                case "MPI_Intercomm_merge" -> {
                    int[] merged = isHigh(members) && !isHigh(others) ? CommunicatorCall.union(others, members) : union;
                    yield forAll(merged, make(merged, NO_RANKS, NO_RANKS));
                }
                default -> Map.of();
            };
        }
        return switch (function) {
            case "MPI_Comm_dup" -> forAll(members, make(members, NO_RANKS, source.grid));
            case "MPI_Comm_create" -> created(source);
            case "MPI_Comm_split" -> split(source);
            case "MPI_Cart_create", "MPI_Graph_create" -> arranged(source);
            case "MPI_Cart_sub" -> gridParts(source);
            default -> Map.of();
        };
    }

    private CommunicatorCall call(int rank) {
        return ranks.get(rank).call();
    }

    private boolean isHigh(int[] members) {
        return members.length > 0 && call(members[0]).second() != 0;
    }

    static Map<Integer, Known> forAll(int[] members, Known result) {
        return Maps.toMap(Ints.asList(members), member -> result);
    }

    /** Makes a communicator of each group, in their order. */
    private Map<Integer, Known> forEach(Map<?, List<Integer>> groups, int[] grid) {
        Map<Integer, Known> results = new HashMap<>();
        for (List<Integer> group : groups.values()) {
            int[] members = Ints.toArray(group);
            results.putAll(forAll(members, make(members, NO_RANKS, grid)));
        }
        return results;
    }

    /** Returns the members of a communicator that belong to the one made by their call. */
    private int[] remaining(Known source) {
        return Arrays.stream(source.members)
                .filter(member -> call(member).hasResult())
                .toArray();
    }

    /** Makes one communicator of each of several disjoint groups. */
    private Map<Integer, Known> created(Known source) {
        Map<Integer, Known> results = new HashMap<>();
        for (int member : remaining(source)) {
            int[] group = ranks.get(member).group(call(member).second());
            if (!results.containsKey(member) && CommunicatorCall.contains(group, member)) {
                forAll(group, make(group, NO_RANKS, NO_RANKS)).forEach(results::putIfAbsent);
            }
        }
        return results;
    }

    private Map<Integer, Known> split(Known source) {
        Map<Integer, List<Integer>> byColor = new TreeMap<>();
        for (int member : remaining(source)) {
            byColor.computeIfAbsent(call(member).second(), color -> new ArrayList<>())
                    .add(member);
        }
        byColor.values()
                .forEach(members -> members.sort(
                        Comparator.comparingInt(member -> call(member).third()))); // stable
        return forEach(byColor, NO_RANKS);
    }

    /** Makes a communicator in the order of the source, as the trace does not record the reordering. */
    private Map<Integer, Known> arranged(Known source) {
        int[] members = remaining(source);
        if (members.length == 0) {
            return Map.of();
        }
        CommunicatorCall call = call(members[0]);
        reordered += call.third() != 0 ? members.length : 0;
        boolean grid = call.function().equals("MPI_Cart_create");
        return forAll(members, make(members, NO_RANKS, grid ? call.list() : NO_RANKS));
    }

    /** Groups the members whose coordinates are equal in the dimensions that are not kept. */
    private Map<Integer, Known> gridParts(Known source) {
        int[] grid = source.grid;
        int[] kept = call(source.members[0]).list();
        if (grid.length == 0 || kept.length < grid.length) {
            return Map.of();
        }
        Map<List<Integer>, List<Integer>> byFixed = new LinkedHashMap<>();
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
            byFixed.computeIfAbsent(fixed, key -> new ArrayList<>()).add(source.members[position]);
        }
        int[] keptGrid = IntStream.range(0, grid.length)
                .filter(dimension -> kept[dimension] != 0)
                .map(dimension -> grid[dimension])
                .toArray();
        return forEach(byFixed, keptGrid);
    }
}
