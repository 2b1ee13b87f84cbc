package org.tailback.cloudsimplus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.cloudsimplus.core.CloudSimPlus;
import org.junit.jupiter.api.Test;
import org.tailback.generator.Programs;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.replay.ReplayResult;

class BatchClusterTest {
    /** Two racks of four nodes behind a trunk as fast as a node: 100 MB/s, without latency. */
    private static final Platform TWO_RACKS =
            PlatformFile.parse("""
                    racks: [{name: A, nodes: 4}, {name: B, nodes: 4}]
                    network: {model: max-min, topology: racks, bandwidth: 100 MB/s, rack-bandwidth: 100 MB/s}
                    cost: {model: hockney, latency: 0 s, bandwidth: 100 MB/s}
                    """, "two racks").resolve(Overrides.NONE);

    private static final double COARSE = 1e-3;

    @Test
    void jobs_startInOrderWhenNodesAreFree() {
        CloudSimPlus simulation = new CloudSimPlus(1e-4);
        BatchCluster cluster = new BatchCluster(simulation, TWO_RACKS);
        cluster.submit(Programs.of("alltoall:ranks=3,bytes=10MB,algorithm=linear"), 0);
        // on nodes 3 to 7: one message crosses the trunk in each direction, 10 MB each
        cluster.submit(Programs.ring(5, 1, 10_000_000, 0), 0.05);
        // waits for free nodes, then runs on nodes of both racks
        cluster.submit(Programs.of("alltoall:ranks=4,bytes=10MB,algorithm=linear"), 0.1);
        simulation.start();

        assertThat(cluster.results()).hasSize(3);
        ReplayResult ring = cluster.results().get(0);
        assertThat(ring.started()).isEqualTo(0.05, within(COARSE));
        assertThat(ring.duration()).isEqualTo(0.1, within(COARSE));
        ReplayResult waited = cluster.results().get(2);
        assertThat(waited.started()).isEqualTo(ring.makespan(), within(COARSE));
        assertThat(waited.duration()).isEqualTo(0.3, within(COARSE));
    }
}
