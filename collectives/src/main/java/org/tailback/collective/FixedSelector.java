package org.tailback.collective;

import com.google.common.collect.ImmutableMap;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** One algorithm per kind, whatever the size and the number of ranks. */
final class FixedSelector implements CollectiveSelector {
    private static final ImmutableMap<Kind, String> BASIC = ImmutableMap.<Kind, String>builder()
            .put(Kind.BARRIER, "dissemination")
            .put(Kind.BCAST, "binomial")
            .put(Kind.REDUCE, "binomial")
            .put(Kind.ALLREDUCE, "recursive-doubling")
            .put(Kind.GATHER, "binomial")
            .put(Kind.GATHERV, "linear")
            .put(Kind.SCATTER, "binomial")
            .put(Kind.SCATTERV, "linear")
            .put(Kind.ALLGATHER, "ring")
            .put(Kind.ALLGATHERV, "ring")
            .put(Kind.ALLTOALL, "pairwise")
            .put(Kind.ALLTOALLV, "pairwise")
            .put(Kind.ALLTOALLW, "pairwise")
            .put(Kind.REDUCE_SCATTER, "pairwise")
            .put(Kind.REDUCE_SCATTER_BLOCK, "pairwise")
            .put(Kind.SCAN, "recursive-doubling")
            .put(Kind.EXSCAN, "recursive-doubling")
            .build();

    private final String name;
    /** Those given, and the basic ones that have been asked for; no basic one depends on the layout of a machine. */
    private final ConcurrentMap<Kind, CollectiveAlgorithm> algorithms;

    private FixedSelector(String name, Map<Kind, CollectiveAlgorithm> algorithms) {
        this.name = name;
        this.algorithms = new ConcurrentHashMap<>(algorithms);
    }

    static FixedSelector basic() {
        return of("basic", Map.of());
    }

    static FixedSelector of(String name, Map<Kind, CollectiveAlgorithm> given) {
        return new FixedSelector(name, given);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public CollectiveSelector on(MachineLayout layout) {
        Map<Kind, CollectiveAlgorithm> placed = new EnumMap<>(Kind.class);
        boolean same = true;
        for (Map.Entry<Kind, CollectiveAlgorithm> each : algorithms.entrySet()) {
            CollectiveAlgorithm algorithm = each.getValue().on(layout);
            same &= algorithm == each.getValue();
            placed.put(each.getKey(), algorithm);
        }
        return same ? this : new FixedSelector(name, placed);
    }

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        CollectiveAlgorithm chosen = algorithms.get(call.kind());
        return chosen != null
                ? chosen
                : algorithms.computeIfAbsent(
                        call.kind(), kind -> CollectiveAlgorithms.named(kind, BASIC.getOrDefault(kind, "linear")));
    }
}
