package org.tailback.collective;

import java.util.ArrayList;
import java.util.List;
import org.tailback.program.CollectiveCall;

/**
 * Allreduce of NCCL along two binary trees for each channel, with an equal share of the buffer along each tree. Chunks
 * are added up towards the root and distributed from the root. The nodes of the trees are machines, and the ranks of a
 * machine form a chain below its tree position ({@link NcclGroup#tree}). A rank performs both directions at the same
 * time. On each connection and in each direction, the receives of {@value #WINDOW} chunks are posted and one send is in
 * progress. The order of a rank's operations is their time order on a network without contention: with the height H of
 * the tree, a rank of depth d passes chunk c up in slot H - d + c and down in slot H + d + c.
 *
 * <p><b>Cost.</b> A machine is an inner node of one tree, along which it sends S / 2 up and S down, and a leaf of the
 * other tree, along which it sends S / 2 up. The sum over all its interfaces is 2 S, as in a ring. The latency consists
 * of 2 (ranks of a machine - 1) steps inside machines and 2 log2 (machines) steps between machines; a ring has 2 (P -
 * 1) steps.
 *
 * <p>References: NCCL, {@code src/device/all_reduce.h} (runTreeSplit); S. Jeaugey, "Massively Scale Your Deep Learning
 * Training with NCCL 2.4", NVIDIA 2019; see {@link DoubleTree}.
 *
 * @param slots slots of the tree
 * @param first first chunk of the tree
 * @param count number of chunks of the tree
 * @param tree position of the rank
 */
record NcclTree(ChunkSlots slots, int first, int count, CollectiveTree tree, int depth, int height) {
    private static final int WINDOW = PipelinedRing.WINDOW;
    private static final int TREES = 2;
    private static final int MOST_CHILDREN = 3;
    private static final int UP_RECEIVE = 0;
    private static final int UP_SEND = MOST_CHILDREN * WINDOW;
    private static final int DOWN_RECEIVE = UP_SEND + 1;
    private static final int DOWN_SEND = DOWN_RECEIVE + WINDOW;
    private static final int SLOTS = DOWN_SEND + MOST_CHILDREN;

    /**
     * Number of chunks of a tree if their size is not given: enough to keep all levels busy, without very small chunks.
     */
    private static final int CHUNKS = 32;

    private static final long LEAST_CHUNK = 16 << 10;

    static Schedule allreduce(NcclGroup group, CollectiveCall call, long chunkBytes, int rank, int ranks) {
        int trees = TREES * group.channels();
        long ofTree = (call.bytes() - 1) / trees + 1;
        int count = chunkBytes > 0
                ? Partition.segments(ofTree, chunkBytes).parts()
                : (int) Math.min(CHUNKS, Math.max(1, ofTree / LEAST_CHUNK));
        Partition chunks = Partition.even(call.bytes(), trees * count);
        List<Schedule> channels = new ArrayList<>();
        for (int number = 0; number < trees; number++) {
            int which = number % TREES;
            int channel = number / TREES;
            channels.add(new NcclTree(
                            new ChunkSlots(chunks, chunks.parts() + (long) number * SLOTS),
                            number * count,
                            count,
                            group.tree(which, channel, rank),
                            group.depth(which, channel, rank),
                            group.height())
                    .schedule(chunks, ranks));
        }
        return Schedule.atOnce(chunks, channels);
    }

    private Schedule schedule(Partition chunks, int ranks) {
        int steps = 2 * height + count;
        return Schedule.of(chunks, ranks == 1 ? 0 : steps, (step, sink) -> {
            for (int chunk = 0; step == 0 && chunk < WINDOW; chunk++) {
                for (int child = 0; child < tree.degree(); child++) {
                    postUp(child, chunk, sink);
                }
                postDown(chunk, sink);
            }
            up(step - (height - depth), sink);
            down(step - (height + depth), sink);
            if (step == steps - 1) {
                end(sink);
            }
        });
    }

    private void postUp(int child, int chunk, CollectiveSink sink) {
        if (chunk < count) {
            slots.post(upSlot(child, chunk), first + chunk, tree.child(child), sink);
        }
    }

    private static int upSlot(int child, int chunk) {
        return UP_RECEIVE + child * WINDOW + chunk % WINDOW;
    }

    private void postDown(int chunk, CollectiveSink sink) {
        if (chunk < count && !tree.isRoot()) {
            slots.post(DOWN_RECEIVE + chunk % WINDOW, first + chunk, tree.parent(), sink);
        }
    }

    private void up(int chunk, CollectiveSink sink) {
        if (chunk < 0 || chunk >= count) {
            return;
        }
        for (int child = 0; child < tree.degree(); child++) {
            slots.take(upSlot(child, chunk), first + chunk, true, sink);
            postUp(child, chunk + WINDOW, sink);
        }
        if (!tree.isRoot()) {
            slots.send(UP_SEND, first + chunk, chunk == 0, tree.parent(), sink);
        }
    }

    private void down(int chunk, CollectiveSink sink) {
        if (chunk < 0 || chunk >= count) {
            return;
        }
        if (!tree.isRoot()) {
            slots.take(DOWN_RECEIVE + chunk % WINDOW, first + chunk, false, sink);
            postDown(chunk + WINDOW, sink);
        }
        for (int child = 0; child < tree.degree(); child++) {
            slots.send(DOWN_SEND + child, first + chunk, chunk == 0, tree.child(child), sink);
        }
    }

    private void end(CollectiveSink sink) {
        if (!tree.isRoot()) {
            sink.awaitAll(UP_SEND, 1);
        }
        for (int child = 0; child < tree.degree(); child++) {
            sink.awaitAll(DOWN_SEND + child, 1);
        }
    }
}
