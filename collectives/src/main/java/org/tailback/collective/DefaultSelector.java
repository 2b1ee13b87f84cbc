package org.tailback.collective;

import org.tailback.collective.NcclTuning.Options;
import org.tailback.program.CollectiveCall;

/** The choices of NCCL for ranks on GPUs, the basic algorithms for all others. */
final class DefaultSelector implements CollectiveSelector {
    private final CollectiveSelector elsewhere = new BasicSelector();

    @Override
    public String name() {
        return CollectiveSelectors.DEFAULT;
    }

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        return elsewhere.select(call, ranks);
    }

    @Override
    public CollectiveSelector on(MachineLayout layout) {
        return layout.hasGpus() ? new NcclSelector(new NcclTuning(layout, Options.DEFAULT)) : elsewhere;
    }

    @Override
    public boolean needsMachines() {
        return false;
    }
}
