package org.tailback.fit.penalties;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.fit.graphs.Shape;
import org.tailback.model.sharing.conflict.ConflictGraph;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;

/** The state of {@link MeasuredPenalties}: the other model runs along; components with a measured shape override it. */
final class MeasuredPenaltiesSharing implements BandwidthSharing {
    private final ShapeLibrary library;
    private final String otherName;
    private final BandwidthSharing other;
    private final ConflictGraph graph;
    private final int[] numberOfNode;
    private final BitSet changedNodes = new BitSet();
    private final BitSet started = new BitSet();
    private double[] otherPenalty = new double[16];
    private double[] penalty = new double[16];
    private boolean[] measured = new boolean[16];
    private long fromLibrary;
    private long fromOther;

    MeasuredPenaltiesSharing(ShapeLibrary library, String otherName, BandwidthSharing other, int nodes) {
        this.library = library;
        this.otherName = otherName;
        this.other = other;
        this.graph = new ConflictGraph(nodes);
        this.numberOfNode = new int[nodes];
        Arrays.fill(numberOfNode, -1);
    }

    @Override
    public void flowStarted(int flow, int source, int destination) {
        graph.add(flow, source, destination);
        other.flowStarted(flow, source, destination);
        if (flow >= penalty.length) {
            int length = Math.max(flow + 1, 2 * penalty.length);
            otherPenalty = Arrays.copyOf(otherPenalty, length);
            penalty = Arrays.copyOf(penalty, length);
            measured = Arrays.copyOf(measured, length);
        }
        penalty[flow] = Double.NaN;
        measured[flow] = false;
        started.set(flow);
        changedNodes.set(source);
        changedNodes.set(destination);
    }

    @Override
    public void flowEnded(int flow) {
        Preconditions.checkState(graph.contains(flow), "flow %s is not in flight", flow);
        changedNodes.set(graph.source(flow));
        changedNodes.set(graph.destination(flow));
        graph.remove(flow);
        other.flowEnded(flow);
        started.clear(flow);
    }

    @Override
    public void recompute(RateConsumer rates) {
        List<Integer> touched = new ArrayList<>();
        other.recompute((flow, rate) -> {
            otherPenalty[flow] = other.referenceRate(graph.source(flow), graph.destination(flow)) / rate;
            if (!measured[flow]) {
                touched.add(flow);
            }
        });
        BitSet seen = new BitSet();
        for (int node = changedNodes.nextSetBit(0); node >= 0; node = changedNodes.nextSetBit(node + 1)) {
            if (!seen.get(node) && (graph.outDegree(node) > 0 || graph.inDegree(node) > 0)) {
                component(node, seen, touched);
            }
        }
        changedNodes.clear();
        started.clear();
        touched.stream().distinct().sorted().forEach(flow -> report(flow, rates));
    }

    private void report(int flow, RateConsumer rates) {
        double now = measured[flow] ? penalty[flow] : otherPenalty[flow];
        penalty[flow] = now;
        if (measured[flow]) {
            fromLibrary++;
        } else {
            fromOther++;
        }
        rates.rate(flow, 1 / now);
    }

    /** Looks the component of a node up and marks its flows; adds those whose penalty may have changed. */
    private void component(int first, BitSet seen, List<Integer> touched) {
        List<Integer> nodes = new ArrayList<>();
        List<Integer> flows = new ArrayList<>();
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
        double[][] penalties = nodes.size() <= library.largest() ? lookUp(nodes, flows) : null;
        for (int flow : flows) {
            double found = flows.size() == 1
                    ? 1
                    : penalties == null
                            ? Double.NaN
                            : penalties[numberOfNode[graph.source(flow)]][numberOfNode[graph.destination(flow)]];
            boolean nowMeasured = !Double.isNaN(found);
            double now = nowMeasured ? found : otherPenalty[flow];
            if (nowMeasured != measured[flow] || now != penalty[flow]) {
                touched.add(flow);
            }
            measured[flow] = nowMeasured;
            if (nowMeasured) {
                penalty[flow] = found;
            }
        }
        nodes.forEach(node -> numberOfNode[node] = -1);
    }

    private static void visit(int node, BitSet seen, List<Integer> nodes) {
        if (!seen.get(node)) {
            seen.set(node);
            nodes.add(node);
        }
    }

    private double @Nullable [][] lookUp(List<Integer> nodes, List<Integer> flows) {
        for (int i = 0; i < nodes.size(); i++) {
            numberOfNode[nodes.get(i)] = i;
        }
        int[][] messages = new int[nodes.size()][nodes.size()];
        for (int flow : flows) {
            messages[numberOfNode[graph.source(flow)]][numberOfNode[graph.destination(flow)]]++;
        }
        return library.penalties(Shape.of(messages));
    }

    @Override
    public double referenceRate(int source, int destination) {
        return 1;
    }

    @Override
    public Explanation explain(int flow) {
        Preconditions.checkArgument(graph.contains(flow), "flow %s is not in flight", flow);
        Explanation why = measured[flow]
                ? Explanation.leaf("penalty, measured for this shape", penalty[flow])
                : Explanation.of(
                        "penalty, of " + otherName + " as this shape was not measured",
                        penalty[flow],
                        "its reference rate / its rate",
                        other.explain(flow));
        return Explanation.of(
                "rate", 1 / penalty[flow], "reference rate / penalty", Explanation.leaf("reference rate", 1), why);
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (fromOther > 0) {
            warnings.add("measured-penalties: " + fromOther + " of " + (fromLibrary + fromOther)
                    + " penalties are those of " + otherName + ", because their shapes were not measured");
        }
        warnings.addAll(other.warnings());
        return warnings;
    }
}
