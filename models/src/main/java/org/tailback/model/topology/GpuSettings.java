package org.tailback.model.topology;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;

/** Reader of the settings of {@link GpuTopology} except the settings of the network between interfaces. */
final class GpuSettings {
    private static final String LOCAL_BANDWIDTH = "local-bandwidth";
    private static final String LOCAL_LINKS = "local-links";
    private static final String RAILS = "rails";
    private static final String RAIL_CROSSING = "rail-crossing";

    /** Keys that only clusters with GPUs may have. */
    static final ImmutableList<String> KEYS = ImmutableList.of(LOCAL_BANDWIDTH, LOCAL_LINKS, RAILS, RAIL_CROSSING);

    private GpuSettings() {}

    /**
     * Returns the unchanged plan for clusters without GPUs, and a network between the interfaces of machines for
     * clusters with GPUs.
     *
     * @param network network between the nodes of a cluster
     * @param relative true if no bandwidth of a node's link is given
     */
    static TopologyPlan read(Settings settings, TopologyPlan network, boolean relative) {
        boolean mesh = settings.choice(LOCAL_LINKS, List.of("switch", "mesh"), "switch")
                .equals("mesh");
        boolean rails = settings.flag(RAILS, false);
        boolean crossesInside = settings.choice(RAIL_CROSSING, List.of("local", "network"), "local")
                .equals("local");
        double local = settings.has(LOCAL_BANDWIDTH) ? settings.bytesPerSecond(LOCAL_BANDWIDTH) : Double.NaN;
        return cluster -> {
            if (!cluster.hasGpus()) {
                for (String key : settings.only(KEYS).keys()) {
                    throw settings.problem(
                            key, "'" + key + "' needs a cluster with GPUs", "Add gpus-per-node to 'cluster'");
                }
                return network.on(cluster);
            }
            if (relative || Double.isNaN(local)) {
                String ofInterface = relative ? "'bandwidth' of an interface" : "";
                String ofGpu = Double.isNaN(local) ? "'local-bandwidth' of a GPU's links inside its node" : "";
                String both = ofInterface.isEmpty() || ofGpu.isEmpty() ? "" : " and ";
                throw new InputException(
                        "A cluster with GPUs needs " + ofInterface + both + ofGpu + " in section 'network'. Add it");
            }
            if (rails && cluster.machines().hosts().isPresent()) {
                throw settings.problem(
                        RAILS, "rails need numbered nodes, not a table of hosts", "Give nodes instead of hosts");
            }
            if (settings.has(RAIL_CROSSING) && !rails) {
                throw settings.problem(
                        RAIL_CROSSING,
                        "'rail-crossing' has no meaning without 'rails: true'",
                        "Add 'rails: true', or remove 'rail-crossing'");
            }
            if (mesh) {
                TopologySizes.checkLinks(settings, LOCAL_LINKS, (long) cluster.nodes() * cluster.gpusPerMachine());
            }
            int interfaces = cluster.gpusPerMachine() / cluster.gpusPerInterface();
            Topology between = network.on(cluster.interfaces());
            int[] places = new int[interfaces * cluster.machines().nodes()];
            Arrays.setAll(places, each -> each % interfaces * cluster.machines().nodes() + each / interfaces);
            Topology placed = rails ? HostPlaces.Placed.of(between, places) : between;
            return new GpuTopology(placed, cluster, local, mesh, rails && crossesInside);
        };
    }
}
