package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** The algorithms of gather(v) and scatter(v). */
final class GathersAndScatters {
    private static final Set<Kind> GATHER = ImmutableSet.of(Kind.GATHER);
    private static final Set<Kind> SCATTER = ImmutableSet.of(Kind.SCATTER);
    private static final Set<Kind> GATHERS = ImmutableSet.of(Kind.GATHER, Kind.GATHERV);
    private static final Set<Kind> SCATTERS = ImmutableSet.of(Kind.SCATTER, Kind.SCATTERV);

    private GathersAndScatters() {}

    static ImmutableList<CollectiveAlgorithm> all() {
        return ImmutableList.of(
                Algorithm.of(
                        "linear",
                        GATHERS,
                        "everybody sends its block to the root, which has posted all receives",
                        (call, rank, ranks) -> Fans.gather(gathered(call, rank, ranks), call.root(), rank, ranks)),
                Algorithm.of(
                        "one-by-one",
                        GATHERS,
                        "everybody sends its block to the root, which receives one after the other",
                        (call, rank, ranks) ->
                                Fans.gatherOneByOne(gathered(call, rank, ranks), call.root(), rank, ranks)),
                Algorithm.of(
                        "linear-sync",
                        GATHERS,
                        "the root asks everybody in turn, and has the block before it asks the next",
                        (call, rank, ranks) ->
                                Fans.gatherInTurn(gathered(call, rank, ranks), call.root(), rank, ranks)),
                Algorithm.of(
                        "binomial",
                        GATHER,
                        "blocks of subtrees along a binomial tree; ceil(log2 P) messages in a row",
                        (call, rank, ranks) ->
                                ScatterPhase.gather(Partition.equal(call.bytes(), ranks), call.root(), rank, ranks)),
                Algorithm.of(
                        "linear",
                        SCATTERS,
                        "the root sends everybody its block at once",
                        (call, rank, ranks) -> Fans.scatter(scattered(call, rank, ranks), call.root(), rank, ranks)),
                Algorithm.of(
                        "one-by-one",
                        SCATTERS,
                        "the root sends everybody its block, one after the other",
                        (call, rank, ranks) ->
                                Fans.scatterOneByOne(scattered(call, rank, ranks), call.root(), rank, ranks)),
                Algorithm.of(
                        "binomial",
                        SCATTER,
                        "blocks of subtrees along a binomial tree; ceil(log2 P) messages in a row",
                        (call, rank, ranks) -> ScatterPhase.scatter(
                                Partition.equal(call.bytes(), ranks), false, call.root(), rank, ranks)));
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
