package org.tailback.model.plogpt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.model.closedform.AlltoallClosedForms;
import org.tailback.model.closedform.AlltoallClosedForms.Bandwidths;
import org.tailback.model.loss.TailDrop;

/** Equations (18), (19), (23), (25) of Nomura et al. with Table II. */
class AlltoallClosedFormsTest {
    private static AlltoallClosedForms forms(Bandwidths bandwidths) {
        return new AlltoallClosedForms(
                TableTwo.TREE, TableTwo.COST, TableTwo.loss(TailDrop.Policy.ANY_START), bandwidths);
    }

    @Test
    void plogp_equations18And19_byHand() {
        // g = 8 * 65536 / 580.2 us = 903.6332299 us, L = 50 us, P = 4.
        double g = 8 * 65536 / 580.2;
        assertThat(AlltoallClosedForms.plogpA(TableTwo.COST, 4, 65536) * 1e6).isEqualTo(3 * (g + 50), within(1e-9));
        assertThat(AlltoallClosedForms.plogpB(TableTwo.COST, 4, 65536) * 1e6).isEqualTo(3 * g + 50, within(1e-9));
    }

    @ParameterizedTest(name = "P = {0}")
    @CsvSource({"16, 14343.647084", "32, 32439.746053", "8, 6702.100123"})
    void plogptA_equation23WithPrintedBandwidths(int ranks, double microseconds) {
        assertThat(forms(Bandwidths.AS_GIVEN).plogptA(ranks, 65536) * 1e6).isEqualTo(microseconds, within(5e-7));
    }

    @ParameterizedTest(name = "P = {0}")
    @CsvSource({"16, 14383.877900", "32, 32479.976869"})
    void plogptA_equation23WithCountedBandwidths(int ranks, double microseconds) {
        assertThat(forms(Bandwidths.COUNTED).plogptA(ranks, 65536) * 1e6).isEqualTo(microseconds, within(5e-7));
    }

    @Test
    void bufferThreshold_tableTwo_18203Point8And32942() {
        Percentage close = Percentage.withPercentage(1e-7);
        // d(1) b(1) = 251 us * 580.2 Mbit/s; d(4) b(4) / 8 = 455 us * 579.2 Mbit/s as printed, * 576.0 as it counts.
        assertThat(forms(Bandwidths.AS_GIVEN).bufferThreshold(1)).isCloseTo(18203.775, close);
        assertThat(forms(Bandwidths.AS_GIVEN).bufferThreshold(4)).isCloseTo(32942.0, close);
        assertThat(forms(Bandwidths.COUNTED).bufferThreshold(4)).isCloseTo(32760.0, close);
    }

    @ParameterizedTest(name = "{0} B")
    @CsvSource({"18203, 0", "18204, 1", "32942, 1", "32943, 2"})
    void timeouts_32RanksPrintedBandwidths_zeroOneTwo(long bytes, int timeouts) {
        assertThat(forms(Bandwidths.AS_GIVEN).timeouts(32, bytes)).isEqualTo(timeouts);
    }

    @Test
    void plogptA_notAPowerOfTwo_isRejected() {
        assertThatThrownBy(() -> forms(Bandwidths.COUNTED).plogptA(12, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("power of two");
    }
}
