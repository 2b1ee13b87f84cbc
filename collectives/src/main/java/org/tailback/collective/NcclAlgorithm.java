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
 * protocol. {@link #on} a cluster with GPUs it knows machines, takes the protocol that {@link NcclTuning} estimates to
 * be the fastest, and begins with that protocol's latency for all its steps, less the latency of its messages.
 */
class NcclAlgorithm implements CollectiveAlgorithm {
    private final Method method;
    private final Kind kind;
    private final String summary;
    private final Maker maker;
    private final long chunkBytes;
    private final @Nullable NcclTuning tuning;
    private final @Nullable NcclGroups groups;

    /** Makes the part of a rank. */
    interface Maker {
        CollectiveSchedule schedule(NcclGroup group, CollectiveCall call, long chunkBytes, int rank, int ranks);
    }

    /** One whose chunks a user may choose. */
    private static final class Chunked extends NcclAlgorithm implements SegmentedAlgorithm {
        Chunked(NcclAlgorithm plain, long chunkBytes, @Nullable NcclTuning tuning, @Nullable NcclGroups groups) {
            super(plain.method, plain.kind, plain.summary, plain.maker, chunkBytes, tuning, groups);
        }

        @Override
        public CollectiveAlgorithm withSegments(long bytes) {
            return with(bytes, tuning(), groups());
        }
    }

    /**
     * @param method what it is for the cost model
     * @param chunkBytes size of its chunks in bytes; 0 for sizes that keep the pipeline busy
     * @param tuning null without a layout
     * @param groups those of a replay; null without one
     */
    private NcclAlgorithm(
            Method method,
            Kind kind,
            String summary,
            Maker maker,
            long chunkBytes,
            @Nullable NcclTuning tuning,
            @Nullable NcclGroups groups) {
        this.method = method;
        this.kind = kind;
        this.summary = summary;
        this.maker = maker;
        this.chunkBytes = chunkBytes;
        this.tuning = tuning;
        this.groups = groups;
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
                    Method.NVLS,
                    Kind.ALLREDUCE,
                    "reduced in the switch of each machine, and by the switches between machines",
                    (group, call, chunk, rank, ranks) -> direct(group, call, chunk, rank, ranks, true)),
            of(
                    Method.COLLNET,
                    Kind.ALLREDUCE,
                    "reduced directly inside machines, and by the switches between machines (SHARP)",
                    (group, call, chunk, rank, ranks) -> direct(group, call, chunk, rank, ranks, false)),
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

    /** Returns all, without a layout. */
    static ImmutableList<NcclAlgorithm> all() {
        return ALL;
    }

    private static NcclAlgorithm of(Method method, Kind kind, String summary, Maker maker) {
        return new NcclAlgorithm(method, kind, summary, maker, 0, null, null).with(0, null, null);
    }

    Method method() {
        return method;
    }

    Kind kind() {
        return kind;
    }

    @Nullable
    NcclTuning tuning() {
        return tuning;
    }

    @Nullable
    NcclGroups groups() {
        return groups;
    }

    @Override
    public String summary() {
        return summary;
    }

    /** Machines of different sizes have no partners for parts: a ring serves them. */
    private static CollectiveSchedule direct(
            NcclGroup group, CollectiveCall call, long chunk, int rank, int ranks, boolean inside) {
        return NcclDirect.fits(group)
                ? NcclDirect.allreduce(group, call, rank, inside, true)
                : NcclRing.allreduce(group, call, chunk, rank, ranks);
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
    public boolean reducesInSwitches() {
        return method == Method.NVLS || method == Method.COLLNET;
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

    NcclAlgorithm with(long newChunkBytes, @Nullable NcclTuning newTuning, @Nullable NcclGroups newGroups) {
        return method == Method.RING || method == Method.TREE
                ? new Chunked(this, newChunkBytes, newTuning, newGroups)
                : new NcclAlgorithm(method, kind, summary, maker, 0, newTuning, newGroups);
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        NcclGroup group = (groups == null ? new NcclGroups(MachineLayout.NONE) : groups).of(call, ranks);
        CollectiveSchedule plain = maker.schedule(group, call, chunkBytes, rank, ranks);
        if (tuning == null || ranks == 1) {
            return plain;
        }
        Estimate estimate = tuning.best(method, call, group);
        return Schedules.after(estimate.startSeconds(), Schedules.onWire(plain, step -> estimate.wireFactor()));
    }
}
