package org.tailback.model.sharing.proportional;

import com.google.common.base.Preconditions;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.columns.Columns;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.part.Part;
import org.tailback.sharing.part.PartSharing;
import org.tailback.sharing.part.SolvedParts;

/**
 * Rates of one network under {@link TcpProportional}: after each change, the affected connected component is solved, or
 * the solution of an earlier component is looked up that differs only in the numbers of its nodes. Messages are coupled
 * by their nodes, in both directions.
 */
final class TcpProportionalSharing extends PartSharing {
    private static final Logger LOG = LoggerFactory.getLogger(TcpProportionalSharing.class);

    // roles of a node in the description of a component
    private static final int SENDS = 1;
    private static final int RECEIVES = 2;
    private static final int CONTENDED = 4;
    private static final int DELAYED = 8;

    /** Relative tolerance for the comparison of the demand on a receiver with its rate. */
    private static final double ROUNDING = 1e-9;

    /** Maximum number of values in cached descriptions, which bounds the memory to a few tens of megabytes. */
    private static final long MOST_NUMBERS = 1 << 20;

    /** Length of the longest cached description; longer descriptions rarely recur. */
    private static final int LONGEST = 1 << 12;

    /**
     * Solution of a component.
     *
     * @param rate rate by column
     * @param price price by row
     * @param converged false if the solution missed its target
     */
    private record Solution(double[] rate, double[] price, boolean converged) {}

    private final TcpProportional model;
    private final double[] outPrice;
    private final double[] inPrice;
    /**
     * Solutions of components by their columns (source, destination, messages) and the roles of their nodes, numbered
     * in the order of their first visit: components with the same description have the same equations and therefore
     * bitwise equal solutions.
     */
    private final SolvedParts<ImmutableIntArray, Solution> known =
            new SolvedParts<>(ImmutableIntArray::length, MOST_NUMBERS);

    private final ProportionalPart part;
    private final ProportionalFairness fairness;
    private long inexact;

    // arrays by node
    private final int[] leaving;
    private final int[] entering;
    private final int[] numberOfNode;
    // fields of the connected component being solved
    private ImmutableIntArray description = ImmutableIntArray.of();
    /** Batches of the component, grouped by source: the columns of its description. */
    private int[] columns = {};

    private int columnCount;

    TcpProportionalSharing(TcpProportional model, int nodes) {
        super(nodes, 2);
        this.model = model;
        this.part = new ProportionalPart(model.acknowledgementShare());
        this.fairness = new ProportionalFairness(part);
        this.outPrice = new double[nodes];
        this.inPrice = new double[nodes];
        this.leaving = new int[nodes];
        this.entering = new int[nodes];
        this.numberOfNode = new int[nodes];
    }

    @Override
    protected int crosses(int source, int destination, int[] links) {
        links[0] = Preconditions.checkElementIndex(source, numberOfNode.length, "source");
        links[1] = Preconditions.checkElementIndex(destination, numberOfNode.length, "destination");
        return 2;
    }

    @Override
    protected void solve(Part reached) {
        describe(reached);
        Solution solution = isRemembered() ? known.get(description) : null;
        if (solution == null) {
            solution = solvePart(reached);
            if (isRemembered()) {
                known.put(description, solution);
            }
        }
        if (!solution.converged()) {
            LOG.debug("Newton's method stopped before 1e-10 for messages between {} nodes", reached.links());
            inexact++;
        }
        int row = 0;
        for (int i = 0; i < reached.links(); i++) {
            outPrice[reached.link(i)] = solution.price()[row++];
            inPrice[reached.link(i)] = solution.price()[row++];
        }
        boolean isUncontended = columnCount == 1 && messages(columns[0]) == 1;
        for (int column = 0; column < columnCount; column++) {
            setRate(columns[column], isUncontended ? 1 : solution.rate()[column]);
        }
    }

