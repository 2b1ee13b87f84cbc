package org.tailback.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.generator.Programs;
import org.tailback.platform.Platform;
import org.tailback.platformfile.TestPlatforms;
import org.tailback.replay.ReplayResult;

class SensitivityTest {
    private static Sensitivity of(Workload workload, Platform platform) {
        ReplayResult result = workload.on(platform).run();
        return Sensitivity.of(
                result,
                workload.on(platform).workDisturbance(Sensitivity.DISTURBANCE).run());
    }

    @Test
    void relativeSpread_ring_isNoMoreThanTheDisturbance() {
        Platform star = TestPlatforms.withTwoCores(8, "{model: max-min, bandwidth: 1 GB/s}");

        Sensitivity ring = of(Workload.of("ring", Programs.ring(8, 10, 100_000, 0)), star);

        assertThat(ring.disturbance()).isEqualTo(1e-12);
        assertThat(ring.relativeSpread()).isLessThanOrEqualTo(1e-12);
    }

    /** Nearly simultaneous messages of 256 ranks on a tree whose edges are in no ratio: their order decides. */
    @Test
    void relativeSpread_alltoallOnAnOversubscribedTree_isLarge() {
        Platform tree = TestPlatforms.of(
                "cluster: {nodes: 256}",
                "network:",
                "  model: fair-tree",
                "  tree:",
                "    - {bandwidth: 1250 MB/s}",
                "    - {bandwidth: 2000 MB/s}",
                "    - {bandwidth: 4000 MB/s}",
                "    - {bandwidth: 8000 MB/s}",
                "    - {bandwidth: 16000 MB/s}",
                "    - {bandwidth: 32000 MB/s}",
                "    - {bandwidth: 64000 MB/s}",
                "    - {bandwidth: 100000 MB/s}",
                "cost: {model: plogp, latency: 5 us, bandwidth: 1250 MB/s}");

        Sensitivity chaos = of(Workload.of("alltoall", Programs.of("alltoall:ranks=256,bytes=1MB")), tree);

        assertThat(chaos.relativeSpread()).isBetween(1e-5, 0.5);
    }
}
