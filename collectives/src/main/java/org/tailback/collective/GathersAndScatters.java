package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** The algorithms of gather(v) and scatter(v). */
final class GathersAndScatters {
    private GathersAndScatters() {}

    static ImmutableList<CollectiveAlgorithm> all() {
        return ImmutableList.<CollectiveAlgorithm>builder()
                .addAll(new Algorithm.Family(Kind.GATHER, Kind.GATHERV)
                        .add(
                                "linear",
                                "everybody sends its block to the root, which has posted all receives",
                                (call, rank, ranks) ->
                                        Fans.gather(gathered(call, rank, ranks), call.root(), rank, ranks))
                        .add(
                                "one-by-one",
                                "everybody sends its block to the root, which receives one after the other",
                                (call, rank, ranks) ->
                                        Fans.gatherOneByOne(gathered(call, rank, ranks), call.root(), rank, ranks))
                        .add(
                                "linear-sync",
                                "the root asks everybody in turn, and has the block before it asks the next",
                                (call, rank, ranks) ->
                                        Fans.gatherInRankOrder(gathered(call, rank, ranks), call.root(), rank, ranks))
                        .all())
                .addAll(new Algorithm.Family(Kind.GATHER)
                        .add(
                                "binomial",
                                "blocks of subtrees along a binomial tree; ceil(log2 P) messages in a row",
                                (call, rank, ranks) -> ScatterPhase.gather(
                                        Partition.equal(call.bytes(), ranks), call.root(), rank, ranks))
                        .all())
                .addAll(new Algorithm.Family(Kind.SCATTER, Kind.SCATTERV)
                        .add(
                                "linear",
                                "the root sends everybody its block at once",
                                (call, rank, ranks) ->
                                        Fans.scatter(scattered(call, rank, ranks), call.root(), rank, ranks))
                        .add(
                                "one-by-one",
                                "the root sends everybody its block, one after the other",
                                (call, rank, ranks) ->
                                        Fans.scatterOneByOne(scattered(call, rank, ranks), call.root(), rank, ranks))
                        .all())
                .addAll(new Algorithm.Family(Kind.SCATTER)
                        .add(
                                "binomial",
                                "blocks of subtrees along a binomial tree; ceil(log2 P) messages in a row",
                                (call, rank, ranks) -> ScatterPhase.scatter(
                                        Partition.equal(call.bytes(), ranks), call.root(), rank, ranks))
                        .all())
                .build();
    }

    private static Partition gathered(CollectiveCall call, int rank, int ranks) {
        return call.kind() == Kind.GATHERV && rank == call.root()
                ? Partition.of(Sizes.counts(call, "receive", call.receiveCounts(), ranks))
                : Partition.equal(call.bytes(), ranks);
    }

    private static Partition scattered(CollectiveCall call, int rank, int ranks) {
        return call.kind() == Kind.SCATTERV && rank == call.root()
                ? Partition.of(Sizes.counts(call, "send", call.sendCounts(), ranks))
                : Partition.equal(call.bytes(), ranks);
    }
}