    /** Describes the component by one column for the messages from one node to another, ordered by source. */
    private void describe(Part reached) {
        ImmutableIntArray.Builder numbers = ImmutableIntArray.builder();
        columnCount = 0;
        for (int i = 0; i < reached.links(); i++) {
            numberOfNode[reached.link(i)] = i;
            leaving[reached.link(i)] = 0;
            entering[reached.link(i)] = 0;
        }
        for (int i = 0; i < reached.links(); i++) {
            int node = reached.link(i);
            for (int k = 0; k < crossings.count(node); k++) {
                int batch = crossings.flowOf(crossings.on(node)[k]);
                if (source(batch) == node) {
                    numbers.add(i).add(numberOfNode[destination(batch)]).add(messages(batch));
                    leaving[node] += messages(batch);
                    entering[destination(batch)] += messages(batch);
                    columns = Columns.fit(columns, columnCount);
                    columns[columnCount++] = batch;
                }
            }
        }
        for (int i = 0; i < reached.links(); i++) {
            // negative, because no column begins with a negative number
            numbers.add(-kind(reached.link(i)));
        }
        description = numbers.build();
    }

    private boolean isRemembered() {
        return description.length() <= LONGEST;
    }

    private int kind(int node) {
        int sends = leaving[node] > 0 ? SENDS : 0;
        if (entering[node] == 0 || !isContended(node)) {
            return entering[node] == 0 ? sends : sends | RECEIVES;
        }
        return sends | RECEIVES | CONTENDED | (isDelayed(node) ? DELAYED : 0);
    }

    /**
     * Solves the described component: a large component from the last prices of its nodes, a smaller component from a
     * guess that does not depend on earlier solutions.
     */
    private Solution solvePart(Part reached) {
        part.clear();
        int column = 0;
        for (int i = 0; i < reached.links(); i++) {
            int node = reached.link(i);
            boolean receives = entering[node] > 0;
            part.addNode(sender(node), receives ? receiver(node) : 1, receives ? weight(node) : 1);
            for (; column < columnCount && source(columns[column]) == node; column++) {
                part.addColumn(numberOfNode[destination(columns[column])], messages(columns[column]));
            }
        }
        double[] price = fairness.prices();
        if (isRemembered()) {
            part.guess(price);
        } else {
            for (int i = 0; i < reached.links(); i++) {
                price[2 * i] = outPrice[reached.link(i)];
                price[2 * i + 1] = inPrice[reached.link(i)];
            }
        }
        fairness.solve();
        double[] rates = new double[columnCount];
        for (int j = 0; j < columnCount; j++) {
            rates[j] = Math.min(1, part.rate(j));
        }
        return new Solution(rates, Arrays.copyOf(fairness.prices(), part.rows()), fairness.isConverged());
    }

    private double receiver(int node) {
        boolean isDelayed = isContended(node) && isDelayed(node);
        return model.capacity(entering[node]) / (isDelayed ? 1 + model.receiverDelay() : 1);
    }

    private double sender(int node) {
        return leaving[node] > 0 ? model.capacity(leaving[node]) : 1;
    }

    private double weight(int node) {
        return isContended(node) ? model.contendedWeight() : 1;
    }

    /**
     * Returns whether a node sends several messages and the joint demand of its senders could exceed its receive
     * capacity.
     */
    private boolean isDelayed(int node) {
        double asked = 0;
        for (int i = crossings.count(node); --i >= 0; ) {
            int batch = crossings.flowOf(crossings.on(node)[i]);
            asked += source(batch) == node ? 0 : messages(batch) / (double) leaving[source(batch)];
        }
        return leaving[node] > 1 && asked > 1 + ROUNDING;
    }

    private boolean isContended(int node) {
        int senders = 0;
        for (int i = crossings.count(node); --i >= 0 && senders < 2; ) {
            senders += source(crossings.flowOf(crossings.on(node)[i])) == node ? 0 : 1;
        }
        return senders > 1;
    }

    /** Returns 1: rates are relative to the rates of uncontended messages. */
    @Override
    public double referenceRate(int source, int destination) {
        return 1;
    }

    @Override
    protected Explanation why(int batch) {
        int source = source(batch);
        int destination = destination(batch);
        return Explanation.of(
                        "rate",
                        rate(batch),
                        "weight / (price of sending + price of receiving + acknowledgement share"
                                + " * prices of acknowledgements)",
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
                        + " times the rates deviate from the capacities by more than a relative 1e-10");
    }
}
