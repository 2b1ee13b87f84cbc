package org.tailback.fit.penalties;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.fit.graphs.Shape;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.part.DenseSet;
import org.tailback.sharing.part.Part;
import org.tailback.sharing.part.PartSharing;

/**
 * The state of {@link MeasuredPenalties}: the rates of the other model, replaced in components with a measured shape.
 * Two messages are coupled if they share a node, in either direction.
 */
final class MeasuredPenaltiesSharing extends PartSharing {
    private final ShapeLibrary library;
    private final String otherName;
    private final BandwidthSharing other;
    /** Batches whose rates the other model has changed in the current step. */
    private final DenseSet touched = new DenseSet(16);
    // penalties, indexed by batch
    private double[] penalty = {};
    private double[] otherPenalty = {};
    private boolean[] measured = {};
    private long fromLibrary;
    private long fromOther;

    MeasuredPenaltiesSharing(ShapeLibrary library, String otherName, BandwidthSharing other, int nodes) {
        super(nodes, 2);
        this.library = library;
        this.otherName = otherName;
        this.other = other;
    }

    /** Returns the batching of the other model. */
    @Override
    public Batching batching() {
        return other.batching();
    }

    @Override
    protected int crosses(int source, int destination, int[] links) {
        links[0] = source;
        links[1] = destination;
        return 2;
    }

    @Override
    protected void opened(int batch) {
        penalty = Columns.fit(penalty, batch);
        penalty[batch] = Double.NaN;
        otherPenalty = Columns.fit(otherPenalty, batch);
        measured = Columns.fit(measured, batch);
        measured[batch] = false;
        other.flowStarted(batch, source(batch), destination(batch), Double.POSITIVE_INFINITY);
    }

    @Override
    protected void resized(int batch, int by) {
        other.flowResized(batch, messages(batch));
    }

    @Override
    protected void closed(int batch) {
        other.flowEnded(batch);
    }

    @Override
    protected void update() {
        touched.clear();
        other.recompute((batch, rate) -> {
            otherPenalty[batch] = other.referenceRate(source(batch), destination(batch)) / rate;
            touched.add(batch);
        });
        super.update();
        // the other model may couple messages without a common node
        for (int i = 0; i < touched.size(); i++) {
            if (!measured[touched.get(i)]) {
                set(touched.get(i), otherPenalty[touched.get(i)], false);
            }
        }
    }

    private void set(int batch, double value, boolean isMeasured) {
        if (value != penalty[batch] || isMeasured != measured[batch]) {
            fromLibrary += isMeasured ? messages(batch) : 0;
            fromOther += isMeasured ? 0 : messages(batch);
        }
        penalty[batch] = value;
        measured[batch] = isMeasured;
        setRate(batch, 1 / value);
    }

    /**
     * Sets the rates of a component from the measured penalties of its shape, or from the other model if the shape was
     * not measured.
     */
    @Override
    protected void solve(Part part) {
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int i = 0; i < part.size() && numbers.size() <= library.largest(); i++) {
            number(source(part.batch(i)), numbers);
            number(destination(part.batch(i)), numbers);
        }
        boolean isUncontended = part.size() == 1 && messages(part.batch(0)) == 1;
        double[][] penalties = !isUncontended && numbers.size() <= library.largest() ? lookUp(part, numbers) : null;
        for (int i = 0; i < part.size(); i++) {
            int batch = part.batch(i);
            double found = isUncontended
                    ? 1
                    : penalties == null
                            ? Double.NaN
                            : penalties[number(source(batch), numbers)][number(destination(batch), numbers)];
            set(batch, Double.isNaN(found) ? otherPenalty[batch] : found, !Double.isNaN(found));
        }
    }

    private static int number(int node, Map<Integer, Integer> numbers) {
        return numbers.computeIfAbsent(node, any -> numbers.size());
    }

    private double @Nullable [][] lookUp(Part part, Map<Integer, Integer> numbers) {
        int[][] messages = new int[numbers.size()][numbers.size()];
        for (int i = 0; i < part.size(); i++) {
            int batch = part.batch(i);
            messages[number(source(batch), numbers)][number(destination(batch), numbers)] += messages(batch);
        }
        return library.penalties(Shape.of(messages));
    }

    @Override
    public double referenceRate(int source, int destination) {
        return 1;
    }

    @Override
    protected Explanation why(int batch) {
        Explanation why = measured[batch]
                ? Explanation.leaf("penalty, measured for the shape", penalty[batch])
                : Explanation.of(
                        "penalty, of " + otherName + " as the shape was not measured",
                        penalty[batch],
                        "its reference rate / its rate",
                        other.explain(batch));
        return Explanation.of(
                "rate", rate(batch), "reference rate / penalty", Explanation.leaf("reference rate", 1), why);
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
