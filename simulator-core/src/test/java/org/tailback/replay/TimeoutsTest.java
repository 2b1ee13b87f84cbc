package org.tailback.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.kernel.SteppedKernel;
import org.tailback.network.TestModels;
import org.tailback.platform.Platform;
import org.tailback.program.ScriptedProgram;

/** Whose retransmission timeouts a replay tells, when, and what they cost. */
class TimeoutsTest {
    /**
     * Two messages of 4 and 10 bytes leave rank 0 together, so that they end at 8 and 14 s; the second times out until
     * 21 s.
     */
    private static ScriptedProgram program() {
        return new ScriptedProgram(4)
                .add(0, s -> s.isend(0, 1, 0, 4))
                .add(0, s -> s.isend(1, 2, 0, 10))
                .add(0, s -> s.awaitAll(new int[] {0, 1}, 2))
                .add(1, s -> s.recv(0, 0, 4))
                .add(2, s -> s.recv(0, 0, 10))
                .add(3, s -> s.compute(1));
    }

    private static final Platform PLATFORM =
            TestModels.platform(4, 0).loss(new LossAtNode2()).build();

    @Test
    void result_oneTimeout_namesItAndWhatItCostRanksAndPairs() {
        ReplayResult result =
                Replay.builder(program(), PLATFORM).pairStatistics().build().run();

        assertThat(result.makespan()).isEqualTo(21);
        assertThat(result.timeouts()).containsExactly(new Timeout(0, 2, 14, 7));
        assertThat(result.traffic().retransmissionTimeouts()).isEqualTo(1);
        assertThat(result.losses().lostToTimeouts()).isEqualTo(7);
        assertThat(result.losses().lostToContention()).isEqualTo(8);
        assertThat(result.ranks()).extracting(RankResult::lostToTimeouts).containsExactly(7.0, 0.0, 0.0, 0.0);
        assertThat(result.pairs())
                .as("those that lost most in all first")
                .containsExactly(new PairResult(0, 2, 1, 10, 4, 7), new PairResult(0, 1, 1, 4, 4, 0));
    }

    @Test
    void result_withoutLosses_hasNoTimeouts() {
        ReplayResult result = Replay.builder(
                        program(), TestModels.platform(4, 0).build())
                .build()
                .run();

        assertThat(result.timeouts()).isEmpty();
        assertThat(result.losses().lostToTimeouts()).isZero();
        assertThat(result.ranks()).extracting(RankResult::lostToTimeouts).containsOnly(0.0);
    }

    @Test
    void timeouts_moreThanAreListed_areCountedInFull() {
        Timeouts timeouts = new Timeouts(2);
        for (int i = ReplayResult.MOST_TIMEOUTS; i >= 0; i--) {
            timeouts.add(0, 1, i, 0.5);
        }

        assertThat(timeouts.first()).hasSize(ReplayResult.MOST_TIMEOUTS);
        assertThat(timeouts.first().get(0).at()).isEqualTo(1);
        assertThat(timeouts.seconds()).isEqualTo(0.5 * (ReplayResult.MOST_TIMEOUTS + 1));
    }

    @Test
    void started_onAClockThatHasRun_isItsInstantAndTheDurationIsThatOfTheProgram() {
        SteppedKernel clock = SteppedKernel.create();
        clock.advanceTo(100);
        Replay replay = Replay.builder(program(), PLATFORM).on(clock).build();
        replay.start();
        clock.nextInstant();
        clock.advanceTo(1000);

        ReplayResult result = replay.result();

        assertThat(result.started()).isEqualTo(100);
        assertThat(result.makespan()).isEqualTo(121);
        assertThat(result.duration()).isEqualTo(21);
        assertThat(result.timeouts()).containsExactly(new Timeout(0, 2, 114, 7));
    }
}
