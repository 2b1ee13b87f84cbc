package org.tailback.trace.dumpi;

import com.google.common.collect.ImmutableMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A call that creates a group or communicator, as recorded by one rank.
 *
 * @param function name of the function
 * @param source group or communicator from which the new group or communicator is created
 * @param second a second group or communicator, a colour, a flag or a rank
 * @param third a key or a flag
 * @param list ranks, ranges or dimensions
 * @param result new group or communicator
 */
record CommunicatorCall(String function, int source, int second, int third, int[] list, int result) {
    static final int[] NO_RANKS = new int[0];
    /** Id of the null communicator; 0 is an error, and calls create communicators with larger ids. */
    private static final int NULL = 1;

    /** Names of functions, with the names of their arguments for source, second, third, list and result; - for none. */
    private static final ImmutableMap<String, List<String>> FUNCTIONS = """
            Comm_group comm - - - group
            Comm_remote_group comm - - - group
            Group_union group1 group2 - - newgroup
            Group_intersection group1 group2 - - newgroup
            Group_difference group1 group2 - - newgroup
            Group_incl group - - ranks newgroup
            Group_excl group - - ranks newgroup
            Group_range_incl group - - ranges newgroup
            Group_range_excl group - - ranges newgroup
            Comm_dup oldcomm - - - newcomm
            Comm_create oldcomm group - - newcomm
            Comm_split oldcomm color key - newcomm
            Intercomm_merge oldcomm high - - newcomm
            Intercomm_create oldcomm localleader - remotecomm,remoteleader newcomm
            Cart_create oldcomm - reorder dims newcomm
            Cart_sub oldcomm - - remain newcomm
            Graph_create oldcomm - reorder - newcomm
            """.lines()
            .map(line -> List.of(line.split(" ", -1)))
            .collect(ImmutableMap.toImmutableMap(words -> "MPI_" + words.get(0), words -> words));

    /** Returns the call of a record; null for records of other functions. */
    static @Nullable CommunicatorCall of(DumpiCursor record) {
        List<String> arguments = FUNCTIONS.get(record.function().name());
        return arguments == null
                ? null
                : new CommunicatorCall(
                        record.function().name(),
                        value(record, arguments.get(1)),
                        value(record, arguments.get(2)),
                        value(record, arguments.get(3)),
                        list(record, arguments.get(4)),
                        value(record, arguments.get(5)));
    }

    private static int value(DumpiCursor record, String argument) {
        int position = record.function().position(argument);
        return position < 0 ? 0 : (int) record.value(position);
    }

    private static int[] list(DumpiCursor record, String argument) {
        int comma = argument.indexOf(',');
        if (comma >= 0) {
            return new int[] {value(record, argument.substring(0, comma)), value(record, argument.substring(comma + 1))
            };
        }
        int position = record.function().position(argument);
        if (position < 0) {
            return NO_RANKS;
        }
        return argument.equals("ranges") ? ranges(record, position) : record.list(position);
    }

    /** Returns first, last and stride of each range, without the lengths in between. */
    private static int[] ranges(DumpiCursor record, int argument) {
        int[] ranges = new int[3 * record.count(argument)];
        int at = 0;
        for (int i = 0; i < record.count(argument); i++) {
            int length = record.element(argument, at);
            for (int j = 0; j < 3; j++) {
                ranges[3 * i + j] = j < length ? record.element(argument, at + 1 + j) : 0;
            }
            at += 1 + length;
        }
        return ranges;
    }

    boolean hasResult() {
        return result > NULL;
    }

    boolean isCreation() {
        return !function.startsWith("MPI_Group_") && !function.endsWith("_group");
    }

    // ---- groups: world ranks in their order

    /**
     * Returns the group that a group function creates from one or two groups.
     *
     * @param others second group, empty for functions of one group
     */
    int[] made(int[] group, int[] others) {
        return switch (function) {
            case "MPI_Group_union" -> union(group, others);
            case "MPI_Group_intersection" -> filter(group, set(others), true);
            case "MPI_Group_difference" -> filter(group, set(others), false);
            case "MPI_Group_incl" -> at(group, list);
            case "MPI_Group_excl" -> filter(group, set(at(group, list)), false);
            case "MPI_Group_range_incl" -> at(group, expanded(group.length));
            default -> filter(group, set(at(group, expanded(group.length))), false);
        };
    }

    private static BitSet set(int[] group) {
        BitSet set = new BitSet();
        Arrays.stream(group).forEach(set::set);
        return set;
    }

    private static int[] filter(int[] group, BitSet set, boolean kept) {
        return Arrays.stream(group).filter(member -> set.get(member) == kept).toArray();
    }

    /** Returns the first group, followed by the members of the second group that are not in the first. */
    static int[] union(int[] first, int[] second) {
        return IntStream.concat(Arrays.stream(first), Arrays.stream(filter(second, set(first), false)))
                .toArray();
    }

    private static int[] at(int[] group, int[] positions) {
        return Arrays.stream(positions)
                .filter(position -> position >= 0 && position < group.length)
                .map(position -> group[position])
                .toArray();
    }

    /** Returns the positions that are listed by the ranges and exist. */
    private int[] expanded(int positions) {
        Set<Integer> taken = new LinkedHashSet<>();
        for (int i = 0; i + 2 < list.length; i += 3) {
            long last = list[i + 1];
            long stride = list[i + 2];
            for (long at = list[i]; at >= 0 && at < positions && (stride > 0 ? at <= last : at >= last); at += stride) {
                taken.add((int) at);
                if (stride == 0) {
                    break;
                }
            }
        }
        return taken.stream().mapToInt(Integer::intValue).toArray();
    }
}
