package org.tailback.model.graph;

import java.util.List;
import java.util.Map;
import org.tailback.output.Output;
import org.tailback.sharing.Explanation;

/**
 * Times of the messages of a contention graph. The record components have the names of the keys in the JSON output of
 * {@code tailback graph}. Maps keep the order of the graph's edges.
 *
 * @param model name of the bandwidth-sharing model
 * @param edges messages in the order of the graph
 * @param steps intervals between two changes, in time order; intervals without messages are omitted
 * @param warnings approximations, clamped values and oversubscriptions of the model
 * @param explanations explanation of the first rate of each edge, by id; empty unless requested
 */
public record GraphResult(
        String model,
        List<EdgeResult> edges,
        List<Step> steps,
        List<String> warnings,
        @Output(ifAny = true) Map<String, Explanation> explanations) {
    /**
     * Times of one message.
     *
     * @param id name of the message
     * @param source node that sends
     * @param destination node that receives
     * @param bytes size, bytes
     * @param start seconds
     * @param penalty initial slowdown relative to the uncontended message; 1 for a message without bytes
     * @param finish seconds
     */
    public record EdgeResult(
            String id, String source, String destination, double bytes, double start, double penalty, double finish) {}

    /**
     * An interval with constant rates.
     *
     * @param from seconds
     * @param to seconds
     * @param penalties slowdown of the messages in flight relative to uncontended messages, by id
     * @param remainingBytes bytes left at the end of the interval, by id
     * @param rates bytes per second, by id
     * @param ended ids of the messages that end at the end of the interval
     */
    public record Step(
            double from,
            double to,
            Map<String, Double> penalties,
            Map<String, Double> remainingBytes,
            Map<String, Double> rates,
            List<String> ended) {}
}
