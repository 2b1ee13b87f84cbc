package org.tailback.collective;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** A selector that chooses among all algorithms by their names. */
abstract class NamedSelector implements CollectiveSelector {
    private final ConcurrentMap<Kind, ConcurrentMap<String, CollectiveAlgorithm>> algorithms =
            new ConcurrentHashMap<>();

    /** Returns the name of an algorithm of the call's kind. */
    abstract String choose(CollectiveCall call, int ranks);

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        return algorithms
                .computeIfAbsent(call.kind(), kind -> new ConcurrentHashMap<>())
                .computeIfAbsent(choose(call, ranks), name -> CollectiveAlgorithms.named(call.kind(), name));
    }
}
