package org.tailback.dsol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TwoSendersTest {
    @Test
    void arrivals_intoOnePort_areTheFluidSolution() throws InterruptedException {
        assertThat(TwoSenders.arrivals(100_000_000, 100_000_000)).containsExactly(2.5, 2.5);
        // at 2.5 s the longer one has 200 MB left and the port for itself
        assertThat(TwoSenders.arrivals(100_000_000, 300_000_000)).containsExactly(2.5, 4.5);
    }
}
