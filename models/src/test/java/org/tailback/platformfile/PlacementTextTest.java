package org.tailback.platformfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;

class PlacementTextTest {
    private static String name(String text) {
        return PlacementText.parse(text, "--placement", 3, Path.of("")).name();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "round-robin-node",
                "round-robin-processor",
                "random:7",
                "block",
                "block:ranks-per-node=4",
                "block:nodes=8",
                "block:ranks-per-node=4,nodes=8,node-choice=spread",
                "block:node-choice=drawn:9"
            })
    void parse_nameIsWhatWasWritten(String text) {
        assertThat(name(text)).isEqualTo(text);
    }

    @Test
    void parse_withoutSeed_thatOfTheRun() {
        assertThat(name("random")).isEqualTo("random:3");
        assertThat(name("block:node-choice=drawn")).isEqualTo("block:node-choice=drawn:3");
        assertThat(name("block:node-choice=contiguous")).isEqualTo("block");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "blok|Did you mean 'block'",
                "block:ranks-per-nod=4|Did you mean 'ranks-per-node'",
                "block:nodes=0|'nodes' must be 1 to 16777216, found '0'",
                "block:nodes=few|found 'few'",
                "block:node-choice=spraed|Did you mean 'spread'",
                "block:node-choice=drawn:x|the seed of a choice of nodes is a whole number, found 'drawn:x'",
                "random:x|the seed of a random placement is a whole number, found 'random:x'"
            })
    void parse_mistakes_saidWithTheNearest(String text, String message) {
        assertThatThrownBy(() -> name(text))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("--placement")
                .hasMessageContaining(message);
    }

    @Test
    void resolve_onlyTheFile() {
        Path folder = Path.of("studies");

        assertThat(PlacementText.resolve(folder, "file:a.txt")).isEqualTo("file:studies/a.txt");
        assertThat(PlacementText.resolve(folder, "allocation:a.txt,ranks-per-node=4"))
                .isEqualTo("allocation:studies/a.txt,ranks-per-node=4");
        assertThat(PlacementText.resolve(folder, "block:nodes=4")).isEqualTo("block:nodes=4");
        assertThat(PlacementText.pathOf("file:a,ranks-per-node=4")).isEqualTo(Path.of("a,ranks-per-node=4"));
    }
}
