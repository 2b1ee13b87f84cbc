package org.tailback.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.cli.CommandRun;

/** A trace whose tracer lost records cannot be replayed; the command says what was lost. */
class LostRecordsTest {
    @Test
    void replay_ofATraceWithReceivesThatNeverComplete_saysSo() {
        CommandRun run = CommandRun.of(
                "replay", CommandRun.shared("traces/otf2-real/eztrace-hpcc-4").toString());

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.err())
                .contains("warning: 13257 x receive request never completed: left out")
                .contains("The program does not match");
    }
}
