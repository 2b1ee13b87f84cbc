package org.tailback.collective;

import java.util.Comparator;
import java.util.Objects;
import org.tailback.collective.NcclTuning.Method;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The choices of NCCL: of the algorithms that the machine offers, each with its fastest protocol, the one with the
 * shortest time by the cost model of {@link NcclTuning}.
 *
 * <ul>
 *   <li>allreduce: ring and tree; NVLS inside one machine if its switch reduces, and over machines if theirs do too;
 *       CollNet over machines whose switches reduce.
 *   <li>allgather, reduce_scatter: ring; PAT with one rank a machine.
 *   <li>broadcast, reduce: ring.
 *   <li>alltoall(v): every rank sends to each other at once, as grouped sends and receives do. Other operations, which
 *       NCCL lacks: the basic algorithms.
 * </ul>
 */
final class NcclSelector implements CollectiveSelector {
    private final NcclTuning tuning;
    private final CollectiveSelector others = new BasicSelector();

    NcclSelector(NcclTuning tuning) {
        this.tuning = tuning;
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
            return CollectiveAlgorithms.named(kind, "linear");
        }
        NcclGroup group = tuning.groups().of(call, ranks);
        return NcclAlgorithm.all().stream()
                .filter(algorithm -> algorithm.kind() == kind && isOffered(algorithm.method(), group))
                .min(Comparator.comparingDouble(algorithm ->
                        tuning.best(algorithm.method(), call, group).seconds()))
                .<CollectiveAlgorithm>map(algorithm -> algorithm.with(tuning))
                .orElseGet(() -> Objects.requireNonNull(others.select(call, ranks)));
    }

    private boolean isOffered(Method method, NcclGroup group) {
        boolean oneMachine = group.machines().length == 1;
        return switch (method) {
            case RING, TREE -> true;
            case PAT -> group.ranksPerMachine() == 1;
            case NVLS ->
                tuning.options().nvls()
                        && group.ranksPerMachine() > 1
                        && (oneMachine || tuning.options().sharp());
            case COLLNET -> tuning.options().sharp() && !oneMachine;
        };
    }
}
