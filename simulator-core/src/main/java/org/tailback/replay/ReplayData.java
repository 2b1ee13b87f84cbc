package org.tailback.replay;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;

/** The components of a replay's result. */
record ReplayData(
        double started,
        double makespan,
        List<RankResult> ranks,
        long messages,
        long bytes,
        long messagesInsideNodes,
        double averagePenalty,
        double lostToContention,
        double lostToTimeouts,
        List<PairResult> pairs,
        long retransmissionTimeouts,
        List<Timeout> timeouts,
        Conflicts conflicts,
        String model,
        String cost,
        String loss,
        long seed,
        List<String> warnings,
        Optional<Failure> failure)
        implements ReplayResult {
    /** Copies lists that could change. */
    ReplayData {
        ranks = immutable(ranks);
        pairs = immutable(pairs);
        timeouts = ImmutableList.copyOf(timeouts);
        warnings = ImmutableList.copyOf(warnings);
    }

    private static <E> List<E> immutable(List<E> list) {
        return list instanceof ResultColumns<E> ? list : ImmutableList.copyOf(list);
    }
}
