package org.tailback.model.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TorusTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1x1x1",
        "7, 7x1x1",
        "8, 2x2x2",
        "12, 3x2x2",
        "16, 4x2x2",
        "64, 4x4x4",
        "512, 8x8x8",
        "158976, 64x54x46"
    })
    void cubic_nodes_areTheThreeMostEqualSizes(int nodes, String expected) {
        int[] sizes = Torus.cubic(nodes);

        assertThat(sizes[0] + "x" + sizes[1] + "x" + sizes[2]).isEqualTo(expected);
    }
}
