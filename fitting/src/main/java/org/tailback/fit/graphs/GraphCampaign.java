package org.tailback.fit.graphs;

import com.google.common.primitives.Doubles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.tailback.error.InputException;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.Flow;
import org.tailback.fit.measure.Hosts;
import org.tailback.fit.measure.Repetition;
import org.tailback.fit.statistics.Estimate;
import org.tailback.model.graph.ContentionGraph;

/**
 * Measurement of contention graphs among hosts, as in Vienne et al. 2008 (section IV.B) and Martinasso and Mehaut 2011
 * (section 3.3): after a barrier, all messages of a graph start at once, and each sender measures the time until its
 * message has arrived. A graph is repeated, as in Zhu et al. 2012 (section 3.1), until the 95 % interval of the mean of
 * every message is narrow enough.
 *
 * @param hosts that send and receive the messages
 * @param hostOfNode host by the name of a node in the graphs
 * @param repetition rule of repetition; its width is the width of the whole interval of the mean
 */
public record GraphCampaign(Hosts hosts, ToIntFunction<String> hostOfNode, Repetition repetition) {
    /**
     * Measured times of a graph's messages.
     *
     * @param seconds of each message, in the order of the graph's edges
     * @param repetitions number of measurements
     */
    public record Times(List<Estimate> seconds, int repetitions) {
        /**
         * Returns the half width of the widest 95 % interval relative to its mean; not finite after a single
         * repetition.
         */
        public double largestRelativeHalfWidth() {
            return seconds.stream()
                    .mapToDouble(Estimate::relativeHalfWidth)
                    .max()
                    .orElse(Double.NaN);
        }
    }

    /**
     * Measures a graph.
     *
     * @throws InputException if messages do not start together, or hosts cannot send them
     */
    public Times measure(ContentionGraph graph) {
        List<Flow> flows = new ArrayList<>();
        for (ContentionGraph.Edge edge : graph.edges()) {
            if (edge.start() != 0 || edge.bytes() < 1) {
                throw new InputException("message '" + edge.id()
                        + "': the messages of a measured graph start together and have at least 1 B");
            }
            flows.add(new Flow(
                    hostOfNode.applyAsInt(edge.source()),
                    hostOfNode.applyAsInt(edge.destination()),
                    Exchange.oneWay(1, Math.round(edge.bytes())),
                    1));
        }
        int most = hosts.areDeterministic() ? 1 : repetition.maximum();
        for (int i = 0; i < repetition.warmUp() && most > 1; i++) {
            hosts.measure(flows);
        }
        List<List<Double>> times = new ArrayList<>();
        flows.forEach(flow -> times.add(new ArrayList<>()));
        for (int i = 1; true; i++) {
            List<double[]> once = hosts.measure(flows);
            for (int edge = 0; edge < times.size(); edge++) {
                times.get(edge).add(once.get(edge)[0]);
            }
            Times result = new Times(
                    times.stream()
                            .map(seconds -> Estimate.mean(Doubles.toArray(seconds)))
                            .toList(),
                    i);
            boolean isNarrow = 2 * result.largestRelativeHalfWidth() <= repetition.width();
            if (i >= most || i >= repetition.minimum() && isNarrow) {
                return result;
            }
        }
    }
}
