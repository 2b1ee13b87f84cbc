package org.tailback.study.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.platformfile.PlacementFile;
import org.tailback.table.ResultFile;

class PlacementFilesTest {
    private static final Cluster CLUSTER =
            Cluster.ofRacks(List.of(new Cluster.Rack("X", 2), new Cluster.Rack("Y", 1)), 2);
    private static final Placement PLACEMENT = Placement.of(CLUSTER, 2, 0, 2, 1);

    @TempDir
    private Path folder;

    @Test
    void text_isWhatPlacementFilesAre() {
        Path file = folder.resolve("p.txt");
        ResultFile.write(file, PlacementFiles.text(CLUSTER, PLACEMENT, false));

        assertThat(file).hasContent("0 Y1\n1 X1\n2 Y1\n3 X2\n");
        assertThat(PlacementFile.read(file, "p").place(CLUSTER, 4).nodes()).containsExactly(2, 0, 2, 1);
    }

    @Test
    void rankfile_slotsOfEachNodeFromZero() {
        assertThat(PlacementFiles.rankfile(CLUSTER, PLACEMENT, null))
                .isEqualTo("rank 0=+n2 slot=0\nrank 1=+n0 slot=0\nrank 2=+n2 slot=1\nrank 3=+n1 slot=0\n");
        assertThat(PlacementFiles.rankfile(CLUSTER, PLACEMENT, List.of("a", "b", "c")))
                .startsWith("rank 0=c slot=0\nrank 1=a slot=0\n");
        assertThatThrownBy(() -> PlacementFiles.rankfile(CLUSTER.withGpus(2, 1), PLACEMENT, null))
                .hasMessageContaining("a rankfile places ranks on cores");
        assertThatThrownBy(() -> PlacementFiles.rankfile(CLUSTER, PLACEMENT, List.of("a", "b")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("2 host names");
    }

    @Test
    void bisection_fullCapacityAndHeavyPairsTogether() {
        RankTraffic traffic = RankTraffic.ofRanks(7);
        int[][] heavy = {{0, 6}, {1, 5}, {2, 4}};
        for (int[] pair : heavy) {
            traffic.messageStarted(0, 0, pair[0], pair[1], 1_000_000, 0);
        }
        for (int rank = 0; rank < 6; rank++) {
            traffic.messageStarted(0, 0, rank, rank + 1, 1000, 0);
        }

        int[] nodes = TrafficBisection.nodes(traffic, 2);

        for (int[] pair : heavy) {
            assertThat(nodes[pair[0]]).as(Arrays.toString(nodes)).isEqualTo(nodes[pair[1]]);
        }
        assertThat(Arrays.stream(nodes).max().orElseThrow()).isEqualTo(3);
    }
}
