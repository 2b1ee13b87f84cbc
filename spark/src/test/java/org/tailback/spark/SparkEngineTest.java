package org.tailback.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.study.sweep.LocalEngine;
import org.tailback.study.sweep.Sweep;
import org.tailback.study.sweep.SweepEngine;
import org.tailback.study.sweep.SweepPlan;

class SparkEngineTest {
    private static final String STUDY = """
            workloads:
              - {generator: ring, ranks: [2, 4], sizes: [1KiB, 64KiB], iterations: 3}
            platforms: p.yaml
            placements: [round-robin-node, random]
            seeds: [1, 2]
            """;

    private static final String PLATFORM = """
            cluster: {nodes: 4, cores-per-node: 2}
            network: {model: max-min, bandwidth: 1 Gbit/s}
            cost: {model: plogp, latency: 10 us, bandwidth: 1 Gbit/s}
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("study.yaml"), STUDY);
        Files.writeString(folder.resolve("p.yaml"), PLATFORM);
    }

    private Path swept(SweepEngine engine) {
        Path output = folder.resolve(engine.name() + ".csv");
        Sweep.builder(SweepPlan.read(folder.resolve("study.yaml")))
                .output(output)
                .engine(engine)
                .build()
                .run();
        return output;
    }

    @Test
    void embedded_sameBytesAsLocal_orSaysThatThisJavaIsTooNew() {
        SweepEngine spark = Sweep.engine("spark");

        assertThat(spark).isInstanceOf(SparkEngine.class);
        if (Runtime.version().feature() >= 24) {
            // Spark 4.0 does not run there, and says so in a way that nobody understands
            assertThatThrownBy(() -> swept(spark))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("does not run on Java");
            return;
        }
        assertThat(swept(spark)).hasSameBinaryContentAs(swept(new LocalEngine()));
    }
}
