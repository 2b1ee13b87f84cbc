package org.tailback.model.sharing.myrinet;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.model.sharing.conflict.PenaltySharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.part.DenseSet;
import org.tailback.sharing.part.Part;
import org.tailback.sharing.part.SolvedParts;

/**
 * Rates of one network under {@link Myrinet}: looks up, counts or estimates the state sets of a connected component.
 */
final class MyrinetSharing extends PenaltySharing {
    private static final Logger LOG = LoggerFactory.getLogger(MyrinetSharing.class);

    /** Maximum number of pairs in cached components, which limits the memory to tens of megabytes. */
    private static final long MOST_PAIRS = 1 << 20;

    /**
     * Bound of the relative error of 95 % of the estimated penalties, on components of 12 to 16 sources that can be
     * counted ({@code CavityEstimateTest}); larger components have smaller errors.
     */
    static final double ERROR = 0.09;

    private final Myrinet model;
    private final SolvedParts<Component, StateSets> known = new SolvedParts<>(Component::pairs, MOST_PAIRS);
    private long estimated;
    private long largestEstimated;

    private final DenseSet sources;
    private final DenseSet destinations;
    private final int[] numberOfDestination;

    MyrinetSharing(Myrinet model, int nodes) {
        super(nodes);
        this.model = model;
        sources = new DenseSet(nodes);
        destinations = new DenseSet(nodes);
        numberOfDestination = new int[nodes];
    }

    @Override
    protected void solve(Part part) {
        collect(part);
        int first = sources.get(0);
        if (sources.size() == 1) {
            // only outgoing messages of one node: n sets of one message
            setPenaltyOfSource(first, outDegree(first));
        } else if (destinations.size() == 1) {
            int messages = inDegree(destinations.get(0));
            for (int i = 0; i < sources.size(); i++) {
                setPenaltyOfSource(sources.get(i), messages);
            }
        } else {
            Component component = read();
            double[] penalties = stateSets(component).penaltyOfSource(component);
            for (int i = 0; i < sources.size(); i++) {
                setPenaltyOfSource(sources.get(i), penalties[i]);
            }
        }
    }

    private void collect(Part part) {
        sources.clear();
        destinations.clear();
        for (int i = 0; i < part.links(); i++) {
            if (isSource(part.link(i))) {
                sources.add(part.link(i));
            } else {
                destinations.add(destinationOf(part.link(i)));
            }
        }
    }

    /** Returns the collected component, with its nodes in the order of the cluster's nodes; sorts {@code sources}. */
    private Component read() {
        sources.sort();
        destinations.sort();
        for (int i = 0; i < destinations.size(); i++) {
            numberOfDestination[destinations.get(i)] = i;
        }
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            for (int k = 0; k < leaving(sources.get(i)); k++) {
                int batch = leaving(sources.get(i), k);
                pairs.add(new int[] {i, numberOfDestination[destination(batch)], messages(batch)});
            }
        }
        pairs.sort(Comparator.<int[]>comparingInt(pair -> pair[0]).thenComparingInt(pair -> pair[1]));
        return new Component(sources.size(), destinations.size(), column(pairs, 0), column(pairs, 1), column(pairs, 2));
    }

    private static ImmutableIntArray column(List<int[]> rows, int column) {
        return ImmutableIntArray.copyOf(rows.stream().mapToInt(row -> row[column]));
    }

    private StateSets stateSets(Component component) {
        StateSets sets = known.get(component);
        if (sets == null) {
            sets = StateSetCount.of(component, model.stateLimit());
            if (sets == null) {
                sets = estimated(component);
            }
            known.put(component, sets);
        }
        return sets;
    }

    private StateSets estimated(Component component) {
        StateSets sets = CavityEstimate.of(component);
        long size = component.messages().stream().sum();
        if (sets == null) {
            LOG.info("myrinet cannot estimate the component {}", component);
            throw new InputException("myrinet: the estimate for a component of " + size + " messages among "
                    + (component.sources() + component.destinations()) + " ends does not converge. Raise state-limit"
                    + " above " + model.stateLimit() + ", or use another model (-v prints the component)");
        }
        if (component.pairs() >= component.sources() + component.destinations()) {
            // estimates of trees, which have fewer pairs, are exact
            largestEstimated = Math.max(largestEstimated, size);
            estimated++;
        }
        return sets;
    }

    @Override
    protected Explanation explainPenalty(int batch) {
        collect(partOf(batch));
        Component component = read();
        StateSets sets = stateSets(component);
        List<Explanation> counts = new ArrayList<>();
        double smallest = Double.POSITIVE_INFINITY;
        for (int pair = 0; pair < component.pairs(); pair++) {
            if (sources.get(component.source().get(pair)) == source(batch)) {
                double count = sets.setsWithMessage()[pair];
                smallest = Math.min(smallest, count);
                counts.add(Explanation.leaf(
                        "sets with a message to node "
                                + destinations.get(component.destination().get(pair)),
                        count));
            }
        }
        return Explanation.of(
                "penalty",
                penalty(batch),
                "state sets / minimum",
                Explanation.leaf(
                        sets.isEstimated() ? "state sets, set to 1 because only shares are estimated" : "state sets",
                        sets.sets()),
                new Explanation("minimum", smallest, "min over the messages of node " + source(batch), counts));
    }

    @Override
    public List<String> warnings() {
        return estimated == 0
                ? List.of()
                : List.of("myrinet: the penalties of " + estimated + " component" + (estimated == 1 ? "" : "s")
                        + " of up to " + largestEstimated
                        + " messages are estimates by belief propagation: counting takes more than "
                        + model.stateLimit() + " states (state-limit) or 31 destinations; in components of 12 to 16"
                        + " nodes, 95 % of the penalties are within +-" + Math.round(100 * ERROR) + " %");
    }
}
