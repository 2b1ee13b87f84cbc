package org.tailback.replay;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * What a replay predicts. Times in seconds, sizes in bytes.
 *
 * @param makespan when the last rank finished
 * @param ranks what every rank did, in the order of ranks
 * @param messages how many messages were sent in all
 * @param bytes the sum of their sizes
 * @param messagesInsideNodes how many of them stayed inside a node, those of a rank to itself included
 * @param averagePenalty as {@link RankResult#averagePenalty}, over all messages between nodes
 * @param lostToContention as {@link RankResult#lostToContention}, over all messages
 * @param pairs what each pair of ranks lost, those that lost most first; empty unless the replay was built with pair statistics
 * @param retransmissionTimeouts how many messages waited for one
 * @param conflicts which conflicts the messages met
 * @param model name of the bandwidth-sharing model
 * @param cost name of the message cost
 * @param loss name of the loss model
 * @param seed the seed of everything random in the run
 * @param warnings what was approximated, dropped or ignored, a sentence each
 */
public record ReplayResult(
        double makespan,
        List<RankResult> ranks,
        long messages,
        long bytes,
        long messagesInsideNodes,
        double averagePenalty,
        double lostToContention,
        List<PairResult> pairs,
        long retransmissionTimeouts,
        Conflicts conflicts,
        String model,
        String cost,
        String loss,
        long seed,
        List<String> warnings) {
    /** Copies lists that could change. */
    public ReplayResult {
        ranks = immutable(ranks);
        pairs = immutable(pairs);
        warnings = immutable(warnings);
    }

    private static <E> List<E> immutable(List<E> list) {
        return list instanceof ResultColumns<E> ? list : ImmutableList.copyOf(list);
    }
}
