package org.tailback.study.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Placement;
import org.tailback.collective.BasicSelector;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.replay.ReplayResult;
import org.tailback.trace.TraceOptions;

/** Holds grouped runs of HPL against the replay of all of their messages. */
class HplFidelityTest {
    private static final Platform PLATFORM = PlatformFile.read(Path.of("dahu")).resolve(Overrides.NONE);

    /** 32 ranks, four on a node. */
    private static ReplayResult run(String settings) {
        int[] nodes = IntStream.range(0, 32).map(rank -> rank / 4).toArray();
        return Workload.open(Path.of("hpl:" + settings), null, new BasicSelector(), TraceOptions.defaults())
                .on(PLATFORM)
                .placement(Placement.of(PLATFORM.cluster(), nodes))
                .run();
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({
        "1ring,binary-exchange,0",
        "2ring,long,0",
        "1ring-modified,mix,1",
        "2ring-modified,long,1",
        "long,binary-exchange,1"
    })
    void grouped_fiveConfigurations_areNearAllMessages(String bcast, String swap, int depth) {
        String settings = "n=16000,nb=128,p=8,q=4,bcast=" + bcast + ",swap=" + swap + ",depth=" + depth + ",fidelity=";
        double exact = run(settings + "exact").makespan();
        ReplayResult grouped = run(settings + "grouped");
        assertThat(grouped.makespan() / exact).isCloseTo(1, within(0.05));
        assertThat(grouped.warnings()).anyMatch(warning -> warning.contains("fidelity=grouped"));
    }
}
