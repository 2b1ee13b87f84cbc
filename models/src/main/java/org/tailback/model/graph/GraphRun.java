package org.tailback.model.graph;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;

/**
 * Runs a contention graph under a bandwidth-sharing model: rates are recomputed whenever messages start or end, and
 * constant in between.
 *
 * <pre>{@code
 * GraphResult result = GraphRun.of(GraphLanguage.inline("a:0>1 b:0>2 c:4>2", 20 << 20), InfiniBand.DEFAULT)
 *         .referenceTime(0.010706, 20 << 20)
 *         .run();
 * }</pre>
 *
 * <p>What a message alone gets is its own pace: a model with capacities in bytes per second shares them under that
 * bound, so a lone message is as slow as the narrowest link of its way where that is slower; a penalty is the
 * message's lone rate over its rate. Where nobody says what a message gets, a model with capacities is the only
 * limit, and the clock is such that a message of the reference size takes one second alone on the widest way of the
 * graph. Ends that differ by less than 1e-12 of a message's work are one change. O(steps * edges), apart from the
 * model.
 *
 * <p>Not a {@link org.tailback.network.NetworkEngine}, though it asks the same models in the same order: what people want
 * to read is the steps, with what is left of every message at each of their ends, which a network never computes;
 * sizes may be fractions of a byte; and a step that exists only because two equal ends were rounded differently would
 * be noise in a table.
 */
public final class GraphRun {
    /** Size that the reference time is for unless it is given: 20 MiB, as in the papers. */
    public static final double DEFAULT_BYTES = 20 << 20;

    /** A message with less than this share of its work left has ended. */
    private static final double ROUNDING = 1e-12;
    /** A pace that is below what links allow by no more than this part of it is that, differently rounded. */
    private static final double PACE_ROUNDING = 1e-12;

    private final ContentionGraph graph;
    private final SharingModel model;
    private @Nullable Cluster cluster;
    private long seed = 1;
    private boolean explain;
    /**
     * How long a message takes by itself, in seconds, from its size in bytes; null where only the model's capacities
     * limit it.
     */
    private @Nullable DoubleUnaryOperator gap;
    /** Size of the message that takes one second alone where nobody says what a message gets. */
    private double oneSecondBytes = DEFAULT_BYTES;

    private GraphRun(ContentionGraph graph, SharingModel model) {
        this.graph = graph;
        this.model = model;
    }

    /**
     * A run in which a message of {@link #DEFAULT_BYTES} takes one second alone, on as many nodes as the graph names.
     */
    public static GraphRun of(ContentionGraph graph, SharingModel model) {
        return new GraphRun(graph, model);
    }

    /** The nodes are those of a cluster, and the graph's node names are its names; for models of racks or trees. */
    public GraphRun cluster(Cluster nodes) {
        this.cluster = nodes;
        return this;
    }

    /**
     * Nobody says what a message gets: one of this size takes one second alone, on the widest way of the graph where
     * ways differ.
     *
     * @param ofBytes finite, > 0
     */
    public GraphRun oneSecondAlone(double ofBytes) {
        Preconditions.checkArgument(
                ofBytes > 0 && ofBytes < Double.POSITIVE_INFINITY, "size must be finite and > 0: %s", ofBytes);
        oneSecondBytes = ofBytes;
        gap = null;
        return this;
    }

    /**
     * What one message gets by itself, where links are no narrower.
     *
     * @param bytesPerSecond finite, > 0
     */
    public GraphRun bandwidth(double bytesPerSecond) {
        Preconditions.checkArgument(
                bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY,
                "bandwidth must be finite and > 0: %s",
                bytesPerSecond);
        gap = bytes -> bytes / bytesPerSecond;
        return this;
    }

    /**
     * How long a message of a certain size takes by itself, where links are no narrower; others take time in
     * proportion to their size.
     *
     * @param seconds finite, > 0
     * @param ofBytes finite, > 0
     */
    public GraphRun referenceTime(double seconds, double ofBytes) {
        Preconditions.checkArgument(
                seconds > 0 && seconds < Double.POSITIVE_INFINITY, "time must be finite and > 0: %s", seconds);
        Preconditions.checkArgument(
                ofBytes > 0 && ofBytes < Double.POSITIVE_INFINITY, "size must be finite and > 0: %s", ofBytes);
        gap = bytes -> seconds * (bytes / ofBytes);
        return this;
    }

    /** Seed for models that estimate; 1 unless it is set. */
    public GraphRun seed(long value) {
        this.seed = value;
        return this;
    }

    /** Also say why each edge has its first rate. */
    public GraphRun explain(boolean wanted) {
        this.explain = wanted;
        return this;
    }

    /**
     * Runs the graph from time 0 until every message has ended.
     *
     * @throws InputException if the model cannot work on the cluster, or the cluster has no node of a name
     */
    public GraphResult run() {
        return new Run().toTheEnd();
    }

    /** A message on its way. */
    private static final class Message {
        final ContentionGraph.Edge edge;
        final int flow;
        final int source;
        final int destination;
        /** Work per second alone. */
        final double loneRate;
        /** Most work per second by itself; infinite if links are narrower. */
        final double pace;

        final double work;
        double remaining;
        double rate;
        double firstPenalty = 1;
        double finish;

