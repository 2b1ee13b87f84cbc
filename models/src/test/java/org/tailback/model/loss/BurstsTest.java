package org.tailback.model.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.settings.Settings;

/** 8 nodes, ports of 50 Mbit/s, 100 Mbit/s between two switches, 100 kB of buffer a port. */
class BurstsTest {
    private static final FairTree TREE =
            FairTree.of(new double[] {6.25e6, 12.5e6, 12.5e6}, new double[] {0.016, 0.016, 0.008});

    private final Bursts bursts = new Bursts(TREE, 0.024);

    /**
     * Four senders bring 50 kB each; 200 kB * (1 - 12.5 / 25) - 100 kB is exactly nothing, 240 kB leave 20 kB too
     * many.
     */
    @Test
    void portBetweenSwitches_overflows() {
        for (int source = 0; source < 4; source++) {
            bursts.started(source, source ^ 4, 50_000, 0);
        }
        assertThat(bursts.probabilityOfTimeout(0, 4, 0.02)).isZero();
        for (int source = 0; source < 4; source++) {
            bursts.started(source, source ^ 5, 10_000, 0.01);
        }
        double lost = 20_000.0 / 240_000;
        assertThat(bursts.probabilityOfTimeout(0, 4, 0.02)).isCloseTo(lost * lost, within(1e-12));
        assertThat(bursts.probabilityOfTimeout(4, 0, 0.02))
                .as("the other direction")
                .isZero();
        assertThat(bursts.probabilityOfTimeout(0, 1, 0.02))
                .as("not between the switches")
                .isZero();
    }

    @Test
    void whatBeganMoreThanARoundTripAgo_doesNotCount() {
        for (int source = 0; source < 4; source++) {
            bursts.started(source, source ^ 4, 100_000, 0);
        }
        assertThat(bursts.probabilityOfTimeout(0, 4, 0.024)).isPositive();
        assertThat(bursts.probabilityOfTimeout(0, 4, 0.0241)).isZero();
    }

    @Test
    void setBack_allBeganEarlier() {
        for (int source = 0; source < 4; source++) {
            bursts.started(source, source ^ 4, 100_000, 5);
        }
        double lost = bursts.probabilityOfTimeout(0, 4, 5.02);
        bursts.setBack(5.01);
        assertThat(bursts.probabilityOfTimeout(0, 4, 0.01)).isPositive().isCloseTo(lost, within(1e-9));
        assertThat(bursts.probabilityOfTimeout(0, 4, 0.0141)).isZero();
    }

    /** Senders send no faster than their card: 12.5 kB each within 2 ms. */
    @Test
    void messagesThatHaveJustBegun_countByWhatHasCome() {
        for (int source = 1; source < 8; source++) {
            bursts.started(source, 0, 1_000_000, 0);
        }
        assertThat(bursts.probabilityOfTimeout(1, 0, 0.002)).isZero();
        double come = 7 * 6.25e6 * 0.02;
        double lost = (come * 6 / 7 - 100_000) / come;
        assertThat(bursts.probabilityOfTimeout(1, 0, 0.02)).isCloseTo(lost * lost, within(1e-12));
    }

    @Test
    void option_isOffByDefault() {
        assertThat(new TailDropProvider().create(Settings.empty("loss", "test")).isRandom())
                .isFalse();
        TailDrop model = (TailDrop) new TailDropProvider()
                .create(Settings.ofScalars("loss", "test", Map.of("policy", "none", "burst-round-trip", "24 ms")));
        assertThat(model.burstRoundTrip()).isEqualTo(0.024);
        assertThat(model.losesMessages() && model.isRandom()).isTrue();
    }
}
