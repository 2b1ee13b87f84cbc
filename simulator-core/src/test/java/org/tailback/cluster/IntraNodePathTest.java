package org.tailback.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.IntraNodePath.Range;
import org.tailback.network.TestModels;
import org.tailback.platform.Platform;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;

class IntraNodePathTest {
    private static final IntraNodePath PATH = new IntraNodePath(
            List.of(new Range(0, 1e-6, 8e9, 0, 40e9), new Range(64 << 10, 2e-6, 4e9, 1e-6, 40e9)), false);

    private static double seconds(int ranks) {
        Platform platform = TestModels.platform(2, 32)
                .cluster(Cluster.of(2, 32))
                .intraNode(PATH)
                .build();
        ScriptedProgram program =
                new ScriptedProgram(ranks).add(0, s -> s.send(1, 0, 1_000_000)).add(1, s -> s.recv(0, 0, 1_000_000));
        return Replay.builder(program, platform)
                .placement(Placement.of(platform.cluster(), new int[ranks]))
                .build()
                .run()
                .makespan();
    }

    @Test
    void replay_workedExample() {
        // overhead, transfer, latency, overhead
        assertThat(seconds(2)).isCloseTo(1e-6 + 250e-6 + 2e-6 + 1e-6, within(1e-12));
        assertThat(seconds(20)).isCloseTo(1e-6 + 500e-6 + 2e-6 + 1e-6, within(1e-12));
    }

    @Test
    void path_bySize() {
        assertThat(PATH.latency((64 << 10) - 1)).isEqualTo(1e-6);
        assertThat(PATH.latency(64 << 10)).isEqualTo(2e-6);
        assertThat(PATH.bytesPerSecond(0)).isEqualTo(8e9);
        assertThat(PATH.sharedBy(10).bytesPerSecond(0)).isEqualTo(4e9);
        assertThat(PATH.sharedBy(5)).isSameAs(PATH);
        assertThat(PATH.sharedBy(20).sharedBy(20)).isEqualTo(PATH.sharedBy(20));
    }

    /** 24 ranks: 5 GB/s each of 120 in the caches, 1.5 GB/s of 36 beside them. */
    @Test
    void path_nodesPaceBySize() {
        IntraNodePath caches =
                new IntraNodePath(List.of(new Range(0, 0, 8e9, 0, 120e9), new Range(2 << 20, 0, 8e9, 0, 36e9)), false);

        assertThat(caches.sharedBy(24).bytesPerSecond(1 << 20)).isEqualTo(5e9);
        assertThat(caches.sharedBy(24).bytesPerSecond(2 << 20)).isEqualTo(1.5e9);
    }

    @Test
    void path_rangesThatShare_areRefused() {
        assertThatThrownBy(() -> new IntraNodePath(PATH.ranges(), true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one bandwidth for all sizes");
    }
}
