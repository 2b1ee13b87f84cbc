package org.tailback.model.graph;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Messages between nodes, with sizes and start times, that run side by side. Immutable.
 *
 * @param edges the messages, at least one, with different ids, in the order in which they were given
 */
public record ContentionGraph(List<Edge> edges) {
    public ContentionGraph {
        edges = ImmutableList.copyOf(edges);
    }

    /**
     * One message.
     *
     * @param id its name in results
     * @param source name of the node that sends
     * @param destination name of the node that receives, another one
     * @param bytes size in bytes, finite, >= 0
     * @param start seconds, finite, >= 0
     */
    public record Edge(String id, String source, String destination, double bytes, double start) {
        /** Returns the edge as the inline language writes it, with size in bytes and start in seconds. */
        @Override
        public String toString() {
            return id + ":" + source + ">" + destination + "*" + bytes + "B" + (start == 0 ? "" : "@" + start + "s");
        }
    }

    /** Returns the names of the nodes in the order of their first appearance. */
    public Set<String> nodeNames() {
        return edges.stream()
                .flatMap(edge -> Stream.of(edge.source(), edge.destination()))
                .collect(ImmutableSet.toImmutableSet());
    }
}
