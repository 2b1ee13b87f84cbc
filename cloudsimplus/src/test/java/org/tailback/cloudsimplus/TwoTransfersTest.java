package org.tailback.cloudsimplus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cloudsimplus.TwoTransfers.SwitchKind;

class TwoTransfersTest {
    /** Dates are as coarse as a few of CloudSim's shortest events, 0.1 ms. */
    private static final double COARSE = 1e-3;

    private static final long HUNDRED_MB = 100_000_000;

    @Test
    void contentionSwitch_equalTransfers_endTogetherAtTwoSeconds() {
        List<Double> received = TwoTransfers.run(SwitchKind.CONTENTION, HUNDRED_MB, HUNDRED_MB);

        assertThat(received.get(0)).isEqualTo(2, within(COARSE));
        assertThat(received.get(1)).isEqualTo(2, within(COARSE));
    }

    @Test
    void contentionSwitch_oneThreeTimesAsLong_twoAndFourSeconds() {
        List<Double> received = TwoTransfers.run(SwitchKind.CONTENTION, HUNDRED_MB, 3 * HUNDRED_MB);

        assertThat(received.get(0)).isEqualTo(2, within(COARSE));
        assertThat(received.get(1)).isEqualTo(4, within(COARSE));
    }

    /**
     * Store and forward, at ports that are shared only by packets of the same call, with dates that depend on who looks
     * when.
     */
    @Test
    void stockSwitch_isFarFromTheFluidSolution() {
        List<Double> equal = TwoTransfers.run(SwitchKind.STOCK, HUNDRED_MB, HUNDRED_MB);
        assertThat(equal.get(0)).isEqualTo(2.88, within(0.05));
        assertThat(equal.get(1)).isEqualTo(2.88, within(0.05));

        List<Double> unequal = TwoTransfers.run(SwitchKind.STOCK, HUNDRED_MB, 3 * HUNDRED_MB);
        assertThat(unequal.get(1)).isEqualTo(5.74, within(0.05));
    }
}
