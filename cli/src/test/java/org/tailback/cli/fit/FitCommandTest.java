package org.tailback.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;

class FitCommandTest {
    @TempDir
    Path folder;

    /** NMPI over SCI of Hoefler et al. 2007, Table 2, as our raw data file. */
    private Path sci() throws IOException {
        StringBuilder text = new StringBuilder("# tailback prtt 1\n# host: paper\n");
        for (int k = 0; k < 64; k++) {
            long bytes = 1 + 1024L * k;
            double g = bytes < 12289 ? 7.78 : 13.34;
            double perByte = bytes < 12289 ? 0.0045 : 0.0037;
            double single = 2 * (5.48 + 2 * 6.10 + (bytes - 1) * perByte);
            double gap = g + (bytes - 1) * perByte;
            double delayed = single + 15 * Math.max(6.10 + single, gap);
            text.append(String.format(
                    Locale.ROOT,
                    "%d 1 0 %.17g%n%d 16 0 %.17g%n%d 16 %.17g %.17g%n",
                    bytes,
                    single * 1e-6,
                    bytes,
                    (single + 15 * gap) * 1e-6,
                    bytes,
                    single * 1e-6,
                    delayed * 1e-6));
        }
        return Files.writeString(folder.resolve("sci.txt"), text);
    }

    @Test
    void loggp_tableTwo_hasTheFieldsOfTheContract() throws IOException {
        JsonNode json = CommandRun.json("fit", "loggp", sci().toString());
        assertThat(json.get("latency").asDouble()).isCloseTo(5.48e-6, within(1e-14));
        assertThat(json.get("roundTripHalf").asDouble()).isCloseTo(17.68e-6, within(1e-14));
        JsonNode protocols = json.get("protocols");
        assertThat(protocols).hasSize(2);
        assertThat(protocols.get(0).get("fromBytes").asLong()).isEqualTo(1);
        assertThat(protocols.get(0).get("toBytes").asLong()).isEqualTo(11265);
        assertThat(protocols.get(1).get("fromBytes").asLong()).isEqualTo(12289);
        assertThat(protocols.get(1).get("overhead").asDouble()).isCloseTo(6.10e-6, within(1e-14));
        assertThat(protocols.get(1).get("gap").asDouble()).isCloseTo(13.34e-6, within(1e-14));
        assertThat(protocols.get(1).get("gapPerByte").asDouble()).isCloseTo(3.7e-9, within(1e-17));
        assertThat(protocols.get(1).get("standardErrors").has("gap")).isTrue();
    }

    @Test
    void loggp_fragment_isReplayed() throws IOException {
        String fragment =
                CommandRun.of("fit", "loggp", sci().toString()).succeeded().out();
        assertThat(fragment).contains("# LogGP fitted to ").contains("residual").contains("model: loggp");
        Path platform = Files.writeString(
                folder.resolve("platform.yaml"), "cluster: {nodes: 2}\nnetwork: {model: uncontended}\n" + fragment);
        Path trace = Files.createDirectory(folder.resolve("trace"));
        Files.writeString(trace.resolve("rank-0.txt"), "0 init\n0 send 1 0 1025 6\n0 finalize\n");
        Files.writeString(trace.resolve("rank-1.txt"), "1 init\n1 recv 0 0 1025 6\n1 finalize\n");
        JsonNode replayed = CommandRun.json("replay", trace.toString(), "--platform", platform.toString());
        // o + (s-1) G + L + o
        assertThat(replayed.get("makespan").asDouble())
                .isCloseTo((6.10 + 1024 * 0.0045 + 5.48 + 6.10) * 1e-6, within(1e-12));
    }

    @Test
    void loggp_netgauge_hasItsNumbersBesideOurs() {
        Path file = CommandRun.shared("traces/netgauge/local_openmpi_tcplo_ng.out");
        JsonNode json = CommandRun.json("fit", "loggp", file.toString());
        assertThat(json.get("netgauge").get("latency").asDouble()).isCloseTo(5.5085e-6, within(1e-12));
        assertThat(json.get("netgauge").get("protocols")).hasSize(5);
        assertThat(json.get("netgauge")
                        .get("protocols")
                        .get(0)
                        .get("changeBytes")
                        .asLong())
                .isEqualTo(65537);
        assertThat(json.get("roundTripHalf").asDouble()).isCloseTo(5.5085e-6, within(1e-12));
    }

