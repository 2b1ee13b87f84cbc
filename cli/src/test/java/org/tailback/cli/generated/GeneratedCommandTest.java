package org.tailback.cli.generated;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;

/** Generated programs and schedules in the place of traces. */
class GeneratedCommandTest {
    private static final int RANKS = 5;

    @TempDir
    Path folder;

    /** A ring in the TI format: every iteration a receive from below and a send to above, both awaited. */
    private String ringOfFiles() throws IOException {
        Path ring = Files.createDirectory(folder.resolve("ring"));
        for (int rank = 0; rank < RANKS; rank++) {
            StringBuilder lines = new StringBuilder(rank + " init\n");
            for (int i = 0; i < 7; i++) {
                lines.append("%d compute 20000\n".formatted(rank))
                        .append("%d irecv %d 0 100000\n".formatted(rank, (rank + RANKS - 1) % RANKS))
                        .append("%d isend %d 0 100000\n".formatted(rank, (rank + 1) % RANKS))
                        .append("%d waitall 2\n".formatted(rank));
            }
            Files.writeString(ring.resolve("rank-" + rank + ".txt"), lines + "%d finalize\n".formatted(rank));
        }
        return ring.toString();
    }

    @Test
    void replay_ring_isTheRingOfATraceToTheLastBit() throws IOException {
        String platform = CommandRun.platform("star-10g.yaml");
        String text = "ring:ranks=5,bytes=100kB,iterations=7,compute=2us";
        JsonNode generated = CommandRun.json("replay", text, "--platform", platform);
        JsonNode read = CommandRun.json("replay", ringOfFiles(), "--platform", platform);

        assertThat(withoutNames(generated)).isEqualTo(withoutNames(read));
        assertThat(generated.get("messages").asInt()).isEqualTo(35);
    }

    @Test
    void info_program_hasItsOperations() {
        JsonNode info = CommandRun.json("info", "ring:ranks=5,bytes=100kB,iterations=7");

        assertThat(info.get("format").asText()).isEqualTo("generated");
        assertThat(info.get("operations").get("isend").asInt()).isEqualTo(35);
        assertThat(info.get("bytes").asLong()).isEqualTo(3_500_000);
    }

    @Test
    void convert_programAndSchedule_replayTheSame() {
        String platform = CommandRun.platform("star-10g.yaml");
        String halo = "halo:grid=3x2,bytes=1MB,iterations=2";
        String written = folder.resolve("halo.tailback.gz").toString();
        CommandRun.of("convert", halo, written).succeeded();
        assertThat(CommandRun.json("replay", written, "--platform", platform).get("makespan"))
                .isEqualTo(
                        CommandRun.json("replay", halo, "--platform", platform).get("makespan"));

        String schedule = "goal-halo:grid=3x2x2,bytes=1MB,iterations=2,compute=7us";
        String goal = folder.resolve("halo.bin").toString();
        CommandRun.of("convert", schedule, goal).succeeded();
        assertThat(withoutNames(CommandRun.json("replay", goal, "--cost", "loggops")))
                .isEqualTo(withoutNames(CommandRun.json("replay", schedule, "--cost", "loggops")));
    }

    /** A result without what says where it came from. */
    private static JsonNode withoutNames(JsonNode result) {
        return ((ObjectNode) result).remove(List.of("trace", "format", "warnings", "command"));
    }

    @Test
    void replay_unknownGenerator_isStatusTwo() {
        CommandRun run = CommandRun.of("replay", "rnig:ranks=4,bytes=1");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("no generator 'rnig'. Did you mean 'ring'?");
    }
}
