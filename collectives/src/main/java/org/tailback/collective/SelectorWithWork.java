package org.tailback.collective;

import org.tailback.platform.LocalWork;
import org.tailback.program.CollectiveCall;

/** A selector with other times of local work. */
record SelectorWithWork(CollectiveSelector selector, LocalWork localWork) implements CollectiveSelector {
    @Override
    public String name() {
        return selector.name();
    }

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        return selector.select(call, ranks);
    }

    @Override
    public boolean isAskedFor() {
        return selector.isAskedFor();
    }

    @Override
    public CollectiveSelector on(MachineLayout layout) {
        return selector.on(layout).with(localWork);
    }

    @Override
    public boolean needsMachines() {
        return selector.needsMachines();
    }

    @Override
    public boolean needsGpus() {
        return selector.needsGpus();
    }
}
