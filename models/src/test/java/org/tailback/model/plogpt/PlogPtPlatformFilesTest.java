package org.tailback.model.plogpt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

/** The numbers of {@link PlogPtPaperTest}, through the platform files that the repository ships. */
class PlogPtPlatformFilesTest {
    private static Platform platform(String file, Overrides overrides) {
        return PlatformFile.read(Path.of("..", "docs", "platforms", file)).resolve(overrides);
    }

    private static ReplayResult run(ScriptedProgram program, Platform platform) {
        return Replay.builder(program, platform).build().run();
    }

    @Test
    void tableII_bidirectional_32Ranks_alltoallAAndB() {
        Platform platform = platform("plogpt-table2-bidirectional.yaml", Overrides.NONE);
        assertThat(run(Alltoall.a(32, TableTwo.BYTES), platform).makespan() * 1e6)
                .isEqualTo(32479.976869, within(5e-7));
        ReplayResult b = run(Alltoall.b(32, TableTwo.BYTES), platform);
        assertThat(b.makespan() * 1e6).isEqualTo(228067.303287, within(5e-7));
        assertThat(b.traffic().retransmissionTimeouts()).isEqualTo(16);
    }

    @Test
    void tableII_lossOverridden_32Ranks_alltoallB() {
        ScriptedProgram program = Alltoall.b(32, TableTwo.BYTES);
        Platform lossless = platform("plogpt-table2-bidirectional.yaml", Overrides.NONE.withLoss("none"));
        assertThat(run(program, lossless).makespan() * 1e6).isEqualTo(30979.976869, within(5e-7));
        Platform worst =
                platform("plogpt-table2-bidirectional.yaml", Overrides.NONE.withLoss("tail-drop:policy=any-start"));
        assertThat(run(program, worst).makespan() * 1e6).isEqualTo(430979.976869, within(5e-7));
    }

    @Test
    void workedExample_fig9_takes26() {
        ScriptedProgram program = new ScriptedProgram(4);
        for (int rank = 0; rank < 4; rank++) {
            int peer = rank ^ 2;
            program.add(rank, s -> s.irecv(0, peer, 0, 1))
                    .add(rank, s -> s.send(peer, 0, 1))
                    .add(rank, s -> s.await(0));
        }
        program.add(0, s -> s.send(3, 0, 1));
        program.add(3, s -> s.recv(0, 0, 1));
        assertThat(run(program, platform("plogpt-worked-example.yaml", Overrides.NONE))
                        .makespan())
                .isEqualTo(26, within(1e-12));
    }
}
