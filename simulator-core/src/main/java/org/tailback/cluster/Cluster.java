package org.tailback.cluster;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;
import org.tailback.stability.Internal;

/**
 * Set of machines: nodes with the same number of cores each, numbered from 0, possibly grouped in racks. Immutable.
 *
 * <p>Without racks the nodes are named by their numbers; a rack X of n nodes names its nodes X1 to Xn. Nodes of one
 * rack have consecutive numbers, and racks are numbered in their order. The nodes of a cluster with a table of hosts
 * are named after the hosts and do not belong to racks.
 */
public final class Cluster {
    /** Largest number of nodes of a cluster, which limits the length of arrays indexed by node. */
    public static final int MAX_NODES = 1 << 24;

    private static final Pattern NODE_NAME = Pattern.compile("(|.*\\D)(\\d{1,9})");

    private final int coresPerNode;
    private final int nodes;
    private final ImmutableList<Rack> racks;
    private final int[] rackStarts;
    private final @Nullable HostTable hosts;
    private final ImmutableMap<String, Integer> nodeByHost;
    private final @Nullable Cluster machines;
    private final int gpusPerMachine;
    private final int gpusPerInterface;

    private Cluster(List<Rack> racks, @Nullable HostTable hosts, long nodes, int coresPerNode) {
        Preconditions.checkArgument(
                nodes >= 1 && nodes <= MAX_NODES, "nodes must be 1 to %s, not %s", MAX_NODES, nodes);
        Preconditions.checkArgument(coresPerNode >= 1, "cores per node must be at least 1, not %s", coresPerNode);
        this.racks = ImmutableList.copyOf(racks);
        this.nodes = (int) nodes;
        this.coresPerNode = coresPerNode;
        this.rackStarts = new int[racks.size() + 1];
        for (int i = 0; i < racks.size(); i++) {
            rackStarts[i + 1] = rackStarts[i] + racks.get(i).nodes();
        }
        this.hosts = hosts;
        ImmutableMap.Builder<String, Integer> byHost = ImmutableMap.builder();
        for (int node = 0; hosts != null && node < this.nodes; node++) {
            byHost.put(hosts.hosts().get(node).name(), node);
        }
        this.nodeByHost = byHost.buildOrThrow();
        this.machines = null;
        this.gpusPerMachine = 1;
        this.gpusPerInterface = 1;
    }

    private Cluster(Cluster machines, int gpusPerMachine, int gpusPerInterface) {
        this.coresPerNode = 1;
        this.nodes = machines.nodes * gpusPerMachine;
        this.racks = machines.racks;
        this.rackStarts = machines.rackStarts;
        this.hosts = null;
        this.nodeByHost = ImmutableMap.of();
        this.machines = machines;
        this.gpusPerMachine = gpusPerMachine;
        this.gpusPerInterface = gpusPerInterface;
    }

    /**
     * A rack of nodes.
     *
     * @param name begins with a letter and does not end in a digit, so that node names are unambiguous
     * @param nodes number of nodes, >= 1
     */
    public record Rack(String name, int nodes) {
        public Rack {
            Preconditions.checkArgument(nodes >= 1, "rack %s needs at least one node", name);
            Preconditions.checkArgument(
                    name.matches("[A-Za-z]([A-Za-z0-9_.-]*[A-Za-z_.-])?"),
                    "rack name '%s' must begin with a letter and not end in a digit",
                    name);
        }
    }

    /**
     * Returns a cluster without racks.
     *
     * @param nodes 1 to {@link #MAX_NODES}
     * @param coresPerNode >= 1
     */
    public static Cluster of(int nodes, int coresPerNode) {
        return new Cluster(ImmutableList.of(), null, nodes, coresPerNode);
    }

    /** Returns a cluster of racks with different names; the number of all nodes is at most {@link #MAX_NODES}. */
    public static Cluster ofRacks(List<Rack> racks, int coresPerNode) {
        Preconditions.checkArgument(
                racks.stream().map(Rack::name).distinct().count() == racks.size(), "two racks have the same name");
        return new Cluster(racks, null, racks.stream().mapToLong(Rack::nodes).sum(), coresPerNode);
    }

    /**
     * Returns a cluster whose nodes are the hosts of a table, in their order.
     *
     * @param coresPerNode >= 1
     */
    @Internal
    public static Cluster ofHosts(HostTable hosts, int coresPerNode) {
        return new Cluster(ImmutableList.of(), hosts, hosts.hosts().size(), coresPerNode);
    }

    /**
     * Returns a cluster whose nodes are the GPUs of this cluster's nodes.
     *
     * @param perMachine number of GPUs per node of this cluster, >= 1
     * @param perInterface number of GPUs that share a network interface, a divisor of {@code perMachine}
     */
    public Cluster withGpus(int perMachine, int perInterface) {
        Preconditions.checkState(machines == null, "the cluster has GPUs already");
        Preconditions.checkArgument(
                perMachine >= 1 && (long) nodes * perMachine <= MAX_NODES,
                "GPUs must be 1 to %s altogether, not %s nodes with %s",
                MAX_NODES,
                nodes,
                perMachine);
        Preconditions.checkArgument(
                perInterface >= 1 && perMachine % perInterface == 0,
                "%s GPUs cannot be divided into groups of %s",
                perMachine,
                perInterface);
        return new Cluster(this, perMachine, perInterface);
    }

    /** Returns whether nodes are GPUs. */
    public boolean hasGpus() {
        return machines != null;
    }

    /** Returns the number of nodes per machine: its GPUs, or 1 without GPUs. */
    public int gpusPerMachine() {
        return gpusPerMachine;
    }

    /** Returns the number of GPUs that share a network interface, >= 1; 1 without GPUs. */
    public int gpusPerInterface() {
        return gpusPerInterface;
    }

