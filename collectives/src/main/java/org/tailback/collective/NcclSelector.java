package org.tailback.collective;

import java.util.Comparator;
import java.util.Objects;
import org.tailback.collective.NcclTuning.Method;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Selector of NCCL's choices: among the machine's algorithms, each with its fastest protocol, the algorithm with the
 * shortest time by the cost model of {@link NcclTuning}.
 *
 * <ul>
 *   <li>allreduce: ring and tree.
 *   <li>allgather, reduce_scatter: ring; PAT with one rank per machine.
 *   <li>broadcast, reduce: ring.
 *   <li>alltoall(v): every rank sends to all other ranks at once, as with grouped sends and receives; {@link
 *       MulticastExchange} for items with several receivers each. Operations that NCCL lacks use the basic algorithms.
 * </ul>
 */
final class NcclSelector implements CollectiveSelector {
    private final NcclTuning tuning;
    private final CollectiveAlgorithm exchange;
    private final CollectiveAlgorithm multicast;
    private final CollectiveSelector others = new BasicSelector();

    NcclSelector(NcclTuning tuning) {
        this.tuning = tuning;
        exchange = NcclExchange.on(tuning.groups());
        multicast = MulticastExchange.on(tuning.groups());
    }

    @Override
    public String name() {
        return "nccl";
    }

    @Override
    public boolean needsGpus() {
        return true;
    }

    @Override
    public CollectiveSelector on(MachineLayout layout) {
        return new NcclSelector(new NcclTuning(layout, tuning.options()));
    }

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        Kind kind = call.kind();
        if (kind == Kind.ALLTOALL || kind == Kind.ALLTOALLV) {
            return call.multicast() == null ? exchange : multicast;
        }
        NcclGroup group = tuning.groups().of(call, ranks);
        return NcclAlgorithm.ALL.stream()
                .filter(algorithm ->
                        algorithm.kind() == kind && (algorithm.method() != Method.PAT || group.ranksPerMachine() == 1))
                .min(Comparator.comparingDouble(algorithm ->
                        tuning.best(algorithm.method(), call, group).seconds()))
                .<CollectiveAlgorithm>map(algorithm -> algorithm.with(tuning))
                .orElseGet(() -> Objects.requireNonNull(others.select(call, ranks)));
    }
}
