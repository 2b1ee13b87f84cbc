package org.tailback.study.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Placement;
import org.tailback.collective.BasicSelector;
import org.tailback.platform.KernelModel;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.replay.ReplayResult;
import org.tailback.trace.TraceOptions;

/** Holds grouped runs of HPL against the replay of all of their messages. */
class HplFidelityTest {
    private static final Platform DAHU = PlatformFile.read(Path.of("dahu")).resolve(Overrides.NONE);

    /** Every rank has times of its own, so that nothing happens at the same instant by chance; there is no noise. */
    private static final Platform WITHOUT_NOISE = DAHU.toBuilder()
            .kernels(new KernelModel() {
                @Override
                public int cpusPerNode() {
                    return 4;
                }

                @Override
                public double seconds(int node, int cpu, String kernel, long m, long n, long k, double noise) {
                    return (1e-6 + m * n * k * 1e-10) * (1 + Math.sqrt(node + 31.7 * cpu + kernel.hashCode() % 7) / 40);
                }
            })
            .build();

    /**
     * The kernels of dahu, every call with the mean of its noise: two draws differ by half a percent at these sizes.
     */
    private static final Platform MEAN_NOISE = DAHU.toBuilder()
            .kernels(new KernelModel() {
                private final KernelModel dahu = Objects.requireNonNull(DAHU.kernels());

                @Override
                public int cpusPerNode() {
                    return dahu.cpusPerNode();
                }

                @Override
                public double seconds(int node, int cpu, String kernel, long m, long n, long k, double noise) {
                    return dahu.seconds(node, cpu, kernel, m, n, k, Math.sqrt(2 / Math.PI));
                }
            })
            .build();

    private static final Platform WITHOUT_KERNELS =
            DAHU.toBuilder().kernels(null).build();

    private static ReplayResult run(Platform platform, int ranksPerNode, String settings) {
        int p = number(settings, ",p=");
        int q = number(settings, ",q=");
        int[] nodes = IntStream.range(0, p * q).map(rank -> rank / ranksPerNode).toArray();
        return Workload.open(Path.of("hpl:" + settings), null, new BasicSelector(), TraceOptions.defaults())
                .on(platform)
                .placement(Placement.of(platform.cluster(), nodes))
                .run();
    }

    private static int number(String settings, String key) {
        return Integer.parseInt(
                settings.substring(settings.indexOf(key) + key.length()).split(",")[0]);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "n=700,nb=32,p=2,q=4,bcast=1ring,swap=binary-exchange,depth=0",
                "n=900,nb=32,p=3,q=3,bcast=2ring,swap=long,depth=1,pfact=left,rfact=left",
                "n=3000,nb=128,p=4,q=3,bcast=2ring-modified,swap=long,depth=1",
                "n=900,nb=32,p=5,q=2,bcast=1ring-modified,swap=mix,depth=2,pfact=right,rfact=crout",
                "n=900,nb=32,p=2,q=5,bcast=long,swap=long,depth=1",
                "n=900,nb=32,p=3,q=4,bcast=long-modified,swap=binary-exchange,depth=1",
            })
    void grouped_withoutNoise_isTheReplayOfAllMessages(String settings) {
        ReplayResult exact = run(WITHOUT_NOISE, 3, settings + ",fidelity=exact");
        ReplayResult grouped = run(WITHOUT_NOISE, 3, settings + ",fidelity=grouped");
        assertThat(grouped.makespan() / exact.makespan()).isCloseTo(1, within(1e-9));
        assertThat(grouped.messages()).isEqualTo(exact.messages());
        assertThat(grouped.messagesInsideNodes()).isEqualTo(exact.messagesInsideNodes());
        assertThat(grouped.bytes()).isEqualTo(exact.bytes());
        assertThat(grouped.warnings()).anyMatch(warning -> warning.contains("fidelity=grouped"));
    }

    /** Ranks with the same CPU do much at the same instant, where the order of messages is not always the replay's. */
    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({
        "1ring,binary-exchange,0",
        "2ring,long,0",
        "1ring-modified,mix,1",
        "2ring-modified,long,1",
        "long,binary-exchange,1"
    })
    void grouped_fiveConfigurations_areWithinHalfAPercent(String bcast, String swap, int depth) {
        String settings = "n=8000,nb=128,p=8,q=4,bcast=" + bcast + ",swap=" + swap + ",depth=" + depth + ",fidelity=";
        for (Platform platform : List.of(MEAN_NOISE, WITHOUT_KERNELS)) {
            double exact = run(platform, 4, settings + "exact").makespan();
            double grouped = run(platform, 4, settings + "grouped").makespan();
            assertThat(grouped / exact).isCloseTo(1, within(0.005));
        }
    }
}
