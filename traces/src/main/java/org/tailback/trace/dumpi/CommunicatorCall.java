package org.tailback.trace.dumpi;

/**
 * A call that makes or frees a group or communicator, as one rank recorded it.
 *
 * @param function its name without MPI_
 * @param source the group or communicator that it starts from
 * @param second a second one, or whatever number it has
 * @param third likewise
 * @param list ranks, ranges or dimensions
 * @param result the group or communicator that it makes
 */
record CommunicatorCall(String function, int source, int second, int third, int[] list, int result) {
    private static final int[] NONE = new int[0];
    /** Ids from here on are of communicators made by calls; 0 is an error and 1 no communicator. */
    private static final int NULL = 1;

    /** Returns whether a record is such a call. */
    static boolean is(DumpiFunction function) {
        return switch (function.name()) {
            case "MPI_Comm_group",
                    "MPI_Comm_remote_group",
                    "MPI_Group_union",
                    "MPI_Group_intersection",
                    "MPI_Group_difference",
                    "MPI_Group_incl",
                    "MPI_Group_excl",
                    "MPI_Group_range_incl",
                    "MPI_Group_range_excl" -> true;
            default -> makesCommunicator(function);
        };
    }

    /** Returns whether all ranks of a communicator call it together, to make another one. */
    static boolean makesCommunicator(DumpiFunction function) {
        return switch (function.name()) {
            case "MPI_Comm_dup",
                    "MPI_Comm_create",
                    "MPI_Comm_split",
                    "MPI_Intercomm_create",
                    "MPI_Intercomm_merge",
                    "MPI_Cart_create",
                    "MPI_Cart_sub",
                    "MPI_Graph_create" -> true;
            default -> false;
        };
    }

    static CommunicatorCall of(DumpiCursor record) {
        DumpiFunction function = record.function();
        String name = function.name().substring("MPI_".length());
        return switch (name) {
            case "Comm_group", "Comm_remote_group" -> call(name, record, 0, -1, -1, -1, 1);
            case "Group_union", "Group_intersection", "Group_difference" -> call(name, record, 0, 1, -1, -1, 2);
            case "Group_incl", "Group_excl" -> call(name, record, 0, -1, -1, 2, 3);
            case "Group_range_incl", "Group_range_excl" ->
                new CommunicatorCall(name, (int) record.value(0), 0, 0, ranges(record, 2), (int) record.value(3));
            case "Comm_dup" -> call(name, record, 0, -1, -1, -1, 1);
            case "Comm_create" -> call(name, record, 0, 1, -1, -1, 2);
            case "Comm_split" -> call(name, record, 0, 1, 2, -1, 3);
            case "Intercomm_merge" -> call(name, record, 0, 1, -1, -1, 2);
            case "Intercomm_create" ->
                new CommunicatorCall(
                        name,
                        (int) record.value(0),
                        (int) record.value(1),
                        (int) record.value(4),
                        new int[] {(int) record.value(2), (int) record.value(3)},
                        (int) record.value(5));
            case "Cart_create" -> call(name, record, 0, -1, 4, 2, 5);
            case "Cart_sub" -> call(name, record, 1, -1, -1, 2, 3);
            case "Graph_create" -> call(name, record, 1, -1, 5, -1, 6);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static CommunicatorCall call(
            String name, DumpiCursor record, int source, int second, int third, int list, int result) {
        return new CommunicatorCall(
                name,
                (int) record.value(source),
                second < 0 ? 0 : (int) record.value(second),
                third < 0 ? 0 : (int) record.value(third),
                list < 0 ? NONE : record.list(list),
                (int) record.value(result));
    }

    /** First, last and stride of each range, without the lengths between. */
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

    /** Returns whether the rank belongs to the communicator that is made. */
    boolean hasResult() {
        return result > NULL;
    }
}
