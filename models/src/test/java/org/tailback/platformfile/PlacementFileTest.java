package org.tailback.platformfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;

class PlacementFileTest {
    private static final Cluster CLUSTER =
            Cluster.ofRacks(List.of(new Cluster.Rack("X", 2), new Cluster.Rack("Y", 2)), 2);

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("ranks.txt");
    }

    private Placement place(String text, int ranks) throws IOException {
        Files.writeString(file, text);
        return PlacementText.parse("file:ranks.txt", "--placement", 1, folder).place(CLUSTER, ranks);
    }

    @Test
    void place_anyOrderWithComments_putsEveryRankOnItsNode() throws IOException {
        Placement placement = place("# rank node\n\n2  Y2\n0\tX1 # first\r\n 1 X1\n3 Y1", 4);
        assertThat(IntStream.range(0, 4).map(placement::nodeOf)).containsExactly(0, 0, 3, 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 X1;1 X3 | :2: unknown node 'X3'; the platform has nodes X1 to X2 Y1 to Y2",
                "0 X1;0 X2 | :2: rank 0 was placed in line 1 already",
                "0 X1;2 X2 | :2: rank 2, but the program has ranks 0 to 1",
                "#;0 | :2: expected a rank and the name of its node, as in '3 X1', found '0'",
                "0 X1 X2 | :1: expected a rank and the name of its node, as in '3 X1', found '0 X1 X2'",
                "-1 X1 | :1: expected a rank and the name of its node, as in '3 X1', found '-1 X1'",
                "1 X1 | : no line for rank 0. Every rank of the program needs a line 'rank node'",
                "'' | : no line for rank 0 and 1 more. Every rank of the program needs a line 'rank node'",
            })
    void place_wrongLine_saysWhereAndWhat(String lines, String message) {
        assertThatThrownBy(() -> place(lines.replace(';', '\n'), 2))
                .isInstanceOf(InputException.class)
                .hasMessage(file + message);
    }

    @Test
    void place_moreRanksOnANodeThanItHasCores_isRefused() {
        assertThatThrownBy(() -> place("0 X1\n1 X1\n2 X1\n", 3))
                .isInstanceOf(InputException.class)
                .hasMessage(file + ":3: node X1 has 2 cores, but more ranks are placed on it: a core holds one rank");
    }

    @Test
    void parse_missingFile_saysSo() {
        assertThatThrownBy(() -> PlacementText.parse("file:ranks.txt", "--placement", 1, folder))
                .isInstanceOf(InputException.class)
                .hasMessage(file + ": there is no such placement file. Check the path");
    }

    @Test
    void read_bytesThatAreNoText_saysSoWithoutJavasWords() throws IOException {
        Files.write(file, new byte[] {'0', '\n', '1', ' ', (byte) 0xc3, '\n'});

        assertThatThrownBy(() -> PlacementText.parse("file:ranks.txt", "--placement", 1, folder))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        file + ":2:3: expected text in UTF-8, found the byte 0xc3. Is the text in another encoding?");
    }

    @ParameterizedTest
    @CsvSource({
        "round-robin-node, round-robin-node",
        "' round-robin-processor ', round-robin-processor",
        "random, random:9",
        "random:-3, random:-3",
    })
    void parse_namedRules_areThoseOfCore(String text, String name) {
        assertThat(PlacementText.parse(text, "--placement", 9, folder).name()).isEqualTo(name);
    }
}
