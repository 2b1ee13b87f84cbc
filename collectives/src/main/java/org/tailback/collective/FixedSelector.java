package org.tailback.collective;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * One algorithm per kind, whatever the size and the number of ranks.
 *
 * @param given the algorithms by kind
 * @param others selector of all other kinds, none of whose algorithms depends on the layout of a machine; null if only
 *     the given algorithms are wanted
 */
record FixedSelector(
        String name,
        Map<Kind, CollectiveAlgorithm> given,
        @Nullable CollectiveSelector others) implements CollectiveSelector {
    @Override
    public CollectiveSelector on(MachineLayout layout) {
        Map<Kind, CollectiveAlgorithm> placed =
                ImmutableMap.copyOf(Maps.transformValues(given, algorithm -> algorithm.on(layout)));
        boolean same = given.entrySet().stream().allMatch(each -> placed.get(each.getKey()) == each.getValue());
        return same ? this : new FixedSelector(name, placed, others);
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
        return others == null;
    }
}
