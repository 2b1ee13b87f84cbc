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
        assertThat(fragment)
                .contains("# LogGP fitted to ")
                .contains("over 12 sizes")
                .contains("model: loggp");
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
        assertThat(json.get("netgauge")).hasSize(5);
        assertThat(json.get("netgauge").get(4).get("bytes").asLong()).isEqualTo(130049);
        assertThat(json.get("netgauge").get(4).get("gap").asDouble()).isCloseTo(15.835156e-6, within(1e-14));
        assertThat(json.get("roundTripHalf").asDouble()).isCloseTo(5.5085e-6, within(1e-12));
    }

    /**
     * The second protocol of that run has a falling line: no G <= 0 is written, in no form, and it is said in all of
     * them.
     */
    @Test
    void loggp_gapPerByteThatIsNotPositive_isReplacedAndSaidInEveryForm() {
        String file =
                CommandRun.shared("traces/netgauge/local_openmpi_tcplo_ng.out").toString();
        String said = "G of the protocol from 65537 to 130049 B is fitted as -0.04028 ns per byte";
        CommandRun text = CommandRun.of("fit", "loggp", file).succeeded();
        assertThat(text.out())
                .contains("# " + said, "measured: {from: 1 B, to: 130049 B}")
                .doesNotContain("gap-per-byte: 0 us", "NaN");
        assertThat(text.err()).contains("warning: " + said);
        CommandRun csv = CommandRun.of("fit", "loggp", file, "--format", "csv").succeeded();
        assertThat(csv.err()).contains("warning: " + said);
        JsonNode json = CommandRun.json("fit", "loggp", file);
        json.get("protocols")
                .forEach(protocol ->
                        assertThat(protocol.get("gapPerByte").asDouble()).isPositive());
        assertThat(json.get("warnings").toString()).contains(said);
        assertThat(CommandRun.of("fit", "plogp", file).succeeded().out()).doesNotContain("NaN");
    }

    @Test
    void loggp_optionsOutOfTheirDomain_areNamed() throws IOException {
        CommandRun.of("fit", "loggp", sci().toString(), "--look-ahead", "1")
                .failed(2, "--look-ahead: expected 2 or more, found 1");
        CommandRun.of("fit", "loggp", sci().toString(), "--change-factor", "0.5")
                .failed(2, "--change-factor: expected 1 or more, found 0.5");
        CommandRun.of("fit", "loggp", sci().toString(), "--minimum-points", "2")
                .failed(2, "--minimum-points: expected 3 or more, found 2");
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

    /** Replays two messages of 1 MiB that meet at node 2 on a platform that a fragment completes. */
    private double replayed(String fragment, String... sections) throws IOException {
        assertThat(fragment).startsWith("# ");
        Path platform = Files.writeString(folder.resolve("fitted.yaml"), String.join("\n", sections) + "\n" + fragment);
        Path trace = Files.createDirectories(folder.resolve("incast"));
        Files.writeString(trace.resolve("rank-0.txt"), "0 init\n0 send 2 0 1048576 6\n0 finalize\n");
        Files.writeString(trace.resolve("rank-1.txt"), "1 init\n1 send 2 0 1048576 6\n1 finalize\n");
        Files.writeString(
                trace.resolve("rank-2.txt"), "2 init\n2 recv 0 0 1048576 6\n2 recv 1 0 1048576 6\n2 finalize\n");
        return CommandRun.json("replay", trace.toString(), "--platform", platform.toString())
                .get("makespan")
                .asDouble();
    }

    private String fitted(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "fit";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return CommandRun.of(command).succeeded().out();
    }

    @Test
    void everyKind_printsAFragmentThatReplayReads_withItsProvenance() throws IOException {
        String nodes = "cluster: {nodes: 4}";
        String cost = "cost: {model: hockney, latency: 10 us, bandwidth: 100 MB/s}";
        String network = "network: {model: uncontended}";
        double alone = 1048576 / 1e8;

        String logGp = fitted("loggp", sci().toString());
        assertThat(logGp)
                .contains("LogGP fitted to " + sci())
                .contains("over 12 sizes")
                .contains("of data without a date");
        // one after the other: the gap of the receiver lies between them
        assertThat(replayed(logGp, nodes, network)).isCloseTo(2 * 1048576 * 3.7e-9, within(1e-4));

        String plogP = fitted("plogp", sci().toString());
        assertThat(plogP).contains("# PlogP measured one way on " + sci());
        assertThat(replayed(plogP, nodes, network)).isCloseTo(1048576 * 3.7e-9, within(1e-4));

        Path tree = Files.writeString(
                folder.resolve("tree.yaml"),
                "# date: 2026-11-21\nheights:\n  - {bandwidth: [800 Mbit/s, 801 Mbit/s], buffer-delay: 251 us}\n"
                        + "  - {bandwidth: 800 Mbit/s, buffer-delay: 451 us}\n");
        String treeFragment = fitted("tree", tree.toString());
        assertThat(treeFragment).contains("measured 2026-11-21", "standard errors", "tail-drop");
        assertThat(replayed(treeFragment, "cost: {model: plogp, latency: 50 us, bandwidth: 800 Mbit/s}"))
                .isGreaterThan(1.9 * alone);

        Path graphs = Files.writeString(folder.resolve("graphs.json"), GRAPHS);
        String gige = fitted("gige", graphs.toString());
        assertThat(gige).contains("graphs.json").contains("model: gigabit-ethernet");
        assertThat(replayed(gige, nodes, cost)).isCloseTo(1.5 * alone, within(0.01 * alone));

        String penalties = fitted("penalties", graphs.toString());
        assertThat(penalties).contains("graphs.json").contains("model: measured-penalties");
        assertThat(replayed(penalties, nodes, cost)).isCloseTo(1.6842 * alone, within(0.01 * alone));

        String model = fitted("model", graphs.toString(), "--model", "gigabit-ethernet");
        assertThat(model)
                .contains("gigabit-ethernet fitted to 4 graphs", "left out", "for comparison, max-min", "uncontended");
        assertThat(replayed(model, nodes, cost)).isBetween(1.4 * alone, 1.8 * alone);
    }

    /**
     * Vienne 2008, section V.A: stars with the printed penalties, and Fig. 4 with the times that give the printed
     * gammas.
     */
    private static final String GRAPHS = """
        {"bytes": 4000000, "referenceTime": 0.0475, "graphs": [
          {"name": "star2", "edges": [
            {"id": "a", "source": 5, "destination": 6, "mean": 0.07125},
            {"id": "b", "source": 5, "destination": 7, "mean": 0.07125}]},
          {"name": "star3", "edges": [
            {"id": "a", "source": 5, "destination": 6, "mean": 0.106875},
            {"id": "b", "source": 5, "destination": 7, "mean": 0.106875},
            {"id": "c", "source": 5, "destination": 8, "mean": 0.106875}]},
          {"name": "in2", "edges": [
            {"id": "a", "source": 6, "destination": 5, "mean": 0.08},
            {"id": "b", "source": 7, "destination": 5, "mean": 0.08}]},
          {"name": "fig4", "edges": [
            {"id": "a", "source": 0, "destination": 1, "mean": 0.0945844},
            {"id": "b", "source": 0, "destination": 2, "mean": 0.0946},
            {"id": "c", "source": 0, "destination": 3, "mean": 0.1128},
            {"id": "d", "source": 1, "destination": 2, "mean": 0.0687},
            {"id": "e", "source": 1, "destination": 3, "mean": 0.1033},
            {"id": "f", "source": 2, "destination": 3, "mean": 0.1030275}]}]}
        """;

    @Test
    void loggp_ofRealDataOverAGigabitPath_isFittedAndReplayed() throws IOException {
        Path file = CommandRun.shared("measured/prtt-link1000.json");
        JsonNode json = CommandRun.json("fit", "loggp", file.toString());
        // median of PRTT(1, 0, 1 B) as the file says: 25.238 us
        assertThat(json.get("roundTripHalf").asDouble()).isCloseTo(25.238e-6 / 2, within(1e-8));
        JsonNode last = json.get("protocols").get(json.get("protocols").size() - 1);
        // a token bucket of 1 Gbit/s: 8 ns per byte, and headers
        assertThat(last.get("gapPerByte").asDouble()).isBetween(8e-9, 10e-9);
        assertThat(replayed(fitted("loggp", file.toString()), "cluster: {nodes: 4}", "network: {model: uncontended}"))
                .isBetween(2 * 1048576 * 8e-9, 2 * 1048576 * 10e-9);
    }

    @Test
    void collective_output_isThePlatformThatItPrints() throws IOException {
        Path output = folder.resolve("fitted.yaml");
        CommandRun run = CommandRun.of(
                        "fit",
                        "collective",
                        imb().toString(),
                        "--platform",
                        "archer",
                        "--algorithm",
                        "recursive-doubling",
                        "--keep-numbers",
                        "--output",
                        output.toString())
                .succeeded();
        assertThat(Files.readString(output)).isEqualTo(run.out()).contains("residuals:", "per-doubling:");
    }

    @Test
    void collective_ranksPerNodeBesideATableWithNodes_saysThatTheTableHasThem() throws IOException {
        CommandRun.of("fit", "collective", imb().toString(), "--platform", "archer", "--ranks-per-node", "24")
                .failed(2, "the file has the nodes and ranks of each row", "--nodes is missing");
    }

    private Path imb() throws IOException {
        return Files.writeString(
                folder.resolve("imb.csv"),
                "nodes,benchmark,processes,bytes,t_max_us,t_avg_us\n2,Allreduce,48,8,5,5\n2,Allreduce,48,1024,9,9\n"
                        + "4,Allreduce,96,8,7,7\n4,Allreduce,96,1024,12,12\n");
    }

    @Test
    void plogp_ofASimulatedNetwork_givesItBack() {
        String platform = CommandRun.platform("plogpt-table2-bidirectional.yaml");
        Path data = folder.resolve("prtt.txt");
        CommandRun.of("measure", "client", "--platform", platform, "--sizes", "1KiB,64KiB", "--output", data.toString())
                .succeeded();
        JsonNode plogP = CommandRun.json("fit", "plogp", data.toString());
        assertThat(plogP.get("latency").asDouble()).isCloseTo(50e-6, within(1e-12));
        JsonNode largest = plogP.get("sizes").get(plogP.get("sizes").size() - 1);
        // Nomura et al. 2007, Table II: 8 * 65536 B / 580.2 Mbit/s
        assertThat(largest.get("gap").asDouble()).isCloseTo(903.6332299e-6, within(1e-12));
    }

    @Test
    void mistakes_areNamed() throws IOException {
        CommandRun.of("fit", "loggpp", sci().toString()).failed(2, "loggp, plogp, tree");
        CommandRun.of("fit", "loggp", "none.txt").failed(2, "none.txt: there is no such file of measurements");
        CommandRun.of("fit", "gige", sci().toString()).failed(2, "sci.txt");
        CommandRun.of("fit", "loggp", sci().toString(), "--look-ahead", "0").failed(2, "look-ahead");
        Path file = CommandRun.repository("docs/measured/vienne-2008-fig4.json");
        CommandRun.of("fit", "gige", file.toString()).failed(2, "no star of two or more messages");
        CommandRun.of("fit", "model", file.toString(), "--model", "gigabit-ethernet", "--parameter", "beta")
                .failed(2, "NAME=LOW:START:HIGH");
    }

    @Test
    void collectivePlan_isAJobScript_andNeedsNoMeasurements() {
        assertThat(CommandRun.of("fit", "collective", "--plan", "star-10g")
                        .succeeded()
                        .out())
                .startsWith("#!/bin/bash\n# The ")
                .contains("run 2 1 - osu_bw -m 8:4194304\n");
        CommandRun.of("fit", "collective", "--plan", "star-10g", "--nodes", "65")
                .failed(2, "--nodes: expected 2 to 64, found 65");
        CommandRun.of("fit", "collective").failed(2, "Missing required parameter: 'FILE'");
    }

    @Test
    void collective_withoutPlatform_saysWhatItIsFor() {
        String lumi =
                CommandRun.repository("docs/measured/lumi-collectives.json").toString();

        CommandRun.of("fit", "collective", lumi)
                .failed(2, "fit collective needs --platform: a platform file with the form of the machine");
    }
}
