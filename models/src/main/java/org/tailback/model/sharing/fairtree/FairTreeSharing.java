package org.tailback.model.sharing.fairtree;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.GroupedSharing;

/**
 * The flows of one network under {@link FairTree}, kept in one of two ways, with the same rates: few on the edges, every flow is a group
 * of its own and is looked at when the share of one of its edges changes ({@link EdgeFlows}); many, they are in groups that change rate together
 * ({@link ClassedFlows}). Which is cheaper depends on how many flows are on the edges that a start or end changes: about
 * {@value #MANY} looks per start or end cost what the classes do.
 */
final class FairTreeSharing implements GroupedSharing {
    /** Looks per start or end beyond which classes are cheaper, and below which looking is again. */
    private static final int MANY = 48;

    private static final int FEW = 16;
    /** So many starts and ends are averaged over, or as many looks as they would need at least. */
    private static final int WINDOW = 1024;
    /** One in so many is counted while flows are in classes; a power of two. */
    private static final int SAMPLE = 16;

    private final FairTree tree;
    private final double[] bandwidth;
    private final int many;
    private final int few;
    private final int window;
    private final TreeFlows flows = new TreeFlows();
    private final EdgeFlows edges;
    /** Made when it is needed first. */
    private @Nullable ClassedFlows classes;

    private boolean inClasses;
    private int changes;
    private long looks;

    FairTreeSharing(FairTree tree, double[] bandwidth) {
        this(tree, bandwidth, MANY, FEW, WINDOW);
    }

    /** For tests: the other way of keeping flows at other numbers of looks. */
    FairTreeSharing(FairTree tree, double[] bandwidth, int many, int few, int window) {
        this.tree = tree;
        this.many = many;
        this.few = few;
        this.window = window;
        this.bandwidth = bandwidth;
        edges = new EdgeFlows(bandwidth, flows);
    }

    @Override
    public void flowStarted(int flow, int sourceNode, int destinationNode) {
        flows.ensureCapacity(flow);
        flows.set(flow, TreeFlows.HEIGHT, FairTree.height(sourceNode, destinationNode));
        flows.set(flow, TreeFlows.LEAF, sourceNode);
        flows.set(flow, TreeFlows.LEAF + 1, destinationNode);
        enter(flow);
        changes++;
    }

    @Override
    public void flowEnded(int flow) {
        Preconditions.checkState(flows.isInFlight(flow), "flow %s is not in flight", flow);
        if ((++changes & SAMPLE - 1) == 0 && inClasses) {
            countLooks(flow);
        }
        leave(flow);
        flows.set(flow, TreeFlows.GROUP, TreeFlows.ABSENT);
    }

    private void enter(int flow) {
        int height = flows.get(flow, TreeFlows.HEIGHT);
        int source = flows.get(flow, TreeFlows.LEAF);
        int destination = flows.get(flow, TreeFlows.LEAF + 1);
        flows.set(flow, TreeFlows.GROUP, TreeFlows.NONE);
        if (inClasses) {
            classes().started(flow, source, destination, height);
        } else {
            edges.started(flow, source, destination, height);
        }
    }

    private void leave(int flow) {
        int height = flows.get(flow, TreeFlows.HEIGHT);
        int source = flows.get(flow, TreeFlows.LEAF);
        int destination = flows.get(flow, TreeFlows.LEAF + 1);
        if (inClasses) {
            classes().ended(flow, source, destination, height);
        } else {
            edges.ended(flow, source, destination, height);
        }
    }

    private ClassedFlows classes() {
        if (classes == null) {
            classes = new ClassedFlows(bandwidth, flows);
        }
        return classes;
    }

    private int flowsUpward(int node, int h) {
        return inClasses ? classes().flowsUpward(node, h) : edges.flowsUpward(node, h);
    }

    private int flowsDownward(int node, int h) {
        return inClasses ? classes().flowsDownward(node, h) : edges.flowsDownward(node, h);
    }

