package org.tailback.trace.clock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;

/**
 * Collects when messages were sent and received by the clocks of their ranks, finds those that would have been received
 * before they were sent, and estimates how far each clock is ahead of that of rank 0.
 *
 * <p><b>Bounds.</b> A message is sent after its call was entered, at s by the sender's clock, and received before the
 * call that completes it was left, at r by the receiver's. If the receiver's clock is ahead by e (in seconds, a
 * straight line in time), r - s - e >= 0. Messages in one direction bound e from above, the others from below.
 *
 * <p><b>Constant offsets.</b> If there are any that meet all bounds of all ranks, the bounds of all paths between two
 * ranks hold too (differences of offsets form a system of difference constraints). The estimate for a rank lies half
 * way between its bounds against the lowest rank, as of one round trip (Cristian 1989), and these together meet all
 * bounds, because the solutions are a convex set of which the bounds are corners. With messages in one direction only
 * the offset is the one of least size.
 *
 * <p><b>Drift.</b> Otherwise lines are estimated for pairs of ranks, with the drift of the widest margin (the
 * separating line of Duda, Harrus, Haddad and Bernard 1987); pairs are joined to a tree, those with the narrowest
 * bounds first, and lines added up along it. Bounds of pairs outside of the tree may remain violated; {@link
 * Pair#leastDelayCorrected} shows. If that is worse than without a correction, there is none.
 *
 * <p><b>Worked example</b> ({@code ClockCheckTest}). Messages take 1 s, the clock of rank 1 is 5 s ahead: one to rank 1
 * seems to take 6 s, one back -4 s. The bounds are 4 &lt;= e &lt;= 6, the estimate is 5.
 *
 * <p><b>When not to use it.</b> Where delays differ between the directions, the estimate is off by half the difference.
 * A message that waits long for its receiver says little; of many, the fastest count. Memory: the convex hulls of the
 * delays of every pair of ranks that exchange messages.
 */
public final class ClockCheck {
    private final int ranks;
    private final TreeMap<Long, PairBounds> bounds = new TreeMap<>();
    private final TreeMap<Long, long[]> counts = new TreeMap<>();

    /** @param ranks how many there are, >= 1 */
    public ClockCheck(int ranks) {
        this.ranks = ranks;
    }

    /**
     * Messages of one rank to another.
     *
     * @param messages how many there are
     * @param violations how many were received before they were sent
     * @param leastDelay the least time between sending and receiving; seconds, &lt; 0 if there are violations
     * @param leastDelayCorrected the same with corrected clocks
     */
    public record Pair(
            int sender, int receiver, long messages, long violations, double leastDelay, double leastDelayCorrected) {}

    /**
     * The result of the check.
     *
     * @param messages how many were examined: those of point-to-point calls between different ranks
     * @param violations how many were received before they were sent
     * @param pairs of ranks with messages, by sender and receiver
     * @param clocks by how much the clock of each rank is ahead of that of rank 0, or of the lowest rank that it is
     *     connected with
     */
    public record Result(
            long messages,
            long violations,
            @NoOutput List<Pair> pairs,
            @Output(name = "ranks") List<ClockLine> clocks) {
        public Result {
            pairs = List.copyOf(pairs);
            clocks = List.copyOf(clocks);
        }

        /** The pairs with violations. */
        @Output(name = "pairs", after = "leastDelayCorrected")
        public List<Pair> violating() {
            return pairs.stream().filter(pair -> pair.violations() > 0).toList();
        }

        /** Returns the least delay of all pairs, seconds; NaN without messages. */
        @Output(after = "violations")
        public double leastDelay() {
            return pairs.stream().mapToDouble(Pair::leastDelay).min().orElse(Double.NaN);
        }

        /** Returns the same with corrected clocks. */
        @Output(after = "leastDelay")
        public double leastDelayCorrected() {
            return pairs.stream().mapToDouble(Pair::leastDelayCorrected).min().orElse(Double.NaN);
        }
    }

