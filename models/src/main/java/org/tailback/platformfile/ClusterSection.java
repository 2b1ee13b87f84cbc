package org.tailback.platformfile;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;

/** Reader of {@code cluster} and {@code racks} of a platform file. */
final class ClusterSection {
    private static final String CLUSTER = "cluster";
    private static final String RACKS = "racks";
    private static final String NODES = "nodes";
    private static final String CORES = "cores-per-node";
    private static final String HOSTS = "hosts";
    private static final String NAME = "name";
    private static final String GPUS = "gpus-per-node";
    private static final String GPUS_PER_INTERFACE = "gpus-per-nic";
    private static final String GPU = "gpu";
    private static final String MEMORY = "memory-per-node";

    private ClusterSection() {}

    /**
     * Returns the cluster of a whole platform file.
     *
     * @param folder folder of the file, to which the path of a table of hosts is relative; null if the file has no
     *     folder
     */
    static Cluster cluster(Settings root, @Nullable Path folder) {
        Cluster machines = machines(root, folder);
        Settings section = section(root);
        if (!section.has(GPUS)) {
            if (section.has(GPUS_PER_INTERFACE)) {
                throw section.problem(GPUS_PER_INTERFACE, "'gpus-per-nic' needs 'gpus-per-node'", "Add it");
            }
            return machines;
        }
        if (section.has(CORES)) {
            throw section.problem(CORES, "a GPU holds one rank: cores have no effect", "Remove 'cores-per-node'");
        }
        int gpus = section.integer(GPUS, 1, Cluster.MAX_NODES);
        int perInterface = section.integer(GPUS_PER_INTERFACE, 1, Cluster.MAX_NODES, 1);
        if (gpus % perInterface != 0) {
            throw section.problem(
                    GPUS_PER_INTERFACE,
                    gpus + " GPUs of a node cannot share interfaces in groups of " + perInterface,
                    "");
        }
        if ((long) gpus * machines.nodes() > Cluster.MAX_NODES) {
            throw section.problem(
                    GPUS, "the platform may have at most " + Cluster.MAX_NODES + " GPUs in total", "Use fewer");
        }
        return machines.withGpus(gpus, perInterface);
    }

    /** Returns the name of the GPUs of a whole platform file, if there is one. */
    static Optional<String> gpu(Settings root) {
        Settings section = section(root);
        return section.has(GPU) ? Optional.of(section.text(GPU)) : Optional.empty();
    }

    /** Returns the memory per node in bytes, > 0; empty if it is not given. */
    static OptionalDouble memory(Settings root) {
        Settings section = section(root);
        if (!section.has(MEMORY)) {
            return OptionalDouble.empty();
        }
        double bytes = section.bytes(MEMORY);
        if (bytes > 0) {
            return OptionalDouble.of(bytes);
        }
        throw section.problem(MEMORY, "'memory-per-node' must be above 0, found '" + section.text(MEMORY) + "'", "");
    }

    private static Settings section(Settings root) {
        return root.has(CLUSTER) ? root.section(CLUSTER) : Settings.empty(CLUSTER, root.placeOf(RACKS));
    }

    private static Cluster machines(Settings root, @Nullable Path folder) {
        if (!root.has(CLUSTER) && !root.has(RACKS)) {
            throw InputException.at(
                    root.place(),
                    "missing section 'cluster' in " + root.name(),
                    "Add 'cluster: {nodes: 32, cores-per-node: 2}', or 'racks: [{name: X, nodes: 15}, …]'");
        }
        Settings section = section(root);
        section.rejectUnknown(List.of(NODES, CORES, RACKS, HOSTS, GPUS, GPUS_PER_INTERFACE, GPU, MEMORY));
        if (root.has(RACKS) && section.has(RACKS)) {
            throw root.problem(RACKS, "racks are given twice, also at " + section.placeOf(RACKS), "Remove one of them");
        }
        int cores = section.integer(CORES, 1, Integer.MAX_VALUE, 1);
        Settings owner = root.has(RACKS) ? root : section;
        if (section.has(HOSTS)) {
            for (Settings other : List.of(owner.only(List.of(RACKS)), section.only(List.of(NODES)))) {
                for (String key : other.keys()) {
                    throw other.problem(key, "'hosts' already defines the nodes", "Remove '" + key + "'");
                }
            }
            if (folder == null) {
                throw section.problem(
                        HOSTS,
                        "a bundled platform has no folder, so '" + section.text(HOSTS) + "' cannot be found",
                        "Copy the platform file and the table");
            }
            return Cluster.ofHosts(HostTableFile.read(folder.resolve(section.text(HOSTS))), cores);
        }
        if (!owner.has(RACKS)) {
            return Cluster.of(section.integer(NODES, 1, Cluster.MAX_NODES), cores);
        }
        if (section.has(NODES)) {
            throw section.problem(NODES, "with racks the number of nodes is the sum over the racks", "Remove 'nodes'");
        }
        return racks(owner, cores);
    }

    private static Cluster racks(Settings owner, int cores) {
        Map<String, Cluster.Rack> racks = new LinkedHashMap<>();
        long sum = 0;
        for (Settings rack : owner.sections(RACKS)) {
            rack.rejectUnknown(List.of(NAME, NODES));
            String name = rack.text(NAME);
            int nodes = rack.integer(NODES, 1, Cluster.MAX_NODES);
            sum += nodes;
            try {
                if (racks.put(name, new Cluster.Rack(name, nodes)) != null) {
                    throw rack.problem(NAME, "two racks are called '" + name + "'", "Rename one of them");
                }
            } catch (IllegalArgumentException e) {
                throw rack.problem(NAME, String.valueOf(e.getMessage()), "");
            }
        }
        if (sum < 1 || sum > Cluster.MAX_NODES) {
            throw owner.problem(RACKS, "the racks must have 1 to " + Cluster.MAX_NODES + " nodes, not " + sum, "");
        }
        return Cluster.ofRacks(List.copyOf(racks.values()), cores);
    }
}