    @Test
    void plogp_ofTheSameData_isATable() throws IOException {
        JsonNode json = CommandRun.json("fit", "plogp", sci().toString());
        assertThat(json.get("sizes")).hasSize(64);
        assertThat(json.get("sizes").get(0).get("gap").asDouble()).isCloseTo(7.78e-6, within(1e-14));
        assertThat(json.get("latency").asDouble()).isCloseTo((17.68 - 7.78) * 1e-6, within(1e-14));
        assertThat(CommandRun.of("fit", "plogp", sci().toString()).succeeded().out())
                .contains("model: plogp");
    }

    @Test
    void tree_isAFragmentWithTolerance() throws IOException {
        Path file = Files.writeString(
                folder.resolve("tree.yaml"),
                "heights:\n  - {bandwidth: 580.2 Mbit/s, buffer-delay: 251 us}\n"
                        + "  - {bandwidth: 1160.2 Mbit/s, buffer-delay: 451 us}\n");
        JsonNode json = CommandRun.json("fit", "tree", file.toString());
        assertThat(json.get("heights").get(1).get("bandwidth").asDouble()).isCloseTo(1160.2e6 / 8, within(1e-6));
        assertThat(json.get("switchTolerance").get("suggestion").asDouble()).isPositive();
        assertThat(CommandRun.of("fit", "tree", file.toString()).succeeded().out())
                .contains("fair-tree");
    }

    @Test
    void penaltiesAndModel_ofMeasuredGraphs_printNetworks() throws IOException {
        Path file = CommandRun.repository("docs/measured/martinasso-2011-fig4.json");
        String penalties = CommandRun.of("fit", "penalties", file.toString(), "--model", "infiniband")
                .succeeded()
                .out();
        assertThat(penalties).contains("model: measured-penalties").contains("otherwise: \"infiniband\"");
        Path platform = Files.writeString(folder.resolve("p.yaml"), "cluster: {nodes: 8}\n" + penalties);
        JsonNode graph = CommandRun.json("graph", "a:0>1 b:0>2 c:3>2 d:4>2 e:5>1", "--platform", platform.toString());
        // Fig. 4 A: the printed penalties are 5, 5, 2.5, 2.5, 1.25; measured ones are near
        assertThat(graph.get("edges").get(0).get("penalty").asDouble()).isCloseTo(5, within(0.3));
        assertThat(graph.get("edges").get(4).get("penalty").asDouble()).isCloseTo(1.25, within(0.01));
        JsonNode model = CommandRun.json("fit", "model", file.toString(), "--model", "infiniband-vienne");
        assertThat(model.get("parameters").has("gamma")).isTrue();
        assertThat(model.get("baselines").get("uncontended").asDouble()).isPositive();
        assertThat(model.get("leftOut")).hasSize(2);
    }

    @Test
    void mistakes_areNamed() throws IOException {
        CommandRun.of("fit", "loggpp", sci().toString()).failed(2, "loggp, plogp, tree");
        CommandRun.of("fit", "loggp", "none.txt").failed(2, "none.txt: there is no such file");
        CommandRun.of("fit", "gige", sci().toString()).failed(2, "sci.txt");
        CommandRun.of("fit", "loggp", sci().toString(), "--look-ahead", "0").failed(2, "look-ahead");
        Path file = CommandRun.repository("docs/measured/vienne-2008-fig4.json");
        CommandRun.of("fit", "gige", file.toString()).failed(2, "no star of two or more messages");
        CommandRun.of("fit", "model", file.toString(), "--model", "gigabit-ethernet", "--parameter", "beta")
                .failed(2, "NAME=LOW:START:HIGH");
    }
}
