package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.NcclTuning.Estimate;
import org.tailback.collective.NcclTuning.Method;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * An algorithm of NCCL. Without a layout it takes every rank for a machine with one interface, and its messages have no
 * protocol. {@link #on} a cluster with GPUs it has the layout of machines, takes the protocol that {@link NcclTuning}
 * estimates to be the fastest, and begins with that protocol's latency for all its steps, less the latency of its
 * messages.
 *
 * @param method what it is for the cost model
 * @param chunkBytes size of its chunks in bytes; 0 for sizes that keep the pipeline busy
 * @param tuning null without a layout
 * @param groups those of a replay; null without one
 */
record NcclAlgorithm(
        Method method,
        Kind kind,
        String summary,
        Maker maker,
        long chunkBytes,
        @Nullable NcclTuning tuning,
        @Nullable NcclGroups groups)
        implements CollectiveAlgorithm {
    interface Maker {
        CollectiveSchedule schedule(NcclGroup group, CollectiveCall call, long chunkBytes, int rank, int ranks);
    }

    private static final ImmutableList<NcclAlgorithm> ALL = ImmutableList.of(
            of(
                    Method.TREE,
                    Kind.ALLREDUCE,
                    "parts of the buffer, in chunks, up and down two binary trees over machines for each channel;"
                            + " chains inside machines",
                    NcclTree::allreduce),
            of(
                    Method.RING,
                    Kind.ALLREDUCE,
                    "chunks go round a ring of the ranks for each channel, first added up, then distributed, without a"
                            + " pause between them",
                    NcclRing::allreduce),
            of(
                    Method.RING,
                    Kind.REDUCE_SCATTER_BLOCK,
                    "chunks go once round a ring of the ranks for each channel and are added up",
                    (group, call, chunk, rank, ranks) -> NcclRing.oneRound(group, call, chunk, rank, ranks, true)),
            of(
                    Method.PAT,
                    Kind.REDUCE_SCATTER_BLOCK,
                    "a binomial tree for each block, all at once, near ranks first",
                    (group, call, chunk, rank, ranks) -> NcclPat.reduceScatter(call, rank, ranks)),
            of(
                    Method.RING,
                    Kind.ALLGATHER,
                    "chunks go once round a ring of the ranks for each channel",
                    (group, call, chunk, rank, ranks) -> NcclRing.oneRound(group, call, chunk, rank, ranks, false)),
            of(
                    Method.PAT,
                    Kind.ALLGATHER,
                    "a binomial tree for each block, all at once, far ranks first",
                    (group, call, chunk, rank, ranks) -> NcclPat.allgather(call, rank, ranks)),
            of(
                    Method.RING,
                    Kind.BCAST,
                    "chunks go from rank to rank for each channel, without a pause between them",
                    NcclRing::broadcast),
            of(
                    Method.RING,
                    Kind.REDUCE,
                    "chunks go from rank to rank for each channel and are added up",
                    NcclRing::reduce));

    static ImmutableList<NcclAlgorithm> all() {
        return ALL;
    }

    private static NcclAlgorithm of(Method method, Kind kind, String summary, Maker maker) {
        return new NcclAlgorithm(method, kind, summary, maker, 0, null, null);
    }

    @Override
    public String name() {
        String name = "nccl-" + method.name().toLowerCase(Locale.ROOT);
        return chunkBytes == 0 ? name : name + "/" + chunkBytes;
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(kind);
    }

    @Override
    public boolean isForGpus() {
        return true;
    }

    /** The bandwidths of protocols are those of kernels that move and reduce. */
    @Override
    public boolean includesReductions() {
        return tuning != null;
    }

    @Override
    public CollectiveAlgorithm on(MachineLayout layout) {
        return layout.hasGpus()
                ? with(new NcclTuning(layout, NcclTuning.Options.DEFAULT))
                : with(chunkBytes, null, new NcclGroups(MachineLayout.NONE));
    }

    NcclAlgorithm with(NcclTuning newTuning) {
        return with(chunkBytes, newTuning, newTuning.groups());
    }

    private NcclAlgorithm with(long newChunkBytes, @Nullable NcclTuning newTuning, @Nullable NcclGroups newGroups) {
        return new NcclAlgorithm(method, kind, summary, maker, newChunkBytes, newTuning, newGroups);
    }

    @Override
    public boolean hasSegments() {
        return method == Method.RING || method == Method.TREE;
    }

    @Override
    public CollectiveAlgorithm withSegments(long bytes) {
        return with(bytes, tuning, groups);
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        NcclGroup group = (groups == null ? new NcclGroups(MachineLayout.NONE) : groups).of(call, ranks);
        CollectiveSchedule plain = maker.schedule(group, call, chunkBytes, rank, ranks);
        if (tuning == null || ranks == 1) {
            return plain;
        }
        Estimate estimate = tuning.best(method, call, group);
        return Schedules.after(estimate.startSeconds(), Schedules.onWire(plain, estimate.wireFactor()));
    }
}
