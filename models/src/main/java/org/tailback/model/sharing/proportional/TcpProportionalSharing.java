package org.tailback.model.sharing.proportional;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.model.sharing.conflict.ConflictGraph;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;

/** The state of {@link TcpProportional}: the messages in flight; each change solves the connected part that it touches. */
final class TcpProportionalSharing implements BandwidthSharing {
    private final TcpProportional model;
    private final ConflictGraph graph;
    private final int[] outRow;
    private final int[] inRow;
    private final double[] outPrice;
    private final double[] inPrice;
    private final BitSet changed = new BitSet();
    private double[] rate = new double[16];
    private long inexact;

    TcpProportionalSharing(TcpProportional model, int nodes) {
        this.model = model;
        this.graph = new ConflictGraph(nodes);
        this.outRow = new int[nodes];
        this.inRow = new int[nodes];
        this.outPrice = new double[nodes];
        this.inPrice = new double[nodes];
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
        BitSet seen = new BitSet();
        for (int node = changed.nextSetBit(0); node >= 0; node = changed.nextSetBit(node + 1)) {
            if (!seen.get(node)) {
                List<Integer> nodes = new ArrayList<>();
                List<Integer> flows = new ArrayList<>();
                collect(node, seen, nodes, flows);
                solve(nodes, flows, rates);
            }
        }
        changed.clear();
    }

    private void collect(int first, BitSet seen, List<Integer> nodes, List<Integer> flows) {
        seen.set(first);
        nodes.add(first);
        for (int i = 0; i < nodes.size(); i++) {
            int node = nodes.get(i);
            for (int flow = graph.firstOut(node); flow >= 0; flow = graph.nextOut(flow)) {
                flows.add(flow);
                visit(graph.destination(flow), seen, nodes);
            }
            for (int flow = graph.firstIn(node); flow >= 0; flow = graph.nextIn(flow)) {
                visit(graph.source(flow), seen, nodes);
            }
        }
    }

    private static void visit(int node, BitSet seen, List<Integer> nodes) {
        if (!seen.get(node)) {
            seen.set(node);
            nodes.add(node);
        }
    }

    private void solve(List<Integer> nodes, List<Integer> flows, RateConsumer rates) {
        if (flows.isEmpty()) {
            return;
        }
        double[] capacity = capacities(nodes);
        // flows from one node to another are alike: one column for all of them
        Map<Long, Integer> columnOfPair = new LinkedHashMap<>();
        int[] columnOfFlow = new int[flows.size()];
        List<Integer> firstOfColumn = new ArrayList<>();
        double[] weight = new double[flows.size()];
        for (int i = 0; i < columnOfFlow.length; i++) {
            int flow = flows.get(i);
            long pair = (long) graph.source(flow) << 32 | graph.destination(flow);
            Integer known = columnOfPair.putIfAbsent(pair, firstOfColumn.size());
            if (known == null) {
                columnOfFlow[i] = firstOfColumn.size();
                firstOfColumn.add(flow);
            } else {
                columnOfFlow[i] = known;
            }
            weight[columnOfFlow[i]]++;
        }
        int columns = firstOfColumn.size();
        int[][] row = new int[columns][];
        double[][] coefficient = new double[columns][];
        double[] utility = new double[columns];
        for (int j = 0; j < columns; j++) {
            int flow = firstOfColumn.get(j);
            utility[j] = weight(graph.destination(flow));
            column(graph.source(flow), graph.destination(flow), j, row, coefficient);
        }
        ProportionalFairness fairness =
                new ProportionalFairness(capacity, row, coefficient, Arrays.copyOf(weight, columns), utility);
        fairness.solve();
        if (!fairness.isConverged()) {
            inexact++;
        }
        for (int node : nodes) {
            outPrice[node] = outRow[node] < 0 ? 0 : fairness.price(outRow[node]);
            inPrice[node] = inRow[node] < 0 ? 0 : fairness.price(inRow[node]);
        }
        for (int i = 0; i < columnOfFlow.length; i++) {
            int flow = flows.get(i);
            double now = flows.size() == 1 ? 1 : Math.min(1, fairness.rate(columnOfFlow[i]));
            if (now != rate[flow]) {
                rate[flow] = now;
                rates.rate(flow, now);
            }
        }
    }

    /** Numbers the directions in use and returns their capacities; a direction with acknowledgements only is never full. */
    private double[] capacities(List<Integer> nodes) {
        double[] capacity = new double[2 * nodes.size()];
        int rows = 0;
        for (int node : nodes) {
            outRow[node] = graph.outDegree(node) > 0 ? rows : -1;
            if (graph.outDegree(node) > 0) {
                capacity[rows++] = 1;
            }
            inRow[node] = graph.inDegree(node) > 0 ? rows : -1;
            if (graph.inDegree(node) > 0) {
                capacity[rows++] = receiver(node);
            }
        }
        return Arrays.copyOf(capacity, rows);
    }

    private double receiver(int node) {
        return isContended(node) ? model.contendedReceiver(graph.outDegree(node)) : 1;
    }

    /** Of the messages that enter a node. */
    private double weight(int node) {
        return isContended(node) ? model.contendedWeight() : 1;
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

    private void column(int source, int destination, int column, int[][] row, double[][] coefficient) {
        int[] rows = {outRow[source], inRow[destination], inRow[source], outRow[destination]};
        double a = model.acknowledgementShare();
        double[] entries = {1, 1, a, a};
        int count = 0;
        for (int k = 0; k < 4; k++) {
            if (rows[k] >= 0 && entries[k] > 0) {
                rows[count] = rows[k];
                entries[count++] = entries[k];
            }
        }
        row[column] = Arrays.copyOf(rows, count);
        coefficient[column] = Arrays.copyOf(entries, count);
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
                Explanation.leaf("prices of acknowledgements at both nodes", inPrice[source] + outPrice[destination]),
                Explanation.leaf("capacity of the receiver", receiver(destination)));
    }

    @Override
    public List<String> warnings() {
        return inexact == 0
                ? List.of()
                : List.of("tcp-proportional: " + inexact + " times the rates are less exact than 1e-9");
    }
}
