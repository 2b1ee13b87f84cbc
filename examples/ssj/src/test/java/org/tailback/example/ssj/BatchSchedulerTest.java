package org.tailback.example.ssj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.tailback.example.ssj.BatchScheduler.Means;
import org.tailback.example.ssj.BatchScheduler.Policy;

class BatchSchedulerTest {
    @Test
    void packedJobs_doNotSlowEachOther_spreadOnesDo() {
        Means packed = BatchScheduler.run(Policy.PACKED, 15, 500, 1);
        Means spread = BatchScheduler.run(Policy.SPREAD, 15, 500, 1);

        assertThat(packed.jobs()).isEqualTo(500);
        assertThat(spread.jobs()).isEqualTo(500);
        assertThat(packed.slowdown()).isLessThan(spread.slowdown());
        assertThat(spread.slowdown()).isGreaterThan(1.5);
    }

    @Test
    void rareJobs_runAsAlone() {
        Means means = BatchScheduler.run(Policy.PACKED, 1e-3, 50, 2);

        assertThat(means.waiting()).isZero();
        assertThat(means.running()).isCloseTo(BatchScheduler.alone(), withinPercentage(1e-6));
    }

    @Test
    void run_twice_givesTheSameBits() {
        assertThat(BatchScheduler.run(Policy.SPREAD, 15, 100, 3))
                .isEqualTo(BatchScheduler.run(Policy.SPREAD, 15, 100, 3));
    }
}
