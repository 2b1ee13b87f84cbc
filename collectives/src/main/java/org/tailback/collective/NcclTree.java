package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * Allreduce of NCCL along two binary trees, a half of the buffer along each: chunks are added up towards the root
 * and distributed from it. A rank does both at the same time; the receives of {@value #WINDOW} chunks
 * are posted, and one send is under way, on each connection and in each direction. The order of its work is that of
 * time on a network without contention: with the height H of the tree, a rank of depth d passes chunk c up in slot H -
 * d + c and down in slot H + d + c. Ranks are nodes here: within a node NCCL forms a chain of its GPUs.
 *
 * <p>References: NCCL, {@code src/device/all_reduce.h} (runTreeSplit); see {@link DoubleTree}.
 */
final class NcclTree {
    private static final int WINDOW = PipelinedRing.WINDOW;
    private static final int TREES = 2;
    private static final int UP_RECEIVE = 0;
    private static final int UP_SEND = 2 * WINDOW;
    private static final int DOWN_RECEIVE = UP_SEND + 1;
    private static final int DOWN_SEND = DOWN_RECEIVE + WINDOW;
    private static final int SLOTS_PER_TREE = DOWN_SEND + 2;

    private final Partition.Halves chunks;
    private final int which;
    private final Tree tree;
    private final int depth;
    private final int height;

    private NcclTree(Partition.Halves chunks, int which, int rank, int ranks) {
        this.chunks = chunks;
        this.which = which;
        this.tree = DoubleTree.of(which, rank, ranks);
        this.depth = DoubleTree.depth(which, rank, ranks);
        this.height = DoubleTree.height(ranks);
    }

    static CollectiveSchedule allreduce(CollectiveCall call, long chunkBytes, int rank, int ranks) {
        Partition.Halves chunks = Partition.halves(call.bytes(), chunkBytes);
        NcclTree[] trees = new NcclTree[TREES];
        int steps = 0;
        for (int which = 0; which < TREES; which++) {
            trees[which] = new NcclTree(chunks, which, rank, ranks);
            steps = Math.max(steps, 2 * trees[which].height + chunks.partsOf(which));
        }
        int last = steps - 1;
        return Schedules.of(chunks, ranks == 1 ? 0 : steps, (step, sink) -> {
            for (NcclTree tree : trees) {
                if (step == 0) {
                    tree.begin(sink);
                }
                tree.up(step - (tree.height - tree.depth), sink);
                tree.down(step - (tree.height + tree.depth), sink);
                if (step == last) {
                    tree.end(sink);
                }
            }
        });
    }

    private int count() {
        return chunks.partsOf(which);
    }

    private int children() {
        return tree.children().length();
    }

    private void begin(CollectiveSink sink) {
        for (int chunk = 0; chunk < WINDOW; chunk++) {
            for (int child = 0; child < children(); child++) {
                post(chunk, UP_RECEIVE + child * WINDOW, tree.children().get(child), sink);
            }
            if (!tree.isRoot()) {
                post(chunk, DOWN_RECEIVE, tree.parent(), sink);
            }
        }
    }

    private void up(int chunk, CollectiveSink sink) {
        if (chunk < 0 || chunk >= count()) {
            return;
        }
        int part = part(chunk);
        for (int child = 0; child < children(); child++) {
            int kind = UP_RECEIVE + child * WINDOW;
            int slot = kind + chunk % WINDOW;
            sink.awaitAll(request(slot), 1);
            sink.combine(scratch(slot), part, 1, chunks.bytes(part, 1));
            post(chunk + WINDOW, kind, tree.children().get(child), sink);
        }
        if (!tree.isRoot()) {
            send(chunk, UP_SEND, tree.parent(), sink);
        }
    }

    private void down(int chunk, CollectiveSink sink) {
        if (chunk < 0 || chunk >= count()) {
            return;
        }
        if (!tree.isRoot()) {
            int slot = DOWN_RECEIVE + chunk % WINDOW;
            sink.awaitAll(request(slot), 1);
            sink.copy(scratch(slot), part(chunk), 1);
            post(chunk + WINDOW, DOWN_RECEIVE, tree.parent(), sink);
        }
        for (int child = 0; child < children(); child++) {
            send(chunk, DOWN_SEND + child, tree.children().get(child), sink);
        }
    }

    private void end(CollectiveSink sink) {
        if (!tree.isRoot()) {
            sink.awaitAll(request(UP_SEND), 1);
        }
        for (int child = 0; child < children(); child++) {
            sink.awaitAll(request(DOWN_SEND + child), 1);
        }
    }

    private void post(int chunk, int kind, int source, CollectiveSink sink) {
        if (chunk < count()) {
            int slot = kind + chunk % WINDOW;
            sink.channel(which);
            sink.carry(scratch(slot), 1);
            sink.irecv(request(slot), source, chunks.bytes(part(chunk), 1));
        }
    }

    private void send(int chunk, int slot, int destination, CollectiveSink sink) {
        if (chunk > 0) {
            sink.awaitAll(request(slot), 1);
        }
        sink.copy(part(chunk), scratch(slot), 1);
        sink.channel(which);
        sink.carry(scratch(slot), 1);
        sink.isend(request(slot), destination, chunks.bytes(part(chunk), 1));
    }

    private int part(int chunk) {
        return chunks.beginOf(which) + chunk;
    }

    private int request(int slot) {
        return which * SLOTS_PER_TREE + slot;
    }

    private long scratch(int slot) {
        return (long) chunks.parts() + request(slot);
    }
}
