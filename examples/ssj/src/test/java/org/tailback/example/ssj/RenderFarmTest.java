package org.tailback.example.ssj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.tailback.example.ssj.RenderFarm.Means;
import org.tailback.example.ssj.RenderFarm.Parameters;

class RenderFarmTest {
    /** Loads: storage 0.6, a worker 0.6, fabric 0.6. */
    private static final Parameters BUSY =
            new Parameters(8, 6, 1.25, 10_000_000, 100_000_000, "max-min:bandwidth=1GB/s");

    @Test
    void run_busyFarm_hasTheMeansOfQueueingTheory() {
        Means theory = RenderFarm.theory(BUSY);
        assertThat(theory.fetch()).isEqualTo(0.25, within(1e-12));
        assertThat(theory.render()).isEqualTo(2, within(1e-12));
        assertThat(theory.giveBack()).isEqualTo(0.25, within(1e-12));

        Means simulated = RenderFarm.run(BUSY, 60_000, 1);
        assertThat(simulated.jobs()).isEqualTo(60_000);
        assertThat(simulated.fetch()).isCloseTo(theory.fetch(), withinPercentage(3));
        assertThat(simulated.render()).isCloseTo(theory.render(), withinPercentage(5));
        assertThat(simulated.giveBack()).isCloseTo(theory.giveBack(), withinPercentage(3));
        // Little's law
        assertThat(simulated.fetching()).isCloseTo(theory.fetching(), withinPercentage(3));
        assertThat(simulated.response()).isCloseTo(theory.response(), withinPercentage(5));
    }

    @Test
    void run_idleFarm_hasTheTimesOfLoneMessages() {
        Means means = RenderFarm.run(new Parameters(8, 1e-4, 1, 10_000_000, 100_000_000, "infiniband"), 200, 3);
        assertThat(means.fetch()).isCloseTo(0.1, withinPercentage(0.1));
        assertThat(means.giveBack()).isCloseTo(0.1, withinPercentage(0.1));
    }

    @Test
    void run_anotherFabric_changesNothingBeforeIt() {
        Means fluid = RenderFarm.run(BUSY, 5000, 1);
        Means infiniband = RenderFarm.run(new Parameters(8, 6, 1.25, 10_000_000, 100_000_000, "infiniband"), 5000, 1);

        assertThat(infiniband.fetch()).isEqualTo(fluid.fetch());
        assertThat(infiniband.render()).isEqualTo(fluid.render());
        assertThat(infiniband.giveBack()).isLessThan(fluid.giveBack());
    }

    @Test
    void run_twice_givesTheSameBits() {
        assertThat(RenderFarm.run(BUSY, 500, 7)).isEqualTo(RenderFarm.run(BUSY, 500, 7));
    }
}
