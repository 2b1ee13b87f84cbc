package org.tailback.fit.graphs;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.model.graph.ContentionGraph;

/**
 * A contention graph with the measured times of its messages.
 *
 * @param name name of the graph in the file
 * @param graph the messages; all start at 0
 * @param seconds measured time of each message, in the order of the graph's edges, finite, > 0
 * @param referenceTime uncontended time of a message of {@code referenceBytes} on the same network, seconds, > 0
 * @param referenceBytes size of the message of the reference time, > 0
 */
public record MeasuredGraph(
        String name, ContentionGraph graph, List<Double> seconds, double referenceTime, double referenceBytes) {
    /** Copies the times and checks the domains. */
    public MeasuredGraph {
        seconds = ImmutableList.copyOf(seconds);
        Preconditions.checkArgument(
                seconds.size() == graph.edges().size(),
                "%s times for %s edges",
                seconds.size(),
                graph.edges().size());
        Preconditions.checkArgument(
                seconds.stream().allMatch(time -> time > 0 && time < Double.POSITIVE_INFINITY), "times: %s", seconds);
        Preconditions.checkArgument(
                referenceTime > 0 && referenceTime < Double.POSITIVE_INFINITY, "reference time: %s", referenceTime);
        Preconditions.checkArgument(
                referenceBytes > 0 && referenceBytes < Double.POSITIVE_INFINITY, "reference bytes: %s", referenceBytes);
    }

    /**
     * Returns whether all messages start together and have the same size: static-synchronous (Martinasso and Mehaut
     * 2011, section 3.3).
     */
    public boolean isStaticSynchronous() {
        double bytes = graph.edges().get(0).bytes();
        return graph.edges().stream().allMatch(edge -> edge.bytes() == bytes && edge.start() == 0);
    }

    /** Returns the ratio of a message's measured time to its contention-free time. */
    public double slowdown(int edge) {
        return seconds.get(edge) / (referenceTime * graph.edges().get(edge).bytes() / referenceBytes);
    }
}