    /** Returns the cluster of the machines, without GPUs; this cluster if it has none. */
    public Cluster machines() {
        return machines == null ? this : machines;
    }

    /**
     * Returns the cluster of the network interfaces. The interfaces of one machine have successive numbers, and each
     * has the rack and the columns of its machine. Returns this cluster if it has no GPUs.
     */
    public Cluster interfaces() {
        if (machines == null) {
            return this;
        }
        int each = gpusPerMachine / gpusPerInterface;
        if (machines.hosts != null) {
            return ofHosts(
                    new HostTable(
                            machines.hosts.columns(),
                            machines.hosts.hosts().stream()
                                    .flatMap(host -> IntStream.range(0, each)
                                            .mapToObj(i -> new HostTable.Host(
                                                    host.name() + "." + i, host.place(), host.values())))
                                    .toList()),
                    1);
        }
        return racks.isEmpty()
                ? of(machines.nodes * each, 1)
                : ofRacks(
                        racks.stream()
                                .map(rack -> new Rack(rack.name(), rack.nodes() * each))
                                .toList(),
                        1);
    }

    /** Returns the name of the unit that runs a rank on a machine: core or GPU. */
    public String slotName() {
        return hasGpus() ? "GPU" : "core";
    }

    /** Returns the number of ranks that a machine holds, >= 1: one per GPU or core. */
    public int slotsPerMachine() {
        return hasGpus() ? gpusPerMachine : coresPerNode;
    }

    /**
     * Returns the node of a slot: the GPU, or the machine itself where slots are cores.
     *
     * @param machine 0 to machines - 1
     * @param slot 0 to {@link #slotsPerMachine} - 1
     */
    public int nodeOfSlot(int machine, int slot) {
        return hasGpus() ? machine * gpusPerMachine + slot : machine;
    }

    /** Returns the number of the machine of a node, from 0. */
    public int machineOf(int node) {
        return gpusPerMachine == 1 ? node : node / gpusPerMachine;
    }

    /** Returns whether two nodes are GPUs of one machine, or the same node. */
    public boolean sameMachine(int node, int other) {
        return node == other || gpusPerMachine > 1 && node / gpusPerMachine == other / gpusPerMachine;
    }

    /** Returns the number of nodes, >= 1. */
    public int nodes() {
        return nodes;
    }

    /** Returns the number of cores of every node, >= 1. */
    public int coresPerNode() {
        return coresPerNode;
    }

    /** Returns the racks of machines in their order; empty for a cluster without racks. */
    public List<Rack> racks() {
        return racks;
    }

    /** Returns the table of the hosts, if the cluster was created from one. */
    @Internal
    public Optional<HostTable> hosts() {
        return Optional.ofNullable(hosts);
    }

    /** Returns the rack of a node, 0 to racks - 1; 0 for a cluster without racks. O(log racks). */
    public int rackOf(int node) {
        if (machines != null) {
            return machines.rackOf(machineOf(node));
        }
        int found = Arrays.binarySearch(rackStarts, node);
        return racks.isEmpty() ? 0 : found < 0 ? -found - 2 : found;
    }

    /** Returns the name of a node. */
    public String nodeName(int node) {
        Preconditions.checkElementIndex(node, nodes, "node");
        if (machines != null) {
            return machines.nodeName(machineOf(node)) + "." + node % gpusPerMachine;
        }
        if (hosts != null) {
            return hosts.hosts().get(node).name();
        }
        if (racks.isEmpty()) {
            return Integer.toString(node);
        }
        int rack = rackOf(node);
        return racks.get(rack).name() + (node - rackStarts[rack] + 1);
    }

    /**
     * Returns the node with a name.
     *
     * @throws InputException if there is no such node; the message lists the names
     */
    public int nodeNamed(String name) {
        if (machines != null) {
            return gpuNamed(machines, name);
        }
        if (hosts != null) {
            Integer host = nodeByHost.get(name);
            if (host == null) {
                throw new InputException("unknown host '" + name + "'. " + Suggestion.of(name, nodeByHost.keySet())
                        + "The platform has " + nodes + " hosts, " + nodeName(0) + " to " + nodeName(nodes - 1));
            }
            return host;
        }
        Matcher parts = NODE_NAME.matcher(name);
        if (parts.matches()) {
            String rackName = parts.group(1);
            int number = Integer.parseInt(parts.group(2));
            int rack = Iterables.indexOf(racks, each -> each.name().equals(rackName));
            if (racks.isEmpty() && rackName.isEmpty() && number < nodes) {
                return number;
            } else if (rack >= 0 && number >= 1 && number <= racks.get(rack).nodes()) {
                return rackStarts[rack] + number - 1;
            }
        }
        throw new InputException("unknown node '" + name + "'; the platform has " + nodeNames());
    }

    private int gpuNamed(Cluster of, String name) {
        int dot = name.lastIndexOf('.');
        String gpu = name.substring(dot + 1);
        if (dot < 0 || !gpu.matches("\\d{1,6}") || Integer.parseInt(gpu) >= gpusPerMachine) {
            throw new InputException("unknown GPU '" + name + "'; the platform has GPUs " + nodeName(0) + " to "
                    + nodeName(nodes - 1) + ", each machine " + gpusPerMachine);
        }
        return of.nodeNamed(name.substring(0, dot)) * gpusPerMachine + Integer.parseInt(gpu);
    }

    private String nodeNames() {
        if (racks.isEmpty()) {
            return "nodes 0 to " + (nodes - 1);
        }
        return racks.stream()
                .map(rack -> rack.name() + "1 to " + rack.name() + rack.nodes())
                .collect(Collectors.joining(" ", "nodes ", ""));
    }
}
