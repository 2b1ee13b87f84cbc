package org.tailback.platformfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
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
                .hasMessageContaining("nodes.txt:1: node Y2 has 4 GPUs, and this is one rank more");
        assertThatThrownBy(() -> rule("Y2.1\n", "").place(gpus, 1)).hasMessageContaining("unknown node 'Y2.1'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X1,X2|''|3|2 lines with 1 rank each, but the program has 3 ranks. If a line is a node",
                "X1,X2|,ranks-per-node=2|5|2 lines with 2 ranks each",
                "X1,X2|,ranks-per-node=3|5|nodes.txt:1: node X1 has 2 cores",
                "X1,Z9|''|2|nodes.txt:2: unknown node 'Z9'; the platform has nodes X1 to X3 Y1 to Y3",
                "X1,9|''|2|nodes.txt:2: unknown node '9'",
                "X1,X2 4|''|2|nodes.txt:2: expected one node, found 'X2 4'",
                "X1|,ranks-per-node=0|1|'ranks-per-node' must be >= 1"
            })
    void problems_saidWithTheLine(String lines, String settings, int ranks, String message) {
        assertThatThrownBy(() -> rule(lines.replace(',', '\n'), settings).place(RACKS, ranks))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void missingFile_said() {
        assertThatThrownBy(() -> PlacementText.parse("allocation:no.txt", "--allocation", 1, folder))
                .hasMessageContaining("no.txt: there is no such allocation file");
    }
}
