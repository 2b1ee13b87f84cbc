package org.tailback.study.whatif;

import org.tailback.collective.CollectiveAlgorithm;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.MachineLayout;
import org.tailback.platform.LocalWork;
import org.tailback.program.CollectiveCall;

/** A selector of algorithms with another one for a single kind of collective operation. */
record OtherAlgorithm(CollectiveSelector selector, CollectiveCall.Kind kind, CollectiveAlgorithm algorithm)
        implements CollectiveSelector {
    @Override
    public String name() {
        return selector.name();
    }

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        return call.kind() == kind ? algorithm : selector.select(call, ranks);
    }

    @Override
    public CollectiveSelector on(MachineLayout layout) {
        return new OtherAlgorithm(selector.on(layout), kind, algorithm.on(layout));
    }

    @Override
    public boolean needsGpus() {
        return selector.needsGpus();
    }

    @Override
    public LocalWork localWork() {
        return selector.localWork();
    }
}
