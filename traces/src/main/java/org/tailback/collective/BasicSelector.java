package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * One well-known algorithm per operation, whatever the size and the number of ranks: trees for operations with a root,
 * recursive doubling for reductions to all, dissemination for the barrier, a ring for allgather, pairwise exchange for
 * all-to-all and reduce-scatter, and no tree where only the root knows the sizes.
 */
public final class BasicSelector implements CollectiveSelector {
    private static final CollectiveAlgorithm BARRIER = new DisseminationBarrier();
    private static final CollectiveAlgorithm BCAST = new BinomialBroadcast();
    private static final CollectiveAlgorithm REDUCE = new BinomialReduce();
    private static final CollectiveAlgorithm ALLREDUCE = new RecursiveDoublingAllreduce();
    private static final CollectiveAlgorithm GATHER = new BinomialGather();
    private static final CollectiveAlgorithm SCATTER = new BinomialScatter();
    private static final CollectiveAlgorithm GATHERV = new LinearGather();
    private static final CollectiveAlgorithm SCATTERV = new LinearScatter();
    private static final CollectiveAlgorithm ALLGATHER = new RingAllgather();
    private static final CollectiveAlgorithm ALLTOALL = new PairwiseAlltoall();
    private static final CollectiveAlgorithm REDUCE_SCATTER = new PairwiseReduceScatter();
    private static final CollectiveAlgorithm SCAN = new RecursiveDoublingScan();

    @Override
    public String name() {
        return "basic";
    }

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        return switch (call.kind()) {
            case BARRIER -> BARRIER;
            case BCAST -> BCAST;
            case REDUCE -> REDUCE;
            case ALLREDUCE -> ALLREDUCE;
            case GATHER -> GATHER;
            case SCATTER -> SCATTER;
            case GATHERV -> GATHERV;
            case SCATTERV -> SCATTERV;
            case ALLGATHER, ALLGATHERV -> ALLGATHER;
            case ALLTOALL, ALLTOALLV -> ALLTOALL;
            case REDUCE_SCATTER -> REDUCE_SCATTER;
            case SCAN, EXSCAN -> SCAN;
        };
    }
}
