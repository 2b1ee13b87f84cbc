package org.tailback.trace.measured;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;

/**
 * Check of the ranks' clocks with the times at which messages were sent and received. If clocks agree, no message is
 * received before it is sent. A message is sent after its call was entered, and received before the call that completes
 * it was left. Memory: O(1) per pair of ranks that exchange messages.
 */
public final class ClockCheck {
    private final TreeMap<Long, Tally> byPair = new TreeMap<>();

    private static final class Tally {
        private long messages;
        private long violations;
        private double leastDelay = Double.POSITIVE_INFINITY;
    }

    /**
     * Statistics of the messages from one rank to another.
     *
     * @param messages number of messages
     * @param violations number of messages received before they were sent
     * @param leastDelay shortest time between sending and receiving, seconds; &lt; 0 if there are violations
     */
    public record Pair(int sender, int receiver, long messages, long violations, double leastDelay) {}

    /**
     * Result of the check.
     *
     * @param pairs pairs of ranks with messages, by sender and receiver
     */
    public record Result(@NoOutput List<Pair> pairs) {
        public Result {
            pairs = List.copyOf(pairs);
        }

        /** Returns the number of examined messages: messages of point-to-point calls between different ranks. */
        @Output
        public long messages() {
            return pairs.stream().mapToLong(Pair::messages).sum();
        }

        /** Returns the number of messages received before they were sent. */
        @Output(after = "messages")
        public long violations() {
            return pairs.stream().mapToLong(Pair::violations).sum();
        }

        /** Returns the shortest delay of all pairs, seconds; NaN without messages. */
        @Output(after = "violations")
        public double leastDelay() {
            return pairs.stream().mapToDouble(Pair::leastDelay).min().orElse(Double.NaN);
        }

        /** Returns the pairs with violations. */
        @Output(name = "pairs", after = "leastDelay")
        public List<Pair> violating() {
            return pairs.stream().filter(pair -> pair.violations() > 0).toList();
        }
    }

    /**
     * Adds a message.
     *
     * @param sent time at which the sending call was entered, on the sender's clock, seconds
     * @param received time at which the call that completed the receive was left, on the receiver's clock, seconds
     */
    public void add(int sender, int receiver, double sent, double received) {
        if (sender != receiver) {
            Tally tally = byPair.computeIfAbsent((long) sender << 32 | receiver, key -> new Tally());
            tally.messages++;
            tally.violations += received < sent ? 1 : 0;
            tally.leastDelay = Math.min(tally.leastDelay, received - sent);
        }
    }

    /** Returns the result of the messages so far. */
    public Result result() {
        List<Pair> pairs = new ArrayList<>(byPair.size());
        byPair.forEach((key, tally) -> pairs.add(
                new Pair((int) (key >>> 32), key.intValue(), tally.messages, tally.violations, tally.leastDelay)));
        return new Result(pairs);
    }
}
