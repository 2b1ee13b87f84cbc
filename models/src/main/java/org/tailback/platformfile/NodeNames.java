package org.tailback.platformfile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;

/**
 * Nodes of a cluster by their names in a scheduler. A name is the node's name in the cluster, with or without its
 * domain, or a node's number. Where the cluster's nodes have numbers only, the last number of a name is the node's
 * number: {@code node007} is node 7, and two names of one node are an error.
 */
final class NodeNames {
    private static final Pattern LAST_NUMBER = Pattern.compile(".*?(\\d{1,9})\\D*");
    private static final Pattern RELATIVE = Pattern.compile("\\+n(\\d{1,9})");

    private final Cluster cluster;
    private final boolean isNumbered;
    private final Map<Integer, NodeList.Entry> read = new HashMap<>();

    NodeNames(Cluster cluster) {
        this.cluster = cluster;
        this.isNumbered = !cluster.hasGpus()
                && cluster.racks().isEmpty()
                && cluster.hosts().isEmpty();
    }

    /**
     * Returns the node of an entry.
     *
     * @throws InputException with the line of the entry if there is no such node
     */
    int node(NodeList.Entry entry) {
        String host = entry.host();
        Matcher relative = RELATIVE.matcher(host);
        String number = relative.matches() ? relative.group(1) : host;
        if (!cluster.hasGpus() && number.matches("\\d{1,9}") && Integer.parseInt(number) < cluster.nodes()) {
            return Integer.parseInt(number);
        }
        String name = host.matches("[A-Za-z][^.]*\\.[A-Za-z].*") ? host.substring(0, host.indexOf('.')) : host;
        String unknown = "";
        for (String each : List.of(host, name)) {
            try {
                return cluster.nodeNamed(each);
            } catch (InputException e) {
                // the message about the whole name is more helpful
                unknown = unknown.isEmpty() ? String.valueOf(e.getMessage()) : unknown;
            }
        }
        Matcher last = LAST_NUMBER.matcher(name);
        if (!isNumbered || !name.matches("[A-Za-z].*") || !last.matches()) {
            throw entry.problem(unknown, "");
        }
        int node = Integer.parseInt(last.group(1));
        if (node >= cluster.nodes()) {
            throw entry.problem(
                    "unknown node '" + host + "': the platform has nodes 0 to " + (cluster.nodes() - 1)
                            + ", and the last number of a name is used",
                    "Name the nodes of the platform with 'racks' or 'hosts', or increase its number of nodes");
        }
        NodeList.Entry other = read.putIfAbsent(node, entry);
        if (other != null && !other.host().equals(host)) {
            throw entry.problem(
                    "'" + host + "' would be node " + node + ", as '" + other.host()
                            + "' is: the platform's nodes have numbers only, and the last number of a name is used",
                    "Name the nodes of the platform with 'racks' or 'hosts'");
        }
        return node;
    }

    /** Returns a warning about names that were interpreted as numbers; empty if there are none. */
    String warning() {
        return read.entrySet().stream()
                .min(Map.Entry.comparingByKey())
                .map(first -> "The platform's nodes have numbers only: the last number of a host's name is used, as "
                        + first.getValue().host() + " for node " + first.getKey())
                .orElse("");
    }
}
