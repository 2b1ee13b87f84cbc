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
 * An algorithm of NCCL. Without a layout, every rank counts as a machine with one interface, and messages have no
 * protocol. {@link #on} a cluster with GPUs, the algorithm uses the layout of machines and the protocol that {@link
 * NcclTuning} estimates to be the fastest. The algorithm then begins with a delay: the protocol's latency for all steps
 * minus the latency of the simulated messages.
 *
 * @param method algorithm in the cost model
 * @param chunkBytes size of the chunks in bytes; 0 for sizes that keep the pipeline busy
 * @param tuning cost model; null without a layout
 * @param groups communicators of a replay; null without a replay
 */
record NcclAlgorithm(
        Method method,
        Kind kind,
        Maker maker,
        long chunkBytes,
        @Nullable NcclTuning tuning,
        @Nullable NcclGroups groups)
        implements CollectiveAlgorithm {
    interface Maker {
        Schedule schedule(NcclGroup group, CollectiveCall call, long chunkBytes, int rank, int ranks);
    }

    static final ImmutableList<NcclAlgorithm> ALL = ImmutableList.of(
            of(Method.TREE, Kind.ALLREDUCE, NcclTree::allreduce),
            of(Method.RING, Kind.ALLREDUCE, NcclRing::allreduce),
            of(Method.RING, Kind.REDUCE_SCATTER_BLOCK, NcclRing::oneRound),
            of(Method.PAT, Kind.REDUCE_SCATTER_BLOCK, NcclPat::schedule),
            of(Method.RING, Kind.ALLGATHER, NcclRing::oneRound),
            of(Method.PAT, Kind.ALLGATHER, NcclPat::schedule),
            of(Method.RING, Kind.BCAST, NcclRing::chain),
            of(Method.RING, Kind.REDUCE, NcclRing::chain));

    private static NcclAlgorithm of(Method method, Kind kind, Maker maker) {
        return new NcclAlgorithm(method, kind, maker, 0, null, null);
    }

    private String base() {
        return "nccl-" + method.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String name() {
        return chunkBytes == 0 ? base() : base() + "/" + chunkBytes;
    }

    @Override
    public String summary() {
        return Algorithm.summary(kind, base());
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(kind);
    }

    @Override
    public boolean isForGpus() {
        return true;
    }

    /** Returns true with a cost model, because the bandwidths of its protocols include the time of reductions. */
    @Override
    public boolean includesReductions() {
        return tuning != null;
    }

    @Override
    public CollectiveAlgorithm on(MachineLayout layout) {
        return layout.hasGpus()
                ? with(new NcclTuning(layout, NcclTuning.Options.DEFAULT))
                : new NcclAlgorithm(method, kind, maker, chunkBytes, null, new NcclGroups(MachineLayout.NONE));
    }

    NcclAlgorithm with(NcclTuning newTuning) {
        return new NcclAlgorithm(method, kind, maker, chunkBytes, newTuning, newTuning.groups());
    }

    @Override
    public boolean hasSegments() {
        return method == Method.RING || method == Method.TREE;
    }

    @Override
    public CollectiveAlgorithm withSegments(long bytes) {
        return new NcclAlgorithm(method, kind, maker, bytes, tuning, groups);
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        NcclGroup group = (groups == null ? new NcclGroups(MachineLayout.NONE) : groups).of(call, ranks);
        Schedule plain = maker.schedule(group, call, chunkBytes, rank, ranks);
        if (tuning == null || ranks == 1) {
            return plain;
        }
        Estimate estimate = tuning.best(method, call, group);
        return plain.withProtocol(estimate.startSeconds(), estimate.wireFactor());
    }
}
