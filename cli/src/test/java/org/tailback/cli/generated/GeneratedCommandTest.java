package org.tailback.cli.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;

/** Generated programs in the place of traces. */
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

    /**
     * Ranks of 2 x 2 cells: 20 iterations of an exchange of 8 * (2 + 2) bytes, 4 s of computation and two exchanges
     * of 8 bytes, each 1 ms and 1 ns a byte.
     */
    @Test
    void replay_conjugateGradients_takesWhatItsPartsTake() throws IOException {
        assertThat(makespan("cg:grid=4x2,ranks=2,iterations=20,compute-per-cell=1s"))
                .isCloseTo(20 * (4 + 3e-3 + (32 + 8 + 8) * 1e-9), within(1e-9));
    }

    /**
     * Without bytes, with messages of 1 ms. Two ranks: 8 blocks and one of delay at each of four corners, whose last
     * blocks arrive a message later, and the all-reduce. Four ranks: the formula of {@code SweepProgram}.
     */
    @Test
    void replay_sweep_waitsAtEveryCorner() throws IOException {
        assertThat(makespan("kba:px=2,py=1,planes=1,bytes=0,compute=1s"))
                .isCloseTo(12 + 4e-3 + 1e-3 + 8e-9, within(1e-9));
        assertThat(makespan("kba:px=2,py=2,planes=3,groups=2,angles=10,bytes=0,compute=0.1s"))
                .isBetween(54.0, 54.1);
    }

    private double makespan(String program) throws IOException {
        Path platform = Files.writeString(folder.resolve("two.yaml"), """
                cluster: {nodes: 4, cores-per-node: 1}
                network: {model: max-min, bandwidth: 1 GB/s}
                cost: {model: hockney, latency: 1 ms, bandwidth: 1 GB/s}
                """);
        return CommandRun.json("replay", program, "--platform", platform.toString())
                .get("makespan")
                .asDouble();
    }

    @Test
    void info_program_hasItsOperations() {
        JsonNode info = CommandRun.json("info", "ring:ranks=5,bytes=100kB,iterations=7");

        assertThat(info.get("format").asText()).isEqualTo("generated");
        assertThat(info.get("operations").get("isend").asInt()).isEqualTo(35);
        assertThat(info.get("bytes").asLong()).isEqualTo(3_500_000);
    }

    @Test
    void convert_program_replaysTheSame() {
        String platform = CommandRun.platform("star-10g.yaml");
        String halo = "halo:grid=3x2,bytes=1MB,iterations=2";
        String written = folder.resolve("halo.tailback.gz").toString();
        CommandRun.of("convert", halo, written).succeeded();
        assertThat(CommandRun.json("replay", written, "--platform", platform).get("makespan"))
                .isEqualTo(
                        CommandRun.json("replay", halo, "--platform", platform).get("makespan"));
    }

    /** A result without what says where it came from. */
    private static JsonNode withoutNames(JsonNode result) {
        return ((ObjectNode) result).remove(List.of("trace", "format", "warnings", "command", "verdict"));
    }

    @Test
    void replay_unknownGenerator_isStatusTwo() {
        CommandRun run = CommandRun.of("replay", "rnig:ranks=4,bytes=1");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("no generator 'rnig'. Did you mean 'ring'?");
    }
}
