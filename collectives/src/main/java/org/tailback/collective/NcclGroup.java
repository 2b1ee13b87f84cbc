package org.tailback.collective;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The ranks of a communicator by machine, as NCCL orders them: machines in the order of their first ranks, and a
 * channel for each network interface that the ranks of a machine have, or fewer for small buffers.
 *
 * <p><b>Rings.</b> The ring of a channel runs through all ranks of a machine before it leaves it, so that each
 * interface sends and receives once. It enters and leaves by neighbouring interfaces; every second machine is passed
 * backwards, so that the two ends of a cable have the same interface number, the same rail. With an odd number of
 * machines the ring's last cable changes rails.
 *
 * <pre>
 * channel 1 of machines with ranks 0 1 2 3 | 4 5 6 7:    1 2 3 0 | 4 7 6 5 | back to 1
 * </pre>
 *
 * <p><b>Trees.</b> The ranks of a machine are a chain whose head is the rank next to the channel's interface; the heads
 * form double binary trees over the machines.
 *
 * @param machines positions of ranks in the group, by machine, in their order
 * @param machineOf index of the machine of every position
 * @param indexOf index inside its machine of every position
 * @param channels number of channels, >= 1
 */
record NcclGroup(int[][] machines, int[] machineOf, int[] indexOf, int channels) {
    /** Bytes of a channel below which NCCL uses fewer of them: 64 for each of 512 threads. */
    private static final int LEAST_OF_CHANNEL = 64 * 512;

    /** O(ranks). */
    static NcclGroup of(MachineLayout layout, CollectiveCall call, int ranks) {
        int[] group = call.group();
        Map<Integer, List<Integer>> byMachine = new LinkedHashMap<>();
        for (int position = 0; position < ranks; position++) {
            int rank = group == null ? position : group[position];
            byMachine
                    .computeIfAbsent(layout.machineOf(rank), machine -> new ArrayList<>())
                    .add(position);
        }
        int[][] machines = byMachine.values().stream()
                .map(positions -> positions.stream().mapToInt(each -> each).toArray())
                .toArray(int[][]::new);
        int[] machineOf = new int[ranks];
        int[] indexOf = new int[ranks];
        int interfaces = Integer.MAX_VALUE;
        for (int machine = 0; machine < machines.length; machine++) {
            int found = 0;
            long seen = 0;
            for (int index = 0; index < machines[machine].length; index++) {
                int position = machines[machine][index];
                machineOf[position] = machine;
                indexOf[position] = index;
                long bit = 1L << layout.interfaceOf(group == null ? position : group[position]);
                found += (seen & bit) == 0 ? 1 : 0;
                seen |= bit;
            }
            interfaces = Math.min(interfaces, found);
        }
        // two trees for each channel must have numbers
        int channels = machines.length > 1
                ? Math.min(interfaces, CollectiveTags.CHANNELS / 2)
                : layout.meshed() && ranks > 2 ? 2 : 1;
        boolean isOfBlocks = call.kind() == Kind.ALLGATHER || call.kind() == Kind.REDUCE_SCATTER_BLOCK;
        double bytes = isOfBlocks ? (double) call.bytes() * ranks : call.bytes();
        double worthwhile = Math.max(1, bytes / LEAST_OF_CHANNEL);
        return new NcclGroup(machines, machineOf, indexOf, (int) Math.min(channels, worthwhile));
    }

    int ranks() {
        return machineOf.length;
    }

    /** Returns the mean number of ranks of a machine, rounded down, >= 1. */
    int ranksPerMachine() {
        return ranks() / machines.length;
    }

    /** Returns the position that a channel passes at some place of a machine. */
    private int at(int machine, int channel, int place) {
        int size = machines[machine].length;
        int first = channel * size / channels;
        boolean backwards = machines.length > 1 ? machine % 2 == 1 : channel % 2 == 1;
        return machines[machine][Sizes.modulo(backwards ? first - 1 : first, backwards ? -place : place, size)];
    }

    /** Returns all positions in the order of a channel's ring. O(ranks). */
    int[] ring(int channel) {
        int[] ring = new int[ranks()];
        int next = 0;
        for (int machine = 0; machine < machines.length; machine++) {
            for (int place = 0; place < machines[machine].length; place++) {
                ring[next++] = at(machine, channel, place);
            }
        }
        return ring;
    }

    /** Returns the head of a machine's chain. */
    private int head(int machine, int channel) {
        int size = machines[machine].length;
        return machines[machine][channel * size / channels % size];
    }

    /** Returns the number of ranks between a position and the head of its chain. */
    private int place(int position, int channel) {
        int machine = machineOf[position];
        int size = machines[machine].length;
        return Sizes.modulo(indexOf[position], -(channel * size / channels), size);
    }

    /**
     * Returns the place of a position in a tree of a channel: heads of chains in the double tree over machines.
     *
     * @param which 0 or 1
     */
    Tree tree(int which, int channel, int position) {
        int machine = machineOf[position];
        int size = machines[machine].length;
        int place = place(position, channel);
        ImmutableIntArray.Builder children = ImmutableIntArray.builder();
        int parent;
        if (place == 0) {
            Tree above = DoubleTree.of(which, machine, machines.length);
            above.children().forEach(child -> children.add(head(child, channel)));
            parent = above.isRoot() ? -1 : head(above.parent(), channel);
        } else {
            parent = machines[machine][Sizes.modulo(indexOf[position], -1, size)];
        }
        if (place + 1 < size) {
            children.add(machines[machine][Sizes.modulo(indexOf[position], 1, size)]);
        }
        return new Tree(parent, children.build());
    }

    /** Returns the number of edges between a position and the root of a tree. */
    int depth(int which, int channel, int position) {
        return place(position, channel) + DoubleTree.depth(which, machineOf[position], machines.length);
    }

    /** Returns an upper bound of all depths. */
    int height() {
        int longest = 0;
        for (int[] machine : machines) {
            longest = Math.max(longest, machine.length - 1);
        }
        return longest + DoubleTree.height(machines.length);
    }
}
