package org.tailback.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ReplicationsTest {
    /** Mean 2, s = 1, n = 3; t(2, 0.975) = 4.302652729911275 (printed tables: 4.303). */
    @Test
    void of_threeValues_studentInterval() {
        Replications spread = Replications.of(1, 2, 3);

        double radius = 4.302652729911275 / Math.sqrt(3);
        assertThat(spread.mean()).isEqualTo(2);
        assertThat(spread.low()).isCloseTo(2 - radius, within(1e-7));
        assertThat(spread.high()).isCloseTo(2 + radius, within(1e-7));
        assertThat(spread.minimum()).isEqualTo(1);
        assertThat(spread.maximum()).isEqualTo(3);
        assertThat(spread.count()).isEqualTo(3);
    }

    @Test
    void of_oneValue_noWidth() {
        assertThat(Replications.of(0.1)).isEqualTo(new Replications(1, 0.1, 0.1, 0.1, 0.1, 0.1));
    }

    @Test
    void of_equalValues_noWidthAndExactMean() {
        assertThat(Replications.of(0.1, 0.1, 0.1)).isEqualTo(new Replications(3, 0.1, 0.1, 0.1, 0.1, 0.1));
    }
}
