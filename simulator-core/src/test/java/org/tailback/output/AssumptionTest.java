package org.tailback.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AssumptionTest {
    @Test
    void warnings_areDividedByTheMark() {
        List<String> all = List.of("3 messages were lost.", Assumption.of("10 Gflop/s per rank."));

        assertThat(all.get(1)).isEqualTo("Assumed: 10 Gflop/s per rank.");
        assertThat(Assumption.among(all)).containsExactly("10 Gflop/s per rank.");
        assertThat(Assumption.others(all)).containsExactly("3 messages were lost.");
    }
}
