package org.tailback.collective;

import com.google.common.collect.ImmutableList;

/** The algorithms of this package: those that Open MPI and MPICH use. */
final class StandardAlgorithms {
    private StandardAlgorithms() {}

    static ImmutableList<CollectiveAlgorithm> all() {
        return ImmutableList.<CollectiveAlgorithm>builder()
                .addAll(Barriers.all())
                .addAll(Broadcasts.all())
                .addAll(Reductions.ofReduce())
                .addAll(Reductions.ofAllreduce())
                .addAll(ReduceScatters.all())
                .addAll(GathersAndScatters.all())
                .addAll(Allgathers.all())
                .addAll(Alltoalls.all())
                .addAll(Scans.all())
                .addAll(Neighbourhoods.all())
                .build();
    }
}
