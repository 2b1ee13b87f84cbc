package org.tailback.collective;

import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.Ints;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The ranks of a communicator by machine, in NCCL's order: machines in the order of their first ranks, and a channel
 * for each network interface of the ranks of a machine, or fewer channels for small buffers. If GPUs share interfaces,
 * groups with only a subset of the GPUs of a machine have half the number of channels. Reason: gradients among 2 or 4
 * of 8 GPUs with four interfaces took two to three times as long as with one channel per interface, but collectives of
 * all eight GPUs did not (vTrain's training steps, docs/ai.md).
 *
 * <p><b>Rings.</b> The ring of a channel visits all ranks of a machine before it leaves the machine, so that each
 * interface sends and receives once. The ring enters and leaves by neighbouring interfaces. Every second machine is
 * visited backwards, so the two ends of a cable have the same interface number (the same rail). With an odd number of
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
 * @param begins number of ranks of all machines before each machine, and finally of all machines
 * @param largest largest number of ranks of a machine, >= 1
 * @param channels number of channels, >= 1
 */
record NcclGroup(int[][] machines, int[] machineOf, int[] indexOf, int[] begins, int largest, int channels) {
    /** Number of bytes of a channel below which NCCL uses fewer channels: 64 for each of 512 threads. */
    private static final int LEAST_OF_CHANNEL = 64 * 512;

    /**
     * Returns a group with all its channels. O(ranks).
     *
     * @param group ranks of the group as ranks of the program; null for all ranks
     */
    static NcclGroup of(MachineLayout layout, int @Nullable [] group, int ranks) {
        IntUnaryOperator rankOf = position -> group == null ? position : group[position];
        int[][] machines = IntStream.range(0, ranks)
                .boxed()
                .collect(Collectors.groupingBy(
                        position -> layout.machineOf(rankOf.applyAsInt(position)),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values()
                .stream()
                .map(Ints::toArray)
                .toArray(int[][]::new);
        int[] machineOf = new int[ranks];
        int[] indexOf = new int[ranks];
        int[] begins = new int[machines.length + 1];
        int largest = 1;
        int interfaces = Integer.MAX_VALUE;
        for (int machine = 0; machine < machines.length; machine++) {
            int[] members = machines[machine];
            begins[machine + 1] = begins[machine] + members.length;
            largest = Math.max(largest, members.length);
            for (int index = 0; index < members.length; index++) {
                machineOf[members[index]] = machine;
                indexOf[members[index]] = index;
            }
            long found = IntStream.of(members)
                    .map(position -> layout.interfaceOf(rankOf.applyAsInt(position)))
                    .distinct()
                    .count();
            interfaces = (int) Math.min(interfaces, found);
        }
        // each channel needs the numbers of two trees
        int used = layout.isCrowded(largest) ? (interfaces + 1) / 2 : interfaces;
        int channels = machines.length > 1
                ? Math.min(used, CollectiveTags.CHANNELS / 2)
                : ranks > 2 && layout.speeds().get().meshed() ? 2 : 1;
        return new NcclGroup(machines, machineOf, indexOf, begins, largest, channels);
    }

    /** Returns the group with the channels that NCCL uses for a call. */
    NcclGroup forCall(CollectiveCall call) {
        double worthwhile = Math.max(1, bytes(call) / LEAST_OF_CHANNEL);
        return new NcclGroup(machines, machineOf, indexOf, begins, largest, (int) Math.min(channels, worthwhile));
    }

    /** Returns the size of the data of a call: the buffer, or the blocks of all ranks. */
    double bytes(CollectiveCall call) {
        return isOfBlocks(call.kind()) ? (double) call.bytes() * ranks() : call.bytes();
    }

    static boolean isOfBlocks(Kind kind) {
        return kind == Kind.ALLGATHER || kind == Kind.REDUCE_SCATTER_BLOCK;
    }

    int ranks() {
        return machineOf.length;
    }

    /** Returns the mean number of ranks per machine, rounded down, >= 1. */
    int ranksPerMachine() {
        return ranks() / machines.length;
    }

    private int at(int machine, int channel, int place) {
        int size = machines[machine].length;
        int first = channel * size / channels;
        boolean backwards = isBackwards(machine, channel);
        return machines[machine][Sizes.modulo(backwards ? first - 1 : first, backwards ? -place : place, size)];
    }

    int onRing(int channel, int place) {
        int machine = machineOfPlace(place);
        return at(machine, channel, place - begins[machine]);
    }

    private int machineOfPlace(int place) {
        int found = Arrays.binarySearch(begins, place);
        return found < 0 ? -found - 2 : found;
    }

    int placeOnRing(int channel, int position) {
        int machine = machineOf[position];
        int size = machines[machine].length;
        int index = indexOf[position];
        int first = at(machine, channel, 0);
        int distance = isBackwards(machine, channel) ? indexOf[first] - index : index - indexOf[first];
        return begins[machine] + Math.floorMod(distance, size);
    }

    /**
     * Returns the number of ranks of the same machine before a position on a ring if each rank has a channel; -1
     * otherwise.
     */
    int placeInMachine(int place) {
        boolean hasChannelEach = channels == largest && channels * machines.length == ranks();
        return hasChannelEach ? place - begins[machineOfPlace(place)] : -1;
    }

    private boolean isBackwards(int machine, int channel) {
        return machines.length > 1 ? machine % 2 == 1 : channel % 2 == 1;
    }

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
     * Returns the tree position of a rank in a channel: heads of chains are in the double tree over machines.
     *
     * @param which number of the tree, 0 or 1
     */
    CollectiveTree tree(int which, int channel, int position) {
        int machine = machineOf[position];
        int size = machines[machine].length;
        int place = place(position, channel);
        ImmutableIntArray.Builder children = ImmutableIntArray.builder();
        int parent;
        if (place == 0) {
            CollectiveTree above = DoubleTree.of(which, machine, machines.length);
            above.children().forEach(child -> children.add(head(child, channel)));
            parent = above.isRoot() ? -1 : head(above.parent(), channel);
        } else {
            parent = machines[machine][Sizes.modulo(indexOf[position], -1, size)];
        }
        if (place + 1 < size) {
            children.add(machines[machine][Sizes.modulo(indexOf[position], 1, size)]);
        }
        return new CollectiveTree(parent, children.build());
    }

    int depth(int which, int channel, int position) {
        return place(position, channel) + DoubleTree.depth(which, machineOf[position], machines.length);
    }

    /** Returns an upper bound of the depths of all trees. */
    int height() {
        return largest - 1 + DoubleTree.height(machines.length);
    }
}
