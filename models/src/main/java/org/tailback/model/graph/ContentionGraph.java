package org.tailback.model.graph;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Concurrent messages between nodes, with sizes and start times. Instances are immutable.
 *
 * @param edges messages, at least one, with different ids, in the given order
 */
public record ContentionGraph(List<Edge> edges) {
    public ContentionGraph {
        edges = ImmutableList.copyOf(edges);
        long ids = edges.stream().map(Edge::id).distinct().count();
        Preconditions.checkArgument(ids > 0 && ids == edges.size(), "edges need different ids: %s", edges);
    }

    /**
     * One message.
     *
     * @param id name of the message in results
     * @param source name of the node that sends
     * @param destination name of the node that receives, different from the source
     * @param bytes size in bytes, finite, >= 0
     * @param start seconds, finite, >= 0
     */
    public record Edge(String id, String source, String destination, double bytes, double start) {
        public Edge {
            Preconditions.checkArgument(!source.equals(destination), "edge '%s' stays inside node '%s'", id, source);
        }

        /** Returns the edge in the inline language, with its size in bytes and its start in seconds. */
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
