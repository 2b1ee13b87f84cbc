package org.tailback.model.sharing.proportional;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.model.sharing.conflict.ConflictGraph;
import org.tailback.model.sharing.reach.DenseSet;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;

/**
 * The state of {@link TcpProportional}: the messages in flight; each change solves the connected part that it touches,
 * or looks up its solution if a part that is the same, but for the names of its nodes, was solved before.
 */
final class TcpProportionalSharing implements BandwidthSharing {
    private static final Logger LOG = LoggerFactory.getLogger(TcpProportionalSharing.class);

    // what a node does, as a connected part's description has it
    private static final int SENDS = 1;
    private static final int RECEIVES = 2;
    private static final int CONTENDED = 4;
    private static final int DELAYED = 8;

    /** A receiver that is asked for no more than its rate, differently rounded, is not oversubscribed. */
    private static final double ROUNDING = 1e-9;

    private final TcpProportional model;
    private final ConflictGraph graph;
    private final double[] outPrice;
    private final double[] inPrice;
    private final BitSet changed = new BitSet();
    private final SolvedParts solved = new SolvedParts();
    private final ProportionalPart part;
    private final ProportionalFairness fairness;
    private double[] rate = new double[16];
    private long inexact;

    /** Nodes visited in this recomputation. */
    private final DenseSet seen;
    // the connected part at hand
    private final int[] nodes;
    private final int[] numberOfNode;
    private int nodeCount;
    private int[] flows = new int[16];
    private int flowCount;
    private int[] columnOfFlow = new int[16];
    /** By destination, the column of the messages of the source at hand to it. */
    private final int[] columnTo;

    TcpProportionalSharing(TcpProportional model, int nodes) {
        this.model = model;
        this.part = new ProportionalPart(model.acknowledgementShare());
        this.fairness = new ProportionalFairness(part);
        this.graph = new ConflictGraph(nodes);
        this.outPrice = new double[nodes];
        this.inPrice = new double[nodes];
        this.seen = new DenseSet(nodes);
        this.nodes = new int[nodes];
        this.numberOfNode = new int[nodes];
        this.columnTo = new int[nodes];
        Arrays.fill(columnTo, -1);
    }

    @Override
    public void flowStarted(int flow, int source, int destination) {
        graph.add(flow, source, destination);
        if (flow >= rate.length) {
            rate = Arrays.copyOf(rate, Math.max(flow + 1, 2 * rate.length));
        }
        rate[flow] = Double.NaN;
        changed.set(source);
        changed.set(destination);
    }

    @Override
    public void flowEnded(int flow) {
        Preconditions.checkState(graph.contains(flow), "flow %s is not in flight", flow);
        changed.set(graph.source(flow));
        changed.set(graph.destination(flow));
        graph.remove(flow);
    }

    @Override
    public void recompute(RateConsumer rates) {
        seen.clear();
        for (int node = changed.nextSetBit(0); node >= 0; node = changed.nextSetBit(node + 1)) {
            if (!seen.contains(node)) {
                collect(node);
                if (flowCount > 0) {
                    settle(rates);
                }
            }
        }
        changed.clear();
    }

    /**
     * Finds the part of a node and describes its columns: flows from one node to another are alike, one column for all
     * of them.
     */
    private void collect(int first) {
        nodeCount = 0;
        flowCount = 0;
        solved.describe();
        visit(first);
        for (int i = 0; i < nodeCount; i++) {
            int node = nodes[i];
            int columns = solved.columns();
            if (flowCount + graph.outDegree(node) > flows.length) {
                flows = Arrays.copyOf(flows, 2 * (flowCount + graph.outDegree(node)));
                columnOfFlow = Arrays.copyOf(columnOfFlow, flows.length);
            }
            for (int flow = graph.firstOut(node); flow >= 0; flow = graph.nextOut(flow)) {
                int destination = graph.destination(flow);
                if (columnTo[destination] < 0) {
                    visit(destination);
                    columnTo[destination] = solved.addColumn(i, numberOfNode[destination]);
                }
                solved.countInColumn(columnTo[destination]);
                flows[flowCount] = flow;
                columnOfFlow[flowCount++] = columnTo[destination];
            }
            for (int column = columns; column < solved.columns(); column++) {
                columnTo[nodes[solved.destinationOfColumn(column)]] = -1;
            }
            for (int flow = graph.firstIn(node); flow >= 0; flow = graph.nextIn(flow)) {
                visit(graph.source(flow));
            }
        }
        for (int i = 0; i < nodeCount; i++) {
            solved.addNode(kind(nodes[i]));
        }
    }

    private void visit(int node) {
        if (seen.add(node)) {
            numberOfNode[node] = nodeCount;
            nodes[nodeCount++] = node;
        }
    }

