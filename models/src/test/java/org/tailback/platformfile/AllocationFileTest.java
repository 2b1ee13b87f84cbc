package org.tailback.platformfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.error.InputException;

class AllocationFileTest {
    private static final Cluster RACKS =
            Cluster.ofRacks(List.of(new Cluster.Rack("X", 3), new Cluster.Rack("Y", 3)), 2);

    @TempDir
    private Path folder;

    private PlacementRule rule(String lines, String settings) throws IOException {
        Files.writeString(folder.resolve("nodes.txt"), lines);
        return PlacementText.parse("allocation:nodes.txt" + settings, "--allocation", 1, folder);
    }

    private static int[] nodes(PlacementRule rule, Cluster cluster, int ranks) {
        Placement placement = rule.place(cluster, ranks);
        return IntStream.range(0, ranks).map(placement::nodeOf).toArray();
    }

    @Test
    void lineARank_namesAndNumbers() throws IOException {
        PlacementRule rule = rule("# from the scheduler\nY2\nY2\n\nX1 # first\n5\n", "");

        assertThat(nodes(rule, RACKS, 4)).containsExactly(4, 4, 0, 5);
        assertThat(nodes(rule, RACKS, 3)).containsExactly(4, 4, 0);
        assertThat(rule.name()).isEqualTo("allocation:nodes.txt");
    }

    @Test
    void lineANode_blocksOfRanks() throws IOException {
        assertThat(nodes(rule("7\n3\n", ",ranks-per-node=2"), Cluster.of(8, 2), 3))
                .containsExactly(7, 7, 3);
    }

