package org.tailback.fit.collective;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.Workload;

/**
 * Predictions of measured collective operations on a platform. Ranks fill one node after the other, beginning with the
 * first.
 */
public final class CollectivePrediction {
    private CollectivePrediction() {}

    /**
     * Returns the predicted times, in seconds, in the order of the cells. The cost is one replay for each cell that
     * differs from all earlier cells in more than its measured time. A replay has only a few nodes where they represent
     * all nodes. Replays run on all cores.
     *
     * @throws InputException if the platform has too few nodes or cores, or an algorithm does not support the number of
     *     ranks
     */
    public static double[] seconds(List<MeasuredCollective> cells, PlatformFile platform, Overrides overrides) {
        return seconds(cells, platform, overrides, (cell, error) -> {
            throw error;
        });
    }

    /**
     * Returns the predicted times, in seconds; NaN for cells that cannot be predicted. For each group of equal cells
     * that cannot be predicted, {@code failed} receives the first cell and the error.
     */
    static double[] seconds(
            List<MeasuredCollective> cells,
            PlatformFile platform,
            Overrides overrides,
            BiConsumer<MeasuredCollective, InputException> failed) {
        Platforms described = Platforms.of("platform", platform);
        Map<Integer, Platform> bySize = cells.stream()
                .map(MeasuredCollective::nodes)
                .distinct()
                .collect(Collectors.toMap(nodes -> nodes, nodes -> described.forNodes(nodes, overrides)));
        Map<MeasuredCollective, Integer> places = new LinkedHashMap<>();
        int[] place = cells.stream()
                .mapToInt(cell -> places.computeIfAbsent(operation(cell), any -> places.size()))
                .toArray();
        List<MeasuredCollective> different = List.copyOf(places.keySet());
        double[] seconds = IntStream.range(0, different.size())
                .parallel()
                .mapToDouble(i -> {
                    MeasuredCollective cell = different.get(i);
                    try {
                        return seconds(cell, Objects.requireNonNull(bySize.get(cell.nodes())));
                    } catch (InputException e) {
                        failed.accept(cell, e);
                        return Double.NaN;
                    }
                })
                .toArray();
        return Arrays.stream(place).mapToDouble(i -> seconds[i]).toArray();
    }

    /** Returns whether a platform has enough nodes for a cell, and enough slots on them for its ranks. */
    static boolean fits(MeasuredCollective cell, Cluster cluster) {
        return cell.nodes() <= cluster.machines().nodes() && cell.ranksPerNode() <= cluster.slotsPerMachine();
    }

    /** Returns a platform's capacity for ranks, such as {@code 16 nodes with 4 cores each}. */
    static String places(Cluster cluster) {
        return cluster.machines().nodes() + " nodes with " + cluster.slotsPerMachine() + " " + cluster.slotName()
                + "s each";
    }

    static MeasuredCollective operation(MeasuredCollective cell) {
        return new MeasuredCollective(
                cell.operation(), cell.algorithm(), "", cell.nodes(), cell.ranksPerNode(), cell.bytes(), 1);
    }

    private static double seconds(MeasuredCollective cell, Platform platform) {
        Cluster cluster = platform.cluster();
        if (!fits(cell, cluster)) {
            throw new InputException(cell.nodes() + " nodes with " + cell.ranksPerNode()
                    + " ranks each were measured, but the platform has " + places(cluster)
                    + ". Give 'cluster' more nodes or "
                    + cluster.slotName().toLowerCase(Locale.ROOT) + "s-per-node");
        }
        int[] nodeOfRank = new int[cell.ranks()];
        Arrays.setAll(nodeOfRank, rank -> cluster.nodeOfSlot(rank / cell.ranksPerNode(), rank % cell.ranksPerNode()));
        double seconds = Workload.ofCollective(cell.operation(), cell.algorithm(), cell.ranks(), cell.bytes())
                .on(platform)
                .placement(Placement.of(cluster, nodeOfRank))
                .run()
                .makespan();
        if (seconds == 0) {
            throw new InputException(
                    "The platform predicts that " + cell.operation().label() + " " + cell.algorithm()
                            + " of " + cell.bytes() + " B on " + cell.ranks()
                            + " ranks takes no time. Give cost and intra-node a latency");
        }
        return seconds;
    }
}
