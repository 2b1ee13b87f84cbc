package org.tailback.model.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.kernel.SteppedKernel;
import org.tailback.model.cost.GapFunction;
import org.tailback.model.cost.PlogP;
import org.tailback.network.NetworkEngine;
import org.tailback.network.NetworkUser;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.units.Domain;

/**
 * A run of a contention graph under a bandwidth-sharing model: rates are recomputed whenever messages start or end, and
 * are constant in between.
 *
 * <pre>{@code
 * GraphResult result = GraphRun.of(GraphLanguage.inline("a:0>1 b:0>2 c:4>2", 20 << 20), InfiniBand.DEFAULT)
 *         .referenceTime(0.010706, 20 << 20)
 *         .run();
 * }</pre>
 *
 * <p>The rate of an uncontended message is its injection rate, unless a link of its route is narrower: a model with
 * capacities in bytes per second shares them under this bound. A penalty is the message's uncontended rate over its
 * actual rate. If no contention-free time is given, the model's capacities are the only limit, and time is scaled so
 * that an uncontended message of the reference size takes one second on the widest route of the graph. Starts and ends
 * that differ by less than 1e-12 of their time are treated as one change. The cost is O(steps * edges), in addition to
 * the cost of the model.
 */
public final class GraphRun {
    /** Default size of the message of the reference time: 20 MiB, as in the papers. */
    public static final double DEFAULT_BYTES = 20 << 20;

    /** Maximum difference of the times of one change, relative to the time. */
    private static final double ROUNDING = 1e-12;

    /** Pattern of node names that are node numbers. */
    private static final Pattern NUMBER = Pattern.compile("0|[1-9]\\d{0,3}");

    private final ContentionGraph graph;
    private final SharingModel model;
    private @Nullable Cluster cluster;
    private long seed = 1;
    private boolean explain;
    /**
     * Contention-free time of a message in seconds, from its size in bytes; null if only the model's capacities limit
     * the message.
     */
    private @Nullable DoubleUnaryOperator gap;
    /** Size of the message that takes one second when uncontended, if no contention-free time is given. */
    private double oneSecondBytes = DEFAULT_BYTES;

    private GraphRun(ContentionGraph graph, SharingModel model) {
        this.graph = graph;
        this.model = model;
    }

    /**
     * Returns a run in which a message of {@link #DEFAULT_BYTES} takes one second when uncontended. If all names of
     * nodes are numbers up to 9999, the nodes have these numbers, and all nodes up to the highest number exist;
     * otherwise nodes are numbered from 0 in the order of the graph.
     */
    public static GraphRun of(ContentionGraph graph, SharingModel model) {
        return new GraphRun(graph, model);
    }

    /** Sets the cluster whose node names the graph uses, for models of racks or trees. */
    public GraphRun cluster(Cluster nodes) {
        this.cluster = nodes;
        return this;
    }

    /**
     * Sets the size of the message that takes one second when uncontended, instead of a contention-free time. If routes
     * differ, this is the time on the widest route of the graph.
     *
     * @param ofBytes size in bytes, finite, > 0
     */
    public GraphRun oneSecondAlone(double ofBytes) {
        Domain.requirePositive(ofBytes, "size");
        oneSecondBytes = ofBytes;
        gap = null;
        return this;
    }

    /**
     * Sets the rate of one uncontended message. A narrower link reduces this rate.
     *
     * @param bytesPerSecond rate in bytes per second, finite, > 0
     */
    public GraphRun bandwidth(double bytesPerSecond) {
        return referenceTime(1, bytesPerSecond);
    }

    /**
     * Sets the contention-free time of a message of a given size, if no link is narrower. Messages of other sizes take
     * time in proportion to their size.
     *
     * @param seconds time in seconds, finite, > 0
     * @param ofBytes size in bytes, finite, > 0
     */
    public GraphRun referenceTime(double seconds, double ofBytes) {
        Domain.requirePositive(seconds, "time");
        Domain.requirePositive(ofBytes, "size");
        gap = bytes -> seconds * (bytes / ofBytes);
        return this;
    }

    /** Sets the seed of estimates in models; 1 by default. */
    public GraphRun seed(long value) {
        this.seed = value;
        return this;
    }

    /** Sets whether the result explains the first rate of each edge. */
    public GraphRun explain(boolean wanted) {
        this.explain = wanted;
        return this;
    }

    /**
     * Runs the graph from time 0 until every message has ended.
     *
     * @throws InputException if the model does not support the cluster, or a node name is not in the cluster
     */
    public GraphResult run() {
        return new Run().toTheEnd();
    }

    /** One execution. Messages of the network refer to edges by number. */
    private final class Run {
        /** Message number of edges that are not in the network. */
        private static final int WAITING = -1;

        private static final int ENDED = -2;

        private final List<ContentionGraph.Edge> edges = graph.edges();
        private final SteppedKernel kernel = SteppedKernel.create();
        private final NetworkEngine network;
        private final NetworkUser user;
        private final int[] source = new int[edges.size()];
        private final int[] destination = new int[edges.size()];
        /** Message number of each edge. */
        private final int[] message = new int[edges.size()];

        private final double[] firstPenalty = new double[edges.size()];
        private final double[] finish = new double[edges.size()];
        private final List<GraphResult.Step> steps = new ArrayList<>();
        private final Map<String, Explanation> explanations = new LinkedHashMap<>();
        /** Number of seconds of the model in one second of the graph. */
        private final double clock;
        /** Contention-free time of a message in the model's seconds, from its size in bytes. */
        private final DoubleUnaryOperator gapOfSize;

