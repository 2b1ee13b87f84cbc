package org.tailback.collective;

import java.util.EnumMap;
import java.util.Map;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * One algorithm per kind, whatever the size and the number of ranks.
 *
 * @param given those that are not the basic ones
 * @param others chooses these; none of them depends on the layout of a machine
 */
record FixedSelector(String name, Map<Kind, CollectiveAlgorithm> given, CollectiveSelector others)
        implements CollectiveSelector {
    @Override
    public CollectiveSelector on(MachineLayout layout) {
        Map<Kind, CollectiveAlgorithm> placed = new EnumMap<>(given);
        placed.replaceAll((kind, algorithm) -> algorithm.on(layout));
        boolean same = given.entrySet().stream().allMatch(each -> placed.get(each.getKey()) == each.getValue());
        return same ? this : new FixedSelector(name, placed, others);
    }

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        CollectiveAlgorithm chosen = given.get(call.kind());
        return chosen == null ? others.select(call, ranks) : chosen;
    }
}
