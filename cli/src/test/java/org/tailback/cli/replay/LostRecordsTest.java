package org.tailback.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.cli.CommandRun;

/** A trace whose tracer lost records cannot be replayed as it is; the command says what was lost and what to do. */
class LostRecordsTest {
    @Test
    void replay_ofATraceWithReceivesThatNeverComplete_saysSo() {
        CommandRun run = CommandRun.of(
                "replay", CommandRun.shared("traces/otf2-real/eztrace-hpcc-4").toString());

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.err())
                .contains("warning: 13257 x receive request never completed: left out")
                .contains("The program does not match")
                .contains("--unmatched pair");
    }

    @Test
    void replay_withReceivesThatArePaired_finishesAndCountsThem() {
        CommandRun run = CommandRun.of(
                "replay", CommandRun.shared("traces/otf2-real/eztrace-hpcc-4").toString(), "--unmatched", "pair");

        assertThat(run.status()).isZero();
        // 16 of the 13257 were cancelled or never got a message
        assertThat(run.err()).contains("13241 x receive request never completed: paired");
    }

    @Test
    void replay_withWhatHasNoPartnerLeftOut_finishesAndCountsIt() {
        CommandRun run = CommandRun.of(
                "replay", CommandRun.shared("traces/otf2-real/eztrace-hpcc-4").toString(), "--unmatched", "drop");

        assertThat(run.status()).isZero();
        assertThat(run.err()).contains("13241 x message without a receive: left out");
    }
}