        Run() {
            Map<String, Integer> nodes = nodes();
            Cluster on = cluster != null ? cluster : Cluster.of(Collections.max(nodes.values()) + 1, 1);
            Arrays.setAll(source, edge -> nodes.getOrDefault(edges.get(edge).source(), -1));
            Arrays.setAll(
                    destination, edge -> nodes.getOrDefault(edges.get(edge).destination(), -1));
            Arrays.fill(message, WAITING);
            Arrays.fill(firstPenalty, 1);
            BandwidthSharing sharing = model.on(on, seed);
            double widest = 0;
            for (int edge = 0; edge < edges.size(); edge++) {
                if (gap == null && sharing.work(source[edge], destination[edge], oneSecondBytes, 0) > 0) {
                    widest = Math.max(widest, sharing.referenceRate(source[edge], destination[edge]));
                }
            }
            clock = widest > 0 ? oneSecondBytes / widest : 1;
            gapOfSize = gap != null ? gap : widest > 0 ? bytes -> 0 : bytes -> bytes / oneSecondBytes;
            network = NetworkEngine.builder(kernel, on, model, new PlogP(0, GapFunction.perByte(0)))
                    .seed(seed)
                    .build();
            user = network.join(this::transfersEnded, on.nodes(), null);
        }

        private Map<String, Integer> nodes() {
            Map<String, Integer> nodes = new HashMap<>();
            boolean areNumbers = cluster == null && graph.nodeNames().stream().allMatch(NUMBER.asMatchPredicate());
            for (String name : graph.nodeNames()) {
                int number = areNumbers ? Integer.parseInt(name) : nodes.size();
                nodes.put(name, cluster != null ? cluster.nodeNamed(name) : number);
            }
            return nodes;
        }

        GraphResult toTheEnd() {
            Integer[] byStart = new Integer[edges.size()];
            Arrays.setAll(byStart, edge -> edge);
            Arrays.sort(
                    byStart, Comparator.comparingDouble(edge -> edges.get(edge).start()));
            int started = 0;
            double nextEnd = Double.POSITIVE_INFINITY;
            while (started < byStart.length || nextEnd < Double.POSITIVE_INFINITY) {
                double nextStart = started < byStart.length
                        ? edges.get(byStart[started]).start() * clock
                        : Double.POSITIVE_INFINITY;
                advance(nextEnd <= nextStart * (1 + ROUNDING) ? nextEnd : nextStart);
                int first = started;
                while (started < byStart.length
                        && edges.get(byStart[started]).start() * clock <= kernel.now() * (1 + ROUNDING)) {
                    start(byStart[started++]);
                }
                nextEnd = kernel.nextInstant();
                for (int i = first; i < started; i++) {
                    noteFirstRate(byStart[i]);
                }
            }
            List<GraphResult.EdgeResult> results = new ArrayList<>();
            for (int i = 0; i < edges.size(); i++) {
                ContentionGraph.Edge e = edges.get(i);
                results.add(new GraphResult.EdgeResult(
                        e.id(), e.source(), e.destination(), e.bytes(), e.start(), firstPenalty[i], finish[i]));
            }
            return new GraphResult(
                    model.name(), results, steps, network.sharing().warnings(), explanations);
        }

        private void start(int edge) {
            double bytes = edges.get(edge).bytes();
            finish[edge] = edges.get(edge).start();
            message[edge] = bytes == 0
                    ? ENDED
                    : network.sendWork(
                            user, source[edge], destination[edge], bytes, gapOfSize.applyAsDouble(bytes), edge);
        }

        private void noteFirstRate(int edge) {
            if (message[edge] >= 0) {
                firstPenalty[edge] = network.penalty(message[edge]);
                if (explain) {
                    explanations.put(edges.get(edge).id(), network.explain(message[edge]));
                }
            }
        }

        private void transfersEnded(int[] messages, int from, int to) {
            for (int i = from; i < to; i++) {
                int edge = network.reference(messages[i]);
                message[edge] = ENDED;
                finish[edge] = kernel.now() / clock;
            }
        }

        /** Advances time to the next change. */
        private void advance(double to) {
            double from = kernel.now();
            Map<String, Double> penalties = new LinkedHashMap<>();
            Map<String, Double> rates = new LinkedHashMap<>();
            int[] inFlight = IntStream.range(0, edges.size())
                    .filter(edge -> message[edge] >= 0)
                    .toArray();
            for (int edge : inFlight) {
                double penalty = network.penalty(message[edge]);
                double seconds = penalty * network.times().uncontendedSeconds(message[edge]);
                penalties.put(edges.get(edge).id(), penalty);
                rates.put(edges.get(edge).id(), edges.get(edge).bytes() / seconds * clock);
            }
            kernel.advanceTo(to);
            if (inFlight.length == 0) {
                return;
            }
            Map<String, Double> remaining = new LinkedHashMap<>();
            List<String> ended = new ArrayList<>();
            for (int edge : inFlight) {
                String id = edges.get(edge).id();
                boolean moves = message[edge] >= 0;
                remaining.put(
                        id, moves ? edges.get(edge).bytes() * network.progress().fractionLeft(message[edge]) : 0);
                if (!moves) {
                    ended.add(id);
                }
            }
            steps.add(new GraphResult.Step(from / clock, to / clock, penalties, remaining, rates, ended));
        }
    }
}
