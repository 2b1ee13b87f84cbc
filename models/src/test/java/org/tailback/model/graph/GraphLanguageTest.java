package org.tailback.model.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.error.InputException;
import org.tailback.model.graph.ContentionGraph.Edge;

class GraphLanguageTest {
    @TempDir
    private Path folder;

    @Test
    void inline_sizesAndStarts_areRead() {
        ContentionGraph graph = GraphLanguage.inline("a:0>1 b:0>2*4MiB  c:n4>rack-A_2*20MiB@10ms d:2>0@1.5s", 100);
        assertThat(graph.edges())
                .containsExactly(
                        new Edge("a", "0", "1", 100, 0),
                        new Edge("b", "0", "2", 4 << 20, 0),
                        new Edge("c", "n4", "rack-A_2", 20 << 20, 0.010),
                        new Edge("d", "2", "0", 100, 1.5));
        assertThat(graph.nodeNames()).containsExactly("0", "1", "2", "n4", "rack-A_2");
    }

    @Test
    void inline_edgesWithoutIds_areNumberedAsTheyStand() {
        assertThat(GraphLanguage.inline("0>1 b:0>2 4>3*2B", 7).edges())
                .containsExactly(
                        new Edge("1", "0", "1", 7, 0), new Edge("b", "0", "2", 7, 0), new Edge("3", "4", "3", 2, 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a:0>1 b:0-2     | graph, word 2 (column 7): 'b:0-2' is not an edge: expected [id:]source>destination",
                "a:0>1 b:0>2*4Mx | graph, word 2 (column 7): size of edge 'b': expected a size",
                "a:0>1@4MiB      | graph, word 1 (column 1): start of edge 'a': expected a time",
                "a:0>1 a:0>2     | graph, word 2 (column 7): a second edge 'a'; the first is at graph, word 1",
                "a:0>0           | graph, word 1 (column 1): edge 'a' stays inside node 0",
                "a:0>1*          | graph, word 1 (column 1): size of edge 'a': expected a size",
                ":0>1            | graph, word 1 (column 1): ':0>1' is not an edge",
                "2:0>1 0>2       | graph, word 2 (column 7): a second edge '2'; the first is at graph, word 1",
                "' '             | graph: no edges",
            })
    void inline_badWord_saysWhichAndWhatIsExpected(String text, String message) {
        assertThatThrownBy(() -> GraphLanguage.inline(text, 1))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void file_severalLinesAndComments_isRead() throws IOException {
        Path file = Files.writeString(folder.resolve("graph.txt"), "# star\na:0>1 b:0>2 # two\n\n  c:0>3*1kB\n");
        assertThat(GraphLanguage.read(file.toString(), 7).edges())
                .containsExactly(
                        new Edge("a", "0", "1", 7, 0), new Edge("b", "0", "2", 7, 0), new Edge("c", "0", "3", 1000, 0));
    }

    @Test
    void file_badWord_hasLineAndColumn() throws IOException {
        Path file = Files.writeString(folder.resolve("graph.txt"), "a:0>1\n  b:0>2 c:3\n");
        assertThatThrownBy(() -> GraphLanguage.file(file, 1))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(file + ":2:9: 'c:3' is not an edge");
    }

    @Test
    void read_neitherFileNorGraph_saysSo() {
        assertThatThrownBy(() -> GraphLanguage.read("no-such-file", 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("neither a file nor a graph");
    }

    @Test
    void toString_ofEdge_isReadAgain() {
        Edge edge = new Edge("c", "4", "2", 20971520, 0.25);
        assertThat(GraphLanguage.inline(edge.toString(), 1).edges()).containsExactly(edge);
    }

    @Test
    void contentionGraph_edgesOfAProgram_haveDifferentIdsAndDifferentEnds() {
        Edge edge = new Edge("a", "0", "1", 1, 0);

        assertThatThrownBy(() -> new ContentionGraph(List.of(edge, edge))).hasMessageContaining("different ids");
        assertThatThrownBy(() -> new ContentionGraph(List.of())).hasMessageContaining("different ids");
        assertThatThrownBy(() -> new Edge("a", "0", "0", 1, 0)).hasMessageContaining("stays inside node '0'");
    }
}
