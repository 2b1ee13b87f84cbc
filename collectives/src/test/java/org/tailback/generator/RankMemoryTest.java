package org.tailback.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;

/**
 * What a rank and its messages in flight need, arrays that grow included: a million ranks fit into memory as long as
 * this holds.
 */
class RankMemoryTest {
    private static final int RANKS = 1 << 13;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ring | {model: max-min, bandwidth: 1.25 GB/s} | 1380
        ring | {model: uncontended}                   | 1000
        halo | {model: max-min, bandwidth: 1.25 GB/s} | 5600
        """)
    void moreRanks_allocateAtMost_bytesEach(String program, String network, long bytes) {
        assumeTrue(
                ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean counter
                        && counter.isThreadAllocatedMemorySupported()
                        && counter.isThreadAllocatedMemoryEnabled(),
                "this Java does not count what a thread allocates");
        allocated(program, network, 64);

        long some = allocated(program, network, RANKS);
        long more = allocated(program, network, 4 * RANKS);

        assertThat((more - some) / (3 * RANKS))
                .as("bytes for each of %d more ranks", 3 * RANKS)
                .isLessThan(bytes);
    }

    private static long allocated(String program, String network, int ranks) {
        Platform platform = PlatformFile.parse(
                        "cluster: {nodes: " + ranks + ", cores-per-node: 1}\nnetwork: " + network
                                + "\ncost: {model: hockney, latency: 10 us, bandwidth: 1.25 GB/s}\n",
                        "test")
                .resolve(Overrides.NONE);
        ParallelProgram generated = program.equals("ring")
                ? Programs.ring(ranks, 1, 100_000, 0)
                : Programs.halo(64, ranks / 64, 1, 100_000, 0);
        com.sun.management.ThreadMXBean counter = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = counter.getThreadAllocatedBytes(Thread.currentThread().getId());
        Replay.builder(generated, platform).pairStatistics().build().run();
        return counter.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    }
}