    private void settle(RateConsumer rates) {
        SolvedParts.Solution solution = solved.find();
        if (solution == null) {
            solution = solved.put(solve());
        }
        if (!solution.converged()) {
            LOG.debug("Newton's method stopped before 1e-10 for {} messages between {} nodes", flowCount, nodeCount);
            inexact++;
        }
        int row = 0;
        for (int i = 0; i < nodeCount; i++) {
            int node = nodes[i];
            outPrice[node] = solution.price()[row++];
            inPrice[node] = solution.price()[row++];
        }
        for (int i = 0; i < flowCount; i++) {
            int flow = flows[i];
            double now = flowCount == 1 ? 1 : solution.rate()[columnOfFlow[i]];
            if (now != rate[flow]) {
                rate[flow] = now;
                rates.rate(flow, now);
            }
        }
    }

    private int kind(int node) {
        int kind = graph.outDegree(node) > 0 ? SENDS : 0;
        kind |= graph.inDegree(node) > 0 ? RECEIVES : 0;
        if (graph.inDegree(node) > 0 && isContended(node)) {
            kind |= isDelayed(node) ? CONTENDED | DELAYED : CONTENDED;
        }
        return kind;
    }

    /**
     * Solves the part that was described: a large one from the prices that its nodes had last, others as if nothing had
     * been before.
     */
    private SolvedParts.Solution solve() {
        part.clear();
        int columns = solved.columns();
        int column = 0;
        for (int i = 0; i < nodeCount; i++) {
            boolean receives = graph.inDegree(nodes[i]) > 0;
            part.addNode(sender(nodes[i]), receives ? receiver(nodes[i]) : 1, receives ? weight(nodes[i]) : 1);
            for (; column < columns && solved.sourceOfColumn(column) == i; column++) {
                part.addColumn(solved.destinationOfColumn(column), solved.messagesOfColumn(column));
            }
        }
        double[] price = fairness.prices();
        if (solved.isRemembered()) {
            part.guess(price);
        } else {
            for (int i = 0; i < nodeCount; i++) {
                price[2 * i] = outPrice[nodes[i]];
                price[2 * i + 1] = inPrice[nodes[i]];
            }
        }
        fairness.solve();
        double[] rates = new double[columns];
        for (int j = 0; j < columns; j++) {
            rates[j] = Math.min(1, part.rate(j));
        }
        return new SolvedParts.Solution(rates, Arrays.copyOf(fairness.prices(), part.rows()), fairness.isConverged());
    }

    private double receiver(int node) {
        boolean isDelayed = isContended(node) && isDelayed(node);
        return model.capacity(graph.inDegree(node)) / (isDelayed ? 1 + model.receiverDelay() : 1);
    }

    private double sender(int node) {
        return graph.outDegree(node) > 0 ? model.capacity(graph.outDegree(node)) : 1;
    }

    /** Of the messages that enter a node. */
    private double weight(int node) {
        return isContended(node) ? model.contendedWeight() : 1;
    }

    /** True if a node sends several messages and its senders could together send it more than it can receive. */
    private boolean isDelayed(int node) {
        double asked = 0;
        for (int flow = graph.firstIn(node); flow >= 0; flow = graph.nextIn(flow)) {
            asked += 1.0 / graph.outDegree(graph.source(flow));
        }
        return graph.outDegree(node) > 1 && asked > 1 + ROUNDING;
    }

    /** True if messages of several nodes enter a node. */
    private boolean isContended(int node) {
        int first = graph.source(graph.firstIn(node));
        for (int flow = graph.firstIn(node); flow >= 0; flow = graph.nextIn(flow)) {
            if (graph.source(flow) != first) {
                return true;
            }
        }
        return false;
    }

    /** 1: rates are relative to a message alone. */
    @Override
    public double referenceRate(int source, int destination) {
        return 1;
    }

    @Override
    public Explanation explain(int flow) {
        Preconditions.checkArgument(graph.contains(flow), "flow %s is not in flight", flow);
        Preconditions.checkState(!Double.isNaN(rate[flow]), "flow %s has no rate before recompute", flow);
        int source = graph.source(flow);
        int destination = graph.destination(flow);
        return Explanation.of(
                        "rate",
                        rate[flow],
                        "weight / (price of sending + price of receiving + acknowledgement share * prices of acknowledgements)",
                        Explanation.leaf("weight", weight(destination)),
                        Explanation.leaf("price of sending at node " + source, outPrice[source]),
                        Explanation.leaf("price of receiving at node " + destination, inPrice[destination]),
                        Explanation.leaf("acknowledgement share", model.acknowledgementShare()),
                        Explanation.leaf(
                                "prices of acknowledgements at both nodes", inPrice[source] + outPrice[destination]),
                        Explanation.leaf("capacity of the sender", sender(source))
                                .asRate(1),
                        Explanation.leaf("capacity of the receiver", receiver(destination))
                                .asRate(1))
                .asRate(1);
    }

    @Override
    public List<String> warnings() {
        return inexact == 0
                ? List.of()
                : List.of("tcp-proportional: " + inexact
                        + " times the rates keep to the capacities no better than to 1e-10 of them");
    }
}
