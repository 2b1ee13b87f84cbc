package org.tailback.collective;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.platform.LocalWork;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * A selector that replaces the algorithms of given kinds of operations, and the times of local work, of another
 * selector.
 *
 * @param given algorithms of this selector, by kind
 * @param others selector of all other kinds; null for the given algorithms only
 */
record ChangedSelector(
        String name,
        Map<Kind, CollectiveAlgorithm> given,
        @Nullable CollectiveSelector others,
        LocalWork localWork) implements CollectiveSelector {
    @Override
    public CollectiveSelector on(MachineLayout layout) {
        return new ChangedSelector(
                name,
                ImmutableMap.copyOf(Maps.transformValues(given, algorithm -> algorithm.on(layout))),
                others == null ? null : others.on(layout),
                localWork);
    }

    @Override
    public boolean needsMachines() {
        return given.values().stream().anyMatch(algorithm -> algorithm.on(MachineLayout.NONE) != algorithm)
                || others != null && others.needsMachines();
    }

    @Override
    public boolean needsGpus() {
        return others != null && others.needsGpus();
    }

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        CollectiveAlgorithm chosen = given.get(call.kind());
        if (chosen != null) {
            return chosen;
        }
        if (others == null) {
            throw new InputException("The algorithm '" + name + "' cannot perform the collective "
                    + call.kind().label());
        }
        return others.select(call, ranks);
    }

    @Override
    public boolean isAskedFor() {
        return others == null || others.isAskedFor();
    }
}