        Message(
                ContentionGraph.Edge edge,
                int flow,
                int source,
                int destination,
                double work,
                double gap,
                double rate) {
            this.edge = edge;
            this.flow = flow;
            this.source = source;
            this.destination = destination;
            this.work = work;
            boolean paced = gap * rate > work * (1 + PACE_ROUNDING);
            pace = paced ? work / gap : Double.POSITIVE_INFINITY;
            loneRate = paced ? pace : rate;
            this.remaining = work;
        }

        String id() {
            return edge.id();
        }

        double bytes(double ofWork) {
            return edge.bytes() * (ofWork / work);
        }
    }

    /** One execution. */
    private final class Run {
        private final BandwidthSharing sharing;
        private final List<Message> messages = new ArrayList<>();
        private final List<Message> waiting;
        private final List<Message> inFlight = new ArrayList<>();
        private final List<GraphResult.Step> steps = new ArrayList<>();
        private final Map<String, Explanation> explanations = new LinkedHashMap<>();
        /** Seconds of the model in one second of the graph. */
        private final double clock;

        Run() {
            Map<String, Integer> nodes = nodes();
            Cluster on = cluster != null ? cluster : Cluster.of(nodes.size(), 1);
            sharing = model.on(on, seed);
            double widest = 0;
            for (ContentionGraph.Edge edge : graph.edges()) {
                int source = nodes.getOrDefault(edge.source(), -1);
                int destination = nodes.getOrDefault(edge.destination(), -1);
                boolean byCapacities = gap == null && sharing.work(source, destination, oneSecondBytes, 0) > 0;
                double alone = gap != null
                        ? gap.applyAsDouble(edge.bytes())
                        : byCapacities ? 0 : edge.bytes() / oneSecondBytes;
                double rate = sharing.referenceRate(source, destination);
                widest = Math.max(widest, byCapacities ? rate : 0);
                double work = sharing.work(source, destination, edge.bytes(), alone);
                messages.add(new Message(edge, messages.size(), source, destination, work, alone, rate));
            }
            clock = widest > 0 ? oneSecondBytes / widest : 1;
            waiting = new ArrayList<>(messages);
            waiting.sort(Comparator.comparingDouble(message -> message.edge.start()));
        }

        private Map<String, Integer> nodes() {
            ImmutableMap.Builder<String, Integer> nodes = ImmutableMap.builder();
            int number = 0;
            for (String name : graph.nodeNames()) {
                nodes.put(name, cluster != null ? cluster.nodeNamed(name) : number++);
            }
            return nodes.buildOrThrow();
        }

        GraphResult toTheEnd() {
            double now = 0;
            while (!waiting.isEmpty() || !inFlight.isEmpty()) {
                if (inFlight.isEmpty()) {
                    now = waiting.get(0).edge.start();
                }
                List<Message> started = start(now);
                recompute(started);
                if (!inFlight.isEmpty()) {
                    now = step(now);
                }
            }
            List<GraphResult.EdgeResult> results = new ArrayList<>();
            for (Message message : messages) {
                ContentionGraph.Edge edge = message.edge;
                results.add(new GraphResult.EdgeResult(
                        edge.id(),
                        edge.source(),
                        edge.destination(),
                        edge.bytes(),
                        edge.start(),
                        message.firstPenalty,
                        message.finish));
            }
            return new GraphResult(model.name(), results, steps, sharing.warnings(), explanations);
        }

        private List<Message> start(double now) {
            List<Message> started = new ArrayList<>();
            while (!waiting.isEmpty() && waiting.get(0).edge.start() <= now) {
                Message message = waiting.remove(0);
                if (message.work == 0) {
                    message.finish = message.edge.start();
                } else {
                    sharing.flowStarted(message.flow, message.source, message.destination, message.pace);
                    started.add(message);
                    inFlight.add(message);
                }
            }
            // results list messages in the order of the graph
            inFlight.sort(Comparator.comparingInt(message -> message.flow));
            return started;
        }

        private void recompute(List<Message> started) {
            sharing.recompute((flow, rate) -> messages.get(flow).rate = rate * clock);
            for (Message message : started) {
                message.firstPenalty = penalty(message);
                if (explain) {
                    explanations.put(message.id(), sharing.explain(message.flow));
                }
            }
        }

        private double penalty(Message message) {
            return message.loneRate * clock / message.rate;
        }

        /** Advances to the next change; returns its time. */
        private double step(double from) {
            double to = waiting.isEmpty()
                    ? Double.POSITIVE_INFINITY
                    : waiting.get(0).edge.start();
            for (Message message : inFlight) {
                to = Math.min(to, from + message.remaining / message.rate);
            }
            Map<String, Double> penalties = new LinkedHashMap<>();
            Map<String, Double> remaining = new LinkedHashMap<>();
            Map<String, Double> rates = new LinkedHashMap<>();
            List<String> ended = new ArrayList<>();
            for (Message message : inFlight) {
                boolean ends = from + message.remaining / message.rate <= to;
                message.remaining -= message.rate * (to - from);
                if (ends || message.remaining <= ROUNDING * message.work) {
                    message.remaining = 0;
                    message.finish = to;
                    ended.add(message.id());
                    sharing.flowEnded(message.flow);
                }
                penalties.put(message.id(), penalty(message));
                remaining.put(message.id(), message.bytes(message.remaining));
                rates.put(message.id(), message.bytes(message.rate));
            }
            steps.add(new GraphResult.Step(from, to, penalties, remaining, rates, ended));
            inFlight.removeIf(message -> message.remaining == 0);
            return to;
        }
    }
}
