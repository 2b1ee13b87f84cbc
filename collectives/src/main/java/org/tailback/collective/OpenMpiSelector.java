package org.tailback.collective;

import java.util.Map;
import java.util.Objects;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The fixed decisions of Open MPI's component coll/tuned, which it uses by default: tables by
 * communicator size and message size that its developers measured with the ompi-collectives-tuning package.
 *
 * <p>Source: the generic functions {@code ompi_coll_tuned_*_intra_dec_fixed} of
 * {@code ompi/mca/coll/tuned/coll_tuned_decision_fixed.c}, in Open MPI since 4.1.0, and for the kinds that tuned does
 * not decide (gatherv, scatterv, alltoallw, scan, exscan) the only algorithm of coll/basic and coll/base. Algorithms
 * have the names of this library:
 *
 * <ul>
 *   <li>tuned passes segment size 0 and fan-out 0 everywhere. So its chain is one chain, as pipeline; its segmented
 *       ring is a ring; its linear_sync alltoall, without a limit of open requests, is linear; its two_proc algorithms
 *       are one exchange.
 *   <li>Ring allreduce with fewer elements than ranks is recursive doubling there, and Rabenseifner's with fewer than
 *       the largest power of two of ranks is linear; elements are taken to have 8 bytes.
 *   <li>Operators are taken to be commutative. Components that depend on nodes (coll/han, coll/sm, coll/ucc) are not
 *       followed.
 *   <li>reduce-broadcast, gather-broadcast and reduce-scatterv are composed there of the algorithms chosen for their
 *       parts; here always of binomial trees.
 * </ul>
 */
final class OpenMpiSelector implements CollectiveSelector {
    private static final int ELEMENT_BYTES = 8;

    private final Map<Kind, DecisionTable> tables = DecisionTable.read("openmpi.txt");
    private final CollectiveAlgorithm fewElementsOnRing =
            CollectiveAlgorithms.named(Kind.ALLREDUCE, "recursive-doubling");
    private final CollectiveAlgorithm fewElementsHalved = CollectiveAlgorithms.named(Kind.ALLREDUCE, "linear");

    @Override
    public String name() {
        return "openmpi";
    }

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        CollectiveAlgorithm chosen =
                Objects.requireNonNull(tables.get(call.kind())).choose(ranks, size(call, ranks));
        if (call.kind() == Kind.ALLREDUCE) {
            long elements = call.bytes() / ELEMENT_BYTES;
            if (chosen.name().equals("ring") && elements < ranks) {
                return fewElementsOnRing;
            }
            if (chosen.name().equals("rabenseifner") && elements < Integer.highestOneBit(ranks)) {
                return fewElementsHalved;
            }
        }
        return chosen;
    }

    /** Returns the size by which tuned decides; 0 where it decides by the number of ranks only. */
    private static long size(CollectiveCall call, int ranks) {
        return switch (call.kind()) {
            case BARRIER, ALLTOALLV -> 0;
            case ALLGATHERV -> call.bytes() / ranks;
            default -> call.bytes();
        };
    }
}
