package org.tailback.cluster;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tailback.stability.Internal;

/**
 * Table of the hosts of a cluster: their names, and their properties in columns, such as cell, rack and switch.
 * Immutable.
 *
 * @param columns names of the columns, all different
 * @param hosts the nodes in their order, with different names; at least one, at most {@link Cluster#MAX_NODES}
 */
@Internal
public record HostTable(List<String> columns, List<Host> hosts) {
    /**
     * A host.
     *
     * @param name name of the host, not empty
     * @param place position in the input, such as {@code hosts.csv:3}
     * @param values one value per column
     */
    public record Host(String name, String place, List<String> values) {
        public Host {
            Preconditions.checkArgument(!name.isEmpty(), "a host needs a name");
            values = ImmutableList.copyOf(values);
        }
    }

    public HostTable {
        columns = ImmutableList.copyOf(columns);
        hosts = ImmutableList.copyOf(hosts);
        Preconditions.checkArgument(
                !hosts.isEmpty() && hosts.size() <= Cluster.MAX_NODES,
                "hosts must be 1 to %s, not %s",
                Cluster.MAX_NODES,
                hosts.size());
        Preconditions.checkArgument(Set.copyOf(columns).size() == columns.size(), "two columns have the same name");
        Set<String> names = new HashSet<>();
        for (Host host : hosts) {
            Preconditions.checkArgument(names.add(host.name()), "two hosts are called %s", host.name());
            Preconditions.checkArgument(
                    host.values().size() == columns.size(), "host %s needs a value for each column", host.name());
        }
    }
}