    /**
     * A message.
     *
     * @param sent when its call was entered, by the sender's clock, seconds
     * @param received when the call that completed it was left, by the receiver's clock, seconds
     */
    public void add(int sender, int receiver, double sent, double received) {
        if (sender == receiver) {
            return;
        }
        int low = Math.min(sender, receiver);
        int high = Math.max(sender, receiver);
        bounds.computeIfAbsent(key(low, high), key -> new PairBounds(low, high)).add(sender, sent, received - sent);
        long[] count = counts.computeIfAbsent(key(sender, receiver), key -> new long[2]);
        count[0]++;
        if (received < sent) {
            count[1]++;
        }
    }

    private static long key(int one, int other) {
        return (long) one << 32 | other;
    }

    /** Returns the result of the messages so far. O(pairs * (ranks + hull^2)) in the worst case. */
    public Result result() {
        ClockLine[] clocks = clocks();
        List<Pair> pairs = new ArrayList<>(counts.size());
        long messages = 0;
        long violations = 0;
        for (var entry : counts.entrySet()) {
            int sender = (int) (entry.getKey() >>> 32);
            int receiver = (int) (long) entry.getKey();
            int low = Math.min(sender, receiver);
            int high = Math.max(sender, receiver);
            PairBounds pair = bounds.get(key(low, high));
            if (pair != null) {
                long[] count = entry.getValue();
                messages += count[0];
                violations += count[1];
                pairs.add(new Pair(
                        sender,
                        receiver,
                        count[0],
                        count[1],
                        pair.leastDelay(sender, ClockLine.NONE),
                        pair.leastDelay(sender, clocks[high].minus(clocks[low]))));
            }
        }
        return new Result(messages, violations, pairs, Arrays.asList(clocks));
    }

    private record Edge(PairBounds pair, double width) {}

    private ClockLine[] clocks() {
        ConstantOffsets constant = new ConstantOffsets(ranks, bounds.values());
        if (constant.exist()) {
            return constant.lines();
        }
        ClockLine[] none = new ClockLine[ranks];
        Arrays.fill(none, ClockLine.NONE);
        ClockLine[] lines = alongATree();
        return leastDelay(lines) > leastDelay(none) ? lines : none;
    }

    private double leastDelay(ClockLine[] clocks) {
        double least = Double.POSITIVE_INFINITY;
        for (PairBounds pair : bounds.values()) {
            ClockLine ahead = clocks[pair.high].minus(clocks[pair.low]);
            least = Math.min(least, pair.leastDelay(pair.low, ahead));
            least = Math.min(least, pair.leastDelay(pair.high, ahead));
        }
        return least;
    }

    private ClockLine[] alongATree() {
        List<Edge> edges = bounds.values().stream()
                .map(pair -> new Edge(pair, pair.width()))
                .sorted(Comparator.comparingDouble(Edge::width))
                .toList();
        int[] tree = new int[ranks];
        Arrays.setAll(tree, rank -> rank);
        // within a tree, lines are relative to its lowest rank
        ClockLine[] lines = new ClockLine[ranks];
        Arrays.fill(lines, ClockLine.NONE);
        List<List<Integer>> members = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            members.add(new ArrayList<>(List.of(rank)));
        }
        for (Edge edge : edges) {
            int low = edge.pair().low;
            int high = edge.pair().high;
            int one = tree[low];
            int other = tree[high];
            if (one == other) {
                continue;
            }
            ClockLine between = edge.pair().estimate();
            // of the root of high's tree against the root of low's tree
            ClockLine shift = lines[low].plus(between).minus(lines[high]);
            int kept = Math.min(one, other);
            int moved = Math.max(one, other);
            ClockLine added = moved == other ? shift : ClockLine.NONE.minus(shift);
            for (int rank : members.get(moved)) {
                lines[rank] = lines[rank].plus(added);
                tree[rank] = kept;
                members.get(kept).add(rank);
            }
            members.get(moved).clear();
        }
        return lines;
    }
}
