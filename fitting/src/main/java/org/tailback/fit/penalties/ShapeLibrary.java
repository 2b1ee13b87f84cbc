package org.tailback.fit.penalties;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Streams;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.fit.graphs.Shape;
import org.tailback.fit.statistics.Estimate;

/** Measured shapes, looked up regardless of the names of nodes. If two shapes are equal, the first is used. */
public final class ShapeLibrary {
    private final List<MeasuredShape> shapes;
    private final ListMultimap<Long, MeasuredShape> bySignature;
    private final int largest;

    /** Creates a library of connected shapes. */
    public ShapeLibrary(List<MeasuredShape> shapes) {
        this.shapes = ImmutableList.copyOf(shapes);
        bySignature = Multimaps.index(shapes, measured -> measured.shape().signature());
        largest = shapes.stream()
                .mapToInt(measured -> measured.shape().nodes())
                .max()
                .orElse(0);
    }

    /** Returns the shapes in the order in which they were given. */
    public List<MeasuredShape> shapes() {
        return shapes;
    }

    /** Returns the number of nodes of the largest shape; 0 for an empty library. */
    public int largest() {
        return largest;
    }

    /**
     * Returns the penalties of a shape as a matrix by source and destination of the given shape, with 0 where there are
     * no messages. Returns null if the shape was not measured.
     */
    public double @Nullable [][] penalties(Shape wanted) {
        for (MeasuredShape measured : bySignature.get(wanted.signature())) {
            int[] renaming = measured.shape().renaming(wanted);
            if (renaming != null) {
                double[][] penalties = new double[wanted.nodes()][wanted.nodes()];
                Streams.forEachPair(
                        measured.shape().pairs().stream(),
                        measured.penalties().stream(),
                        (pair, penalty) -> penalties[renaming[pair[0]]][renaming[pair[1]]] = penalty);
                return penalties;
            }
        }
        return null;
    }

    /**
     * The penalties of a shape. Messages that the shape does not distinguish have the same penalty: the mean of their
     * measured penalties.
     *
     * @param name of the measured graph
     * @param shape the shape; connected
     * @param penalties of every pair (source, destination) with messages, in the order of {@link Shape#pairs}, >= 1
     */
    public record MeasuredShape(String name, Shape shape, List<Double> penalties) {
        /** Copies the penalties, and replaces the penalties of indistinguishable messages with their mean. */
        public MeasuredShape {
            List<int[]> pairs = shape.pairs();
            Preconditions.checkArgument(
                    pairs.size() == penalties.size(), "%s penalties for %s pairs", penalties.size(), pairs.size());
            Preconditions.checkArgument(
                    penalties.stream().allMatch(penalty -> penalty >= 1 && penalty < Double.POSITIVE_INFINITY),
                    "penalties must be finite and >= 1: %s",
                    penalties);
            List<Double> given = penalties;
            penalties = pairs.stream()
                    .map(pair -> IntStream.range(0, pairs.size())
                            .filter(i -> shape.areAlike(pair, pairs.get(i)))
                            .mapToDouble(given::get)
                            .toArray())
                    .map(alike -> Estimate.mean(alike).value())
                    .toList();
        }
    }
}
