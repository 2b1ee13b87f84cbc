package org.tailback.fit.penalties;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.fit.graphs.Shape;

/** Measured shapes, found up to renaming of nodes. Immutable. The first of two equal shapes wins. */
public final class ShapeLibrary {
    private final ImmutableList<MeasuredShape> shapes;
    private final Map<Long, List<MeasuredShape>> bySignature = new HashMap<>();
    private final int largest;

    /** A library of connected shapes. */
    public ShapeLibrary(List<MeasuredShape> shapes) {
        this.shapes = ImmutableList.copyOf(shapes);
        int nodes = 0;
        for (MeasuredShape shape : shapes) {
            bySignature
                    .computeIfAbsent(shape.shape().signature(), key -> new ArrayList<>())
                    .add(shape);
            nodes = Math.max(nodes, shape.shape().nodes());
        }
        largest = nodes;
    }

    /** The shapes in the order in which they were given. */
    public List<MeasuredShape> shapes() {
        return shapes;
    }

    /** Number of nodes of the largest shape; 0 for an empty library. */
    public int largest() {
        return largest;
    }

    /**
     * The penalties of a shape as a matrix by its own source and destination, 0 where there are no messages; null if no
     * such shape was measured.
     */
    public double @Nullable [][] penalties(Shape wanted) {
        for (MeasuredShape measured : bySignature.getOrDefault(wanted.signature(), List.of())) {
            int[] renaming = wanted.renaming(measured.shape());
            if (renaming != null) {
                double[][] penalties = new double[wanted.nodes()][wanted.nodes()];
                for (int[] pair : wanted.pairs()) {
                    penalties[pair[0]][pair[1]] = measured.penalty(renaming[pair[0]], renaming[pair[1]]);
                }
                return penalties;
            }
        }
        return null;
    }
}