    /** How many flows would be looked at for the end of a flow if they were not in classes. */
    private void countLooks(int flow) {
        for (int h = flows.get(flow, TreeFlows.HEIGHT); h >= 1; h--) {
            int upward = flowsUpward(flows.get(flow, TreeFlows.LEAF), h);
            int downward = flowsDownward(flows.get(flow, TreeFlows.LEAF + 1), h);
            looks += bandwidth[h - 1] < upward * bandwidth[0] ? SAMPLE * upward : 0;
            looks += bandwidth[h - 1] < downward * bandwidth[0] ? SAMPLE * downward : 0;
        }
    }

    @Override
    public double rateFactor(int flow) {
        return 1;
    }

    /** Even numbers are groups of one flow. */
    @Override
    public void recomputeGroups(GroupConsumer consumer) {
        chooseWay();
        if (inClasses) {
            classes().recompute(consumer);
        } else {
            edges.update();
            for (int i = 0; i < edges.changedFlowCount(); i++) {
                int flow = edges.changedFlow(i);
                consumer.groupRate(2 * flow, edges.rate(flow));
                if (flows.get(flow, TreeFlows.GROUP) == TreeFlows.NONE) {
                    flows.set(flow, TreeFlows.GROUP, flow);
                    consumer.moved(flow, 2 * flow);
                }
            }
        }
    }

    @Override
    public void recompute(RateConsumer rates) {
        chooseWay();
        if (inClasses) {
            classes().recompute(rates);
        } else {
            edges.update();
            for (int i = 0; i < edges.changedFlowCount(); i++) {
                int flow = edges.changedFlow(i);
                rates.rate(flow, edges.rate(flow));
            }
        }
    }

    private void chooseWay() {
        long looked = inClasses ? looks : edges.looks() - looks;
        if (changes >= window || (!inClasses && looked > (long) window * many)) {
            if (inClasses ? looked < (long) changes * few : looked > (long) changes * many) {
                changeWay();
            }
            changes = 0;
            looks = inClasses ? 0 : edges.looks();
        }
    }

    private void changeWay() {
        for (int flow = 0; flow < flows.capacity(); flow++) {
            if (flows.isInFlight(flow)) {
                leave(flow);
            }
        }
        if (inClasses) {
            classes().allEnded();
        } else {
            edges.forgetChanges();
        }
        inClasses = !inClasses;
        for (int flow = 0; flow < flows.capacity(); flow++) {
            if (flows.isInFlight(flow)) {
                enter(flow);
            }
        }
    }

    @Override
    public double referenceRate(int sourceNode, int destinationNode) {
        return bandwidth[0];
    }

    @Override
    public Explanation explain(int flow) {
        List<Explanation> shares = new ArrayList<>();
        double rate = Double.POSITIVE_INFINITY;
        int source = flows.get(flow, TreeFlows.LEAF);
        int destination = flows.get(flow, TreeFlows.LEAF + 1);
        for (int h = 1; h <= flows.get(flow, TreeFlows.HEIGHT); h++) {
            int upward = flowsUpward(source, h);
            int downward = flowsDownward(destination, h);
            shares.add(share("upward", h, upward));
            shares.add(share("downward", h, downward));
            rate = Math.min(rate, Math.min(bandwidth[h - 1] / upward, bandwidth[h - 1] / downward));
        }
        return new Explanation("rate", rate, "smallest share of the edges on the path", shares);
    }

    private Explanation share(String direction, int h, int messages) {
        return Explanation.of(
                "share of the " + direction + " edge of height " + h,
                bandwidth[h - 1] / messages,
                "b(" + h + ") / messages on it",
                Explanation.leaf("b(" + h + ")", bandwidth[h - 1]),
                Explanation.leaf("messages", messages));
    }

    @Override
    public List<String> warnings() {
        return tree.clamped();
    }
}
