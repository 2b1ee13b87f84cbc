package org.tailback.trace.dumpi;

import static org.tailback.trace.dumpi.CommunicatorCall.NO_RANKS;

import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tailback.trace.dumpi.CommunicatorResolver.Caller;
import org.tailback.trace.dumpi.CommunicatorResolver.Known;
import org.tailback.trace.mpi.Communicator;

/** Communicators created by collective calls of all members of a communicator. */
final class NewCommunicators {
    /** Number of MPI_COMM_SELF, which separates the messages of a rank to itself; 0 is the world. */
    private static final int SELF_NUMBER = 1;

    private final List<Caller> ranks;
    /** Communicators created so far. */
    final List<Communicator> all = new ArrayList<>();

    /** Number of calls of ranks in which MPI chooses an order of ranks that the trace does not record. */
    long reordered;

    NewCommunicators(List<Caller> ranks) {
        this.ranks = ranks;
    }

    static Communicator self() {
        return Communicator.self(SELF_NUMBER);
    }

    /** Creates a communicator; {@code others} is empty except between groups, {@code grid} is empty without a grid. */
    Known make(int[] members, int[] others, int[] grid) {
        int number = SELF_NUMBER + 1 + all.size();
        boolean world = Communicator.isWorldOrder(members, ranks.size());
        Communicator made = others.length > 0
                ? Communicator.between(number, members, others)
                : Communicator.of(number, world ? null : members, false);
        all.add(made);
        return new Known(made, members, others, grid);
    }

    /** Creates a communicator for each group, in order, and returns the communicators by world rank. */
    private Map<Integer, Known> make(Collection<List<Integer>> groups, int[] grid) {
        Map<Integer, Known> results = new HashMap<>();
        for (List<Integer> members : groups) {
            Known made = make(Ints.toArray(members), NO_RANKS, grid);
            members.forEach(member -> results.put(member, made));
        }
        return results;
    }

    /**
     * Returns the communicators created by a call of all members of a communicator, by world rank. Ranks without an
     * entry have no communicator or an unknown communicator.
     *
     * @param source communicator whose members have all reached the call
     */
    Map<Integer, Known> results(Known source, String function) {
        List<Integer> members = Ints.asList(source.members);
        if (source.others.length > 0) {
            return switch (function) {
                case "MPI_Comm_dup" -> forAll(source, make(source.members, source.others, NO_RANKS));
                case "MPI_Intercomm_merge" -> make(List.of(merged(source.members, source.others)), NO_RANKS);
                default -> Map.of();
            };
        }
        List<Integer> remaining =
                members.stream().filter(member -> call(member).hasResult()).toList();
        return switch (function) {
            case "MPI_Comm_dup" -> make(List.of(members), source.grid);
            case "MPI_Comm_create" -> created(remaining);
            case "MPI_Comm_split" ->
                make(
                        remaining.stream()
                                .sorted(Comparator.comparingInt(
                                        member -> call(member).third())) // stable
                                .collect(Collectors.groupingBy(
                                        member -> call(member).second(), TreeMap::new, Collectors.toList()))
                                .values(),
                        NO_RANKS);
            case "MPI_Cart_create", "MPI_Graph_create" -> remaining.isEmpty() ? Map.of() : arranged(remaining);
            case "MPI_Cart_sub" -> gridParts(source);
            default -> Map.of();
        };
    }

    private CommunicatorCall call(int rank) {
        return ranks.get(rank).call();
    }

    static Map<Integer, Known> forAll(Known members, Known result) {
        return members.all().boxed().collect(Collectors.toMap(member -> member, member -> result));
    }

    /**
     * Returns the ranks of two groups. The first group gets the low ranks unless it alone requests the high ranks.
     */
    private List<Integer> merged(int[] first, int[] second) {
        boolean swap = isHigh(first) && !isHigh(second);
        return Ints.asList(CommunicatorCall.union(swap ? second : first, swap ? first : second));
    }

    private boolean isHigh(int[] members) {
        return members.length > 0 && call(members[0]).second() != 0;
    }

    /**
     * Creates a communicator for each of the disjoint groups in the members' calls, and returns the communicators by
     * world rank.
     */
    private Map<Integer, Known> created(List<Integer> remaining) {
        Map<Integer, Known> results = new HashMap<>();
        for (int member : remaining) {
            if (!results.containsKey(member) && group(member).contains(member)) {
                make(List.of(group(member)), NO_RANKS).forEach(results::putIfAbsent);
            }
        }
        return results;
    }

    private List<Integer> group(int member) {
        return Ints.asList(ranks.get(member).group(call(member).second()));
    }

    /** Creates a communicator with the rank order of the source, as the trace does not record the reordering. */
    private Map<Integer, Known> arranged(List<Integer> members) {
        CommunicatorCall call = call(members.get(0));
        reordered += call.third() != 0 ? members.size() : 0;
        return make(List.of(members), call.function().equals("MPI_Cart_create") ? call.list() : NO_RANKS);
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
        return make(byFixed.values(), keptGrid);
    }
}
