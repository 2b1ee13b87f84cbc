package org.tailback.fit.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;
import org.tailback.fit.SharedFiles;

class MeasuredGraphsFileTest {
    private static final String TEXT = """
            {"about": "two", "bytes": 1000, "referenceTime": 0.5, "graphs": [
              {"name": "out2", "edges": [
                {"id": "a", "source": 0, "destination": 1, "mean": 1.0, "ci95": 0.1},
                {"id": "b", "source": 0, "destination": "x", "mean": 2.0, "bytes": 500}]}]}
            """;

    @Test
    void text_isReadWithItsDefaults() {
        MeasuredGraph graph = MeasuredGraphsFile.parse(TEXT, "f").graphs().get(0);
        assertThat(graph.slowdown(0)).isEqualTo(2);
        assertThat(graph.slowdown(1)).isEqualTo(8);
        assertThat(graph.isStaticSynchronous()).isFalse();
        assertThat(graph.graph().edges().get(1).destination()).isEqualTo("x");
    }

    @Test
    void mistakes_haveTheirPlace() {
        assertThatThrownBy(() -> MeasuredGraphsFile.parse(TEXT.replace("\"mean\": 2.0", "\"mean\": -1"), "f"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("f:4:")
                .hasMessageContaining("'mean' must be > 0, found '-1'");
        assertThatThrownBy(() -> MeasuredGraphsFile.parse(TEXT.replace("\"id\": \"b\"", "\"id\": \"a\""), "f"))
                .hasMessageContaining("two edges have the id 'a'");
        assertThatThrownBy(() -> MeasuredGraphsFile.parse(TEXT.replace("\"referenceTime\": 0.5, ", ""), "f"))
                .hasMessageContaining("no 'referenceTime'");
        assertThatThrownBy(() -> MeasuredGraphsFile.parse(TEXT.replace("\"graphs\"", "\"graph\""), "f"))
                .hasMessageContaining("missing list 'graphs'");
    }

    @Test
    void realFile_has23Graphs() {
        MeasuredGraphsFile file = MeasuredGraphsFile.read(SharedFiles.find("measured/tcp-star-8.json"));
        assertThat(file.graphs()).hasSize(23);
        assertThat(file.graphs().get(0).graph().edges()).hasSize(4);
    }
}
