package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;
import org.tailback.generator.AlltoallB;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

/** The program of the README, run. */
class ReadmeExampleTest {
    @Test
    void example_tableTwoWith32Ranks_228067Point303287Microseconds(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("cluster.yaml");
        Files.copy(CommandRun.repository("docs/platforms/plogpt-table2-bidirectional.yaml"), file);

        ReplayResult result = predict(file);

        assertThat(result.makespan() * 1e6).isEqualTo(228067.303287, within(5e-7));
        assertThat(result.retransmissionTimeouts()).isEqualTo(16);
    }

    private static ReplayResult predict(Path file) {
        Platform platform = PlatformFile.read(file).resolve(Overrides.NONE);
        ParallelProgram program = new AlltoallB(32, 65536);
        ReplayResult result = Replay.builder(program, platform).build().run();
        return result;
    }
}
