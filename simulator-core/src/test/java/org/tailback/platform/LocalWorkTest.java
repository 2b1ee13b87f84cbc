package org.tailback.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.platform.LocalWork.Range;

class LocalWorkTest {
    private static final LocalWork WORK = new LocalWork(
            List.of(new Range(0, 1e-6, 0.1e-9)),
            List.of(new Range(0, 0, 0.1e-9), new Range(1_000_000, 0, 0.2e-9)),
            List.of(),
            0.04e-9);

    @Test
    void copySeconds_exampleOfTheClassComment_twoRanges() {
        assertThat(WORK.copySeconds(999_999)).isCloseTo(99.9999e-6, within(1e-15));
        assertThat(WORK.copySeconds(1_000_000)).isCloseTo(200e-6, within(1e-15));
        assertThat(WORK.copySeconds(0)).isZero();
    }

    @Test
    void sharedBy_fewRanks_areNotSlowedDown() {
        assertThat(WORK.sharedBy(1)).isSameAs(WORK);
        assertThat(WORK.sharedBy(2).reductionSeconds(1000)).isCloseTo(1.1e-6, within(1e-18));
    }

    @Test
    void sharedBy_manyRanks_eachMovesItsPartOfTheNodesMemory() {
        LocalWork four = WORK.sharedBy(4);
        assertThat(four.reductionSeconds(1000)).isCloseTo(1.16e-6, within(1e-18));
        assertThat(four.copySeconds(1_000_000)).isCloseTo(200e-6, within(1e-15));
        assertThat(WORK.sharedBy(10).copySeconds(1_000_000)).isCloseTo(400e-6, within(1e-15));
    }

    @Test
    void sharedBy_nodeWithoutLimit_staysAsItIs() {
        assertThat(LocalWork.FREE.sharedBy(64)).isSameAs(LocalWork.FREE);
    }

    @Test
    void constructor_negativeTime_isRefused() {
        assertThatThrownBy(() -> new LocalWork(List.of(), List.of(), List.of(), -1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
