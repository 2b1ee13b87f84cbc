package org.tailback.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
    private static final List<String> KEYS = List.of("nodes", "cores-per-node", "racks", "gap");

    @ParameterizedTest
    @CsvSource({"noeds, nodes", "node, nodes", "rack, racks", "cores, cores-per-node", "cores-per-nodes, cores-per-node"
    })
    void of_nearWord_namesIt(String word, String nearest) {
        assertThat(Suggestion.of(word, KEYS)).isEqualTo("Did you mean '" + nearest + "'? ");
    }

    @ParameterizedTest
    @CsvSource({"ompi, openmpi", "mpi, mpich", "roundrobin, round-robin-node"})
    void of_wordWithoutSomeLetters_namesTheWhole(String word, String whole) {
        assertThat(Suggestion.of(
                        word, List.of("basic", "openmpi", "mpich", "round-robin-node", "round-robin-processor")))
                .isEqualTo("Did you mean '" + whole + "'? ");
    }

    @ParameterizedTest
    @CsvSource({"bandwidth", "x", "''"})
    void of_farWord_isEmpty(String word) {
        assertThat(Suggestion.of(word, List.of("nodes", "latency"))).isEmpty();
    }

    @Test
    void of_upperCase_isTheSameWord() {
        assertThat(Suggestion.of("LUMI", List.of("dahu", "lumi", "leonardo"))).isEqualTo("Did you mean 'lumi'? ");
    }
}
