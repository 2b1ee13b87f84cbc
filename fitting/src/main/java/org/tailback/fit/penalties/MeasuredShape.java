package org.tailback.fit.penalties;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.tailback.fit.graphs.Shape;

/**
 * The penalties of a shape. Messages that the shape cannot distinguish have one penalty: the mean of what was measured.
 *
 * @param name where it comes from
 * @param shape the shape; connected
 * @param penalties of every pair (source, destination) with messages, in the order of {@link Shape#pairs}, >= 1
 */
public record MeasuredShape(String name, Shape shape, List<Double> penalties) {
    /** Copies the penalties and gives those that cannot be distinguished their mean. */
    public MeasuredShape {
        List<int[]> pairs = shape.pairs();
        Preconditions.checkArgument(
                pairs.size() == penalties.size(), "%s penalties for %s pairs", penalties.size(), pairs.size());
        Preconditions.checkArgument(
                penalties.stream().allMatch(penalty -> penalty >= 1 && penalty < Double.POSITIVE_INFINITY),
                "penalties must be finite and >= 1: %s",
                penalties);
        List<Double> means = new ArrayList<>();
        for (int[] pair : pairs) {
            double sum = 0;
            int count = 0;
            for (int i = 0; i < pairs.size(); i++) {
                if (shape.areAlike(pair, pairs.get(i))) {
                    sum += penalties.get(i);
                    count++;
                }
            }
            means.add(sum / count);
        }
        penalties = ImmutableList.copyOf(means);
    }

    /** The penalty of messages from one node of the shape to another. */
    public double penalty(int source, int destination) {
        int index = 0;
        for (int[] pair : shape.pairs()) {
            if (pair[0] == source && pair[1] == destination) {
                return penalties.get(index);
            }
            index++;
        }
        throw new IllegalArgumentException("no messages from " + source + " to " + destination);
    }
}