    @Test
    void gpus_aLineIsANode_whoseGpusAreFilled() throws IOException {
        Cluster gpus = RACKS.withGpus(4, 2);
        assertThat(nodes(rule("Y2\nX1\n", ",ranks-per-node=3"), gpus, 5)).containsExactly(16, 17, 18, 0, 1);
        assertThat(nodes(rule("Y2\n4\nX1\nY2\n", ""), gpus, 4)).containsExactly(16, 17, 0, 18);
        assertThatThrownBy(() -> rule("Y2\n", ",ranks-per-node=5").place(gpus, 5))
                .hasMessageContaining("nodes.txt:1: node Y2 has 4 GPUs, but more ranks are placed on it");
        assertThatThrownBy(() -> rule("Y2.1\n", "").place(gpus, 1)).hasMessageContaining("unknown node 'Y2.1'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X1,X2|''|3|2 nodes for 2 ranks in total, but the program has 3 ranks. If a node is listed once",
                "X1,X2|,ranks-per-node=2|5|2 nodes for 4 ranks in total, but the program has 5 ranks",
                "X1,X2,X1|,ranks-per-node=2|3|nodes.txt:3: node X1 is listed again, after line 1, but ranks-per-node",
                "X1 slots=1|,ranks-per-node=2|2|nodes.txt:1: node X1 has 1 slots, but ranks-per-node is 2",
                "X1 slots=0|''|1|nodes.txt:1: the node has 0 slots",
                "X1:3|''|3|nodes.txt:1: node X1 has 2 cores, but more ranks are placed on it",
                "X[1-2|''|1|nodes.txt:1: the brackets of 'X[1-2' do not match",
                "X[2-1]|''|1|nodes.txt:1: expected a range",
                "X[a-b]|''|1|nodes.txt:1: expected numbers in brackets",
                "rank 0=X1 slot=0,rank 0=X2 slot=0|''|2|nodes.txt:2: rank 0 was placed in line 1 already",
                "rank 0=X1 slot=0|''|2|no line for rank 1",
                "rank 0=X1 slot=0|,ranks-per-node=2|1|a rankfile places each rank",
                "X1,X2|,ranks-per-node=3|5|nodes.txt:1: node X1 has 2 cores",
                "X1,Z9|''|2|nodes.txt:2: unknown node 'Z9'; the platform has nodes X1 to X3 Y1 to Y3",
                "X1,9|''|2|nodes.txt:2: unknown node '9'",
                "X1,3 4|''|2|nodes.txt:2: expected one node, found '3 4'",
                "X1|,ranks-per-node=0|1|'ranks-per-node' must be 1 to 16777216"
            })
    void problems_saidWithTheLine(String lines, String settings, int ranks, String message) {
        assertThatThrownBy(() -> rule(lines.replace(',', '\n'), settings).place(RACKS, ranks))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    /** Two cores a node: X1 to X3 are nodes 0 to 2, Y1 to Y3 nodes 3 to 5. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X[1-2];Y[02,3]||4|0 1 4 5",
                "X[001-002]; Y3||3|0 1 5",
                "X[1-2]|,ranks-per-node=2|4|0 0 1 1",
                "X1 slots=2;Y1 max_slots=4 slots=1||3|0 0 3",
                "X1:2;Y1:1||3|0 0 3",
                "X1:2:mlx5_0;Y1||3|0 0 3",
                "X1.cluster.example.org;Y2.cluster.example.org:2||3|0 4 4",
                "X1 2 Y1 1||3|0 0 3",
                "X1 X1 Y1||3|0 0 3",
                "X2;X2;Y1;Y1||4|1 1 3 3",
                "X2;Y1;X2;Y1||4|1 3 1 3",
                "rank 1=X1 slot=0:1;rank 0=Y2 slots=0-1;rank 2=+n5 slot=0||3|4 0 5",
            })
    void formsOfSchedulers(String lines, String settings, int ranks, String nodes) throws IOException {
        PlacementRule rule = rule(lines.replaceAll("; *", "\n"), settings == null ? "" : settings);

        assertThat(nodes(rule, RACKS, ranks))
                .containsExactly(
                        Stream.of(nodes.split(" ")).mapToInt(Integer::parseInt).toArray());
        assertThat(rule.warnings(RACKS, ranks)).isEmpty();
    }

    @Test
    void listInPlaceOfAFile_slurm() {
        PlacementRule rule = PlacementText.parse("allocation:Y[1,3],X2,ranks-per-node=2", "--allocation", 1, folder);

        assertThat(nodes(rule, RACKS, 6)).containsExactly(3, 3, 5, 5, 1, 1);
        Cluster named = Cluster.ofRacks(List.of(new Cluster.Rack("a1b", 4), new Cluster.Rack("a2b", 4)), 1);
        assertThat(nodes(PlacementText.parse("allocation:a[1-2]b[3-4]", "", 1, folder), named, 4))
                .containsExactly(2, 3, 6, 7);
        assertThat(PlacementText.resolve(folder, "allocation:Y[1,3]")).isEqualTo("allocation:Y[1,3]");
    }

    /** The platform has numbers only. */
    @Test
    void namesWithNumbers_areTheNodesOfTheseNumbers_whichIsSaid() throws IOException {
        PlacementRule rule = rule("node007\nnode001\n", "");

        assertThat(nodes(rule, Cluster.of(8, 1), 2)).containsExactly(7, 1);
        assertThat(rule.warnings(Cluster.of(8, 1), 2))
                .singleElement()
                .asString()
                .contains("node001 for node 1");
        assertThatThrownBy(() -> rule.place(Cluster.of(7, 1), 2))
                .hasMessageContaining("nodes.txt:1: unknown node 'node007': the platform has nodes 0 to 6");
        PlacementRule twice = rule("r1n2\nr2n2\n", "");
        assertThatThrownBy(() -> twice.place(Cluster.of(8, 2), 2))
                .hasMessageContaining("nodes.txt:2: 'r2n2' would be node 2, as 'r1n2' is");
    }

    @Test
    void leftOver_isAWarning() throws IOException {
        assertThat(rule("X1 slots=2\nX2 slots=2\nX3 slots=2\n", "").warnings(RACKS, 3))
                .singleElement()
                .asString()
                .contains("unused slots for ranks: 3 of 6; nodes without a rank: 1");
    }

    @Test
    void rankfile_asPlacementFile_andHosts() throws IOException {
        Path file = Files.writeString(folder.resolve("rf"), "# made by hand\nrank 1=X2 slot=0\nrank 0=Y1 slot=1\n");

        assertThat(nodes(PlacementText.parse("file:rf", "--placement", 1, folder), RACKS, 2))
                .containsExactly(3, 1);
        assertThat(PlacementFile.hosts(file)).containsExactly("X2", "Y1");
        Files.writeString(file, "# cluster\nalpha slots=2\n\nbeta # second\nalpha\nnode[1-2]\n");
        assertThat(PlacementFile.hosts(file)).containsExactly("alpha", "beta", "node1", "node2");
        Files.writeString(file, "rank 0=X1 slot=0\n1 X2\n");
        assertThatThrownBy(() -> PlacementText.parse("file:rf", "--placement", 1, folder))
                .hasMessageContaining("rf:2: expected");
    }

    @Test
    void missingFile_said() {
        assertThatThrownBy(() -> PlacementText.parse("allocation:no.txt", "--allocation", 1, folder))
                .hasMessageContaining("no.txt: there is no such allocation file");
    }
}
