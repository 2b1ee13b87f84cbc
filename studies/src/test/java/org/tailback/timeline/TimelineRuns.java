package org.tailback.timeline;

import org.tailback.generator.RandomPrograms;
import org.tailback.network.TestModels;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.LibraryCost;

/** Random programs and platforms by seed, whose replays are recorded as timelines. */
final class TimelineRuns {
    private TimelineRuns() {}

    static int ranks(long seed) {
        return 2 + (int) (seed % 7);
    }

    static ParallelProgram program(long seed) {
        return seed % 3 == 0
                ? RandomPrograms.withCollectives(seed, ranks(seed), 60, 2000)
                : RandomPrograms.pointToPoint(seed, ranks(seed), 60, 2000);
    }

    static Platform platform(long seed) {
        double latency = seed % 2 == 0 ? 3 : 0;
        double overhead = seed % 4 < 2 ? 0 : 0.25;
        return TestModels.platform(ranks(seed), latency)
                .cost(LibraryCost.of(1, latency).withOverheads(overhead, overhead))
                .build();
    }
}
