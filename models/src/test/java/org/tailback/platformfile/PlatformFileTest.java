package org.tailback.platformfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.registry.Registry;
import org.tailback.settings.Settings;

class PlatformFileTest {
    private static final String FULL = String.join(
            "\n",
            "cluster: {nodes: 32, cores-per-node: 2}",
            "network:",
            "  model: tree-like",
            "  beta: 0.5",
            "  tree:",
            "    - {bandwidth: 580.2 Mbit/s, buffer-delay: 251 us}",
            "    - {bandwidth: 1160.2 Mbit/s, buffer-delay: 451 us}",
            "cost: {model: line, latency: 50 us, bandwidth: 580.2 Mbit/s}",
            "loss: {model: drop, timeout: 200 ms}",
            "intra-node: {latency: 1 us, bandwidth: 4 GB/s, shared: true}",
            "compute: {scale: 2.5, speed: 10 Gflop/s}",
            "placement: round-robin-processor",
            "");
    private static final String SMALL =
            "cluster: {nodes: 4}\nnetwork: {model: star-like}\ncost: {model: line, latency: 0}\n";

    private static Platform resolve(String text) {
        return resolve(text, Overrides.NONE);
    }

    private static Platform resolve(String text, Overrides overrides) {
        return PlatformFile.parse(text, "p.yaml").resolve(overrides, TestModels.registry());
    }

    private static Settings network(Platform platform) {
        return ((TestModels.Sharing) platform.model()).settings();
    }

    private static Settings cost(Platform platform) {
        return ((TestModels.Cost) platform.cost()).settings();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "valid-for: one rank a node; section 'validity'",
                "model-error: 12 %; section 'residuals'",
                "cost-from-nodes: [{nodes: 3, model: line, latency: 7 us, bandwidth: 1 GB/s}]; cost-from-ranks"
            })
    void retiredSections_areErrorsThatNameTheNewOne(String section, String instead) {
        assertThatThrownBy(() -> PlatformFile.parse(SMALL + section + "\n", "p.yaml"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("is retired")
                .hasMessageContaining(instead);
    }

    @Test
    void validity_statedAndMeasuredSizes() {
        Registry registry = Registry.load();
        String fitted = "cost: {model: loggp, latency: 1 us, measured: {from: 1 B, to: 64 kB}, protocols: "
                + "[{from: 0, overhead: 1 us, gap: 1 us, gap-per-byte: 1 ns}]}\n";

        assertThat(PlatformFile.parse("cluster: {nodes: 2}", "p.yaml").validityInWords(registry))
                .isEqualTo("not stated");
        assertThat(PlatformFile.parse(
                                fitted + "validity: {basis: measured, ranks-a-node: 1, date: 2025, nominal: cost}",
                                "p.yaml")
                        .validityInWords(registry))
                .isEqualTo("measured 2025; 1 ranks per node; nominal: cost; message cost measured from 1 B to 64 kB");
    }

    @Test
    void resolve_everySection_reachesThePlatform() {
        Platform platform = resolve(FULL);
        assertThat(platform.cluster().nodes()).isEqualTo(32);
        assertThat(platform.cluster().coresPerNode()).isEqualTo(2);
        assertThat(platform.model().name()).isEqualTo("tree-like");
        assertThat(network(platform).keys()).containsExactly("beta", "tree");
        assertThat(network(platform).sections("tree").get(0).bytesPerSecond("bandwidth"))
                .isEqualTo(72525000);
        assertThat(platform.cost().latency(0)).isEqualTo(50e-6);
        assertThat(((TestModels.Loss) platform.loss()).settings().seconds("timeout"))
                .isEqualTo(0.2);
        assertThat(platform.intraNode()).isEqualTo(new IntraNodePath(1e-6, 4e9, true));
        assertThat(platform.computeScale()).isEqualTo(2.5);
        assertThat(platform.computeSpeed()).isEqualTo(1e10);
        assertThat(platform.placement().name()).isEqualTo("round-robin-processor");
    }

    @Test
    void resolve_requiredSectionsOnly_hasTheDocumentedDefaults() {
        Platform platform = resolve(SMALL);
        assertThat(platform.cluster().coresPerNode()).isEqualTo(1);
        assertThat(platform.loss().losesMessages()).isFalse();
        assertThat(platform.intraNode()).isEqualTo(IntraNodePath.FREE);
        assertThat(platform.computeScale()).isEqualTo(1);
        assertThat(platform.hasComputeSpeed()).isFalse();
        assertThat(platform.placement().name()).isEqualTo("round-robin-node");
    }

    /** Returns the platform of ranks that go round so many nodes. */
    private static Platform run(Platform platform, int ranks, int nodes) {
        int[] nodeOfRank = IntStream.range(0, ranks).map(rank -> rank % nodes).toArray();
        return platform.forRun(ranks, Placement.of(Cluster.of(600, 600), nodeOfRank));
    }

    @Test
    void forRun_costFromRanks_replacesTheCostOfLargePrograms() {
        Platform platform = resolve(SMALL + """
            cost-from-ranks:
              - {ranks: 3, model: line, latency: 7 us, bandwidth: 1 GB/s}
              - {ranks: 6, nodes: 4, model: line, latency: 9 us, bandwidth: 1 GB/s}
            """);
        assertThat(run(platform, 2, 2)).isSameAs(platform);
        assertThat(run(platform, 3, 1).cost().latency(8)).isEqualTo(7e-6);
        assertThat(run(platform, 5, 5).cost().latency(8)).isEqualTo(7e-6);
        assertThat(run(platform, 600, 3).cost().latency(8)).isEqualTo(7e-6);
        assertThat(run(platform, 600, 4).cost().latency(8)).isEqualTo(9e-6);
        assertThat(run(platform, 6, 6).model()).isSameAs(platform.model());
    }

    @Test
    void intraNode_protocols_bySizeAndByRanksOfTheNode() {
        Platform platform = resolve(SMALL + """
            intra-node:
              protocols: [{from: 0 B, latency: 1 us, bandwidth: 8 GB/s}, {from: 8 KiB, latency: 2 us, bandwidth: 4 GB/s}]
              node-bandwidth: 20 GB/s
            """);
        assertThat(platform.intraNode().latency(8191)).isEqualTo(1e-6);
        assertThat(platform.intraNode().latency(8192)).isEqualTo(2e-6);
        assertThat(run(platform, 4, 1).intraNode().bytesPerSecond(8)).isEqualTo(5e9);
        assertThat(run(platform, 4, 2).intraNode()).isEqualTo(platform.intraNode());
        assertThatThrownBy(() -> resolve(SMALL + "intra-node: {protocols: [{from: 8 B, latency: 1 us}]}\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("intra-node ranges must begin at 0 or 1");
    }

    @Test
    void resolve_costFromRanksInWrongOrder_saysWhere() {
        String text = SMALL + """
            cost-from-ranks:
              - {ranks: 6, model: line, latency: 7 us, bandwidth: 1 GB/s}
              - {ranks: 6, model: line, latency: 9 us, bandwidth: 1 GB/s}
            """;
        assertThatThrownBy(() -> resolve(text))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("numbers of ranks must be 1 or more, in ascending order, found '6'");
    }

    @Test
    void cluster_racks_hereOrInsideCluster() {
        for (String text : new String[] {
            "racks: [{name: X, nodes: 15}, {name: Y, nodes: 5}]\ncluster: {cores-per-node: 12}",
            "cluster: {racks: [{name: X, nodes: 15}, {name: Y, nodes: 5}], cores-per-node: 12}"
        }) {
            Cluster cluster = PlatformFile.parse(text, "p.yaml").cluster();
            assertThat(cluster.nodes()).isEqualTo(20);
            assertThat(cluster.coresPerNode()).isEqualTo(12);
            assertThat(cluster.nodeNamed("Y5")).isEqualTo(19);
        }
        assertThat(PlatformFile.parse("racks: [{name: X, nodes: 15}]", "p.yaml")
                        .cluster()
                        .coresPerNode())
                .isEqualTo(1);
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(
                        FULL.replace("network:", "netwrok:"),
                        "p.yaml:2:1: unknown key 'netwrok' in platform file. Did you mean 'network'? Valid keys:"
                                + " cluster, racks, network, cost, cost-from-ranks, loss, intra-node, compute, local,"
                                + " kernels, placement, validity, residuals"),
                Arguments.of(
                        FULL.replace("cores-per-node", "cores"),
                        "p.yaml:1:22: unknown key 'cores' in cluster. Did you mean 'cores-per-node'? Valid keys:"
                                + " nodes, cores-per-node, racks, hosts, gpus-per-node, gpus-per-nic, gpu,"
                                + " memory-per-node"),
                Arguments.of(
                        FULL.replace("  beta", "  bata"),
                        "p.yaml:4:3: unknown key 'bata' in network. Did you mean 'beta'? Valid keys: tree, beta"),
                Arguments.of(
                        FULL.replace("latency: 50 us", "latency: 50 MB"),
                        "p.yaml:8:30: 'latency': expected a time such as 50us, 10.706 ms or 0.2 s, found '50 MB',"
                                + " which is a size"),
                Arguments.of(FULL.replace("latency: 50 us, ", ""), "p.yaml:8:7: missing key 'latency' in cost. Add it"),
                Arguments.of(FULL.replace("model: line, ", ""), "p.yaml:8:7: missing key 'model' in cost. Add it"),
                Arguments.of(
                        FULL.replace("model: line", "model: lime"),
                        "p.yaml:8:15: unknown message cost 'lime'. Did you mean 'line'? Valid: line, steps"),
                Arguments.of(
                        FULL.replace("model: tree-like", "model: two-racks").replaceAll("(?s)  beta.*cost", "cost"),
                        "p.yaml:3:10: two-racks needs two racks. Valid: tree-like, star-like"),
                Arguments.of(
                        FULL.replace("shared: true", "share: true"),
                        "p.yaml:10:48: unknown key 'share' in intra-node. Did you mean 'shared'? Valid keys: latency,"
                                + " bandwidth, overhead, protocols, node-bandwidth, shared"),
                Arguments.of(
                        FULL.replace("shared: true", "shared: maybe"),
                        "p.yaml:10:56: expected true or false for 'shared', found 'maybe'"),
                Arguments.of(
                        FULL.replace("bandwidth: 4 GB/s", "bandwidth: 0"),
                        "p.yaml:10:40: 'bandwidth' must be above 0, found '0'"),
                Arguments.of(
                        FULL.replace("scale: 2.5", "scale: -2.5"), "p.yaml:11:18: 'scale' must be >= 0, found '-2.5'"),
                Arguments.of(
                        FULL.replace("speed: 10 Gflop/s", "speed: 10 GB/s"),
                        "p.yaml:11:30: 'speed': expected a computing speed such as 10Gf or 10 Gflop/s, found '10"
                                + " GB/s', which is a bandwidth"),
                Arguments.of(
                        FULL.replace("round-robin-processor", "round-robin-procesor"),
                        "p.yaml:12:12: unknown placement 'round-robin-procesor'. Did you mean 'round-robin-processor'? "
                                + "Valid: " + String.join(", ", PlacementText.FORMS)),
                Arguments.of(
                        FULL.replace("nodes: 32", "nodes: 0"), "p.yaml:1:18: 'nodes' must be 1 to 16777216, found '0'"),
                Arguments.of(
                        FULL.replace("nodes: 32", "nodes: 1.5"),
                        "p.yaml:1:18: 'nodes': expected a whole number such as 4, found '1.5'"),
                Arguments.of(FULL.replace("nodes: 32, ", ""), "p.yaml:1:10: missing key 'nodes' in cluster. Add it"),
                Arguments.of(
                        FULL.replace("per-node: 2", "per-node: 0"),
                        "p.yaml:1:38: 'cores-per-node' must be 1 to 2147483647, found '0'"),
                Arguments.of(
                        FULL.replaceFirst("cluster.*\n", ""),
                        "p.yaml:1:1: missing section 'cluster' in platform file. Add 'cluster: {nodes: 32,"
                                + " cores-per-node: 2}', or 'racks: [{name: X, nodes: 15}, …]'"),
                Arguments.of(
                        "racks: [{name: X, nodes: 1}]\n" + FULL,
                        "p.yaml:2:18: with racks the number of nodes is the sum over the racks. Remove 'nodes'"),
                Arguments.of(
                        "racks: [{name: X1, nodes: 1}]",
                        "p.yaml:1:16: rack name 'X1' must begin with a letter and not end in a digit"),
                Arguments.of(
                        "racks: [{name: X, nodes: 1}, {name: X, nodes: 2}]",
                        "p.yaml:1:37: two racks are called 'X'. Rename one of them"),
                Arguments.of(
                        "racks: [{name: X, nodes: 1, cores: 2}]",
                        "p.yaml:1:29: unknown key 'cores' in racks. Did you mean 'nodes'? Valid keys: name, nodes"),
                Arguments.of("racks: []", "p.yaml:1:8: the racks must have 1 to 16777216 nodes, not 0"),
                Arguments.of(
                        "racks: [{name: X, nodes: 1}]\ncluster: {racks: [{name: X, nodes: 1}]}",
                        "p.yaml:1:8: racks are given twice, also at p.yaml:2:18. Remove one of them"),
                Arguments.of(
                        "cluster: 5", "p.yaml:1:10: expected a section (key: value lines) for 'cluster', found '5'"),
                Arguments.of(
                        "cluster: {nodes: 4}\ncost: {model: line, latency: 0}",
                        "p.yaml:1:1: missing section 'network' in platform file. Add 'network: {model: NAME}' or use"
                                + " --model NAME"),
                Arguments.of(
                        "cluster: {nodes: 4}\nnetwork: {model: star-like}",
                        "p.yaml:1:1: missing section 'cost' in platform file. Add 'cost: {model: NAME}' or use --cost"
                                + " NAME"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void resolve_wrongFile_saysWhereAndWhat(String text, String message) {
        assertThatThrownBy(() -> resolve(text))
                .isInstanceOf(InputException.class)
                .hasMessage(message);
    }

    @Test
    void resolve_overrideOfTheSameModel_overlaysItsKeys() {
        Platform platform = resolve(FULL, Overrides.NONE.withModel("tree-like:beta=0.75"));
        assertThat(network(platform).number("beta")).isEqualTo(0.75);
        assertThat(network(platform).sections("tree")).hasSize(2);
        assertThat(resolve(FULL, Overrides.NONE.withModel("tree-like")).model().name())
                .isEqualTo("tree-like");
    }

    @Test
    void resolve_overrideByAnotherModel_keepsTheKeysThatItKnows() {
        Platform platform =
                resolve(FULL, Overrides.NONE.withModel("star-like:links=3").withCost("steps:gap=4"));
        assertThat(platform.model().name()).isEqualTo("star-like");
        assertThat(network(platform).keys()).containsExactlyInAnyOrder("beta", "links");
        assertThat(network(platform).number("beta")).isEqualTo(0.5);
        assertThat(platform.cost().name()).isEqualTo("steps");
        assertThat(cost(platform).keys()).containsExactlyInAnyOrder("latency", "gap");
    }

    @Test
    void resolve_overrideWithoutValue_takesTheFilesKeyAway() {
        assertThat(cost(resolve(FULL, Overrides.NONE.withCost("line:bandwidth=")))
                        .keys())
                .containsExactly("latency");
    }

    @Test
    void resolve_overridesWithoutSections_needNoSections() {
        Platform platform = resolve(
                "cluster: {nodes: 4}",
                Overrides.NONE
                        .withModel("star-like")
                        .withCost("line:latency=3 us")
                        .withLoss("drop:timeout=1"));
        assertThat(platform.cost().latency(0)).isEqualTo(3e-6);
        assertThat(platform.loss().name()).isEqualTo("drop");
    }

    @Test
    void resolve_otherOverrides_replaceTheFilesValues() {
        Platform platform = resolve(
                FULL,
                Overrides.NONE
                        .withLoss("none")
                        .withPlacement("random")
                        .withSeed(7)
                        .withComputeScale("0")
                        .withComputeSpeed("1 Gf"));
        assertThat(platform.loss().name()).isEqualTo("none");
        assertThat(platform.placement().name()).isEqualTo("random:7");
        assertThat(platform.computeScale()).isZero();
        assertThat(platform.computeSpeed()).isEqualTo(1e9);
    }

    @Test
    void resolve_overrideChoosesTheModel_theFilesOwnNeedNotExist() {
        String text = FULL.replace("model: tree-like", "model: not-installed");
        assertThat(resolve(text, Overrides.NONE.withModel("star-like")).model().name())
                .isEqualTo("star-like");
    }

    static Stream<Arguments> wrongOverrides() {
        return Stream.of(
                Arguments.of(
                        Overrides.NONE.withModel("star-lik"),
                        "--model star-lik: unknown bandwidth-sharing model 'star-lik'. Did you mean 'star-like'?"
                                + " Valid: star-like, tree-like, two-racks"),
                Arguments.of(
                        Overrides.NONE.withModel("star-like:lings=2"),
                        "--model star-like:lings=2: unknown key 'lings' in star-like. Did you mean 'links'? Valid"
                                + " keys: beta, links"),
                Arguments.of(
                        Overrides.NONE.withModel("two-racks"),
                        "--model two-racks: two-racks needs two racks. Valid: tree-like, star-like"),
                Arguments.of(
                        Overrides.NONE.withCost("line:latency=2 MB"),
                        "--cost line:latency=2 MB: 'latency': expected a time such as 50us, 10.706 ms or 0.2 s, found"
                                + " '2 MB', which is a size"),
                Arguments.of(
                        Overrides.NONE.withComputeScale("-1"), "--compute-scale: 'scale' must be >= 0, found '-1'"),
                Arguments.of(
                        Overrides.NONE.withComputeSpeed("fast"),
                        "--compute-speed: 'speed': expected a computing speed such as 10Gf or 10 Gflop/s, found"
                                + " 'fast'"),
                Arguments.of(
                        Overrides.NONE.withPlacement("random:x"),
                        "--placement: the seed of a random placement is a whole number, found 'random:x'"));
    }

    @ParameterizedTest
    @MethodSource("wrongOverrides")
    void resolve_wrongOverride_saysWhichAndWhat(Overrides overrides, String message) {
        assertThatThrownBy(() -> resolve(FULL, overrides))
                .isInstanceOf(InputException.class)
                .hasMessage(message);
    }

    @Test
    void resolve_missingKeyOfAnOverride_isReportedAtTheOverride() {
        assertThatThrownBy(() ->
                        resolve("cluster: {nodes: 4}\nnetwork: {model: star-like}", Overrides.NONE.withCost("line")))
                .isInstanceOf(InputException.class)
                .hasMessage("--cost line: missing key 'latency' in line. Add it");
    }

    @Test
    void read_placementFile_isRelativeToThePlatformFile(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("p.yaml");
        Files.writeString(file, SMALL + "placement: file:ranks.txt\n");
        Files.writeString(folder.resolve("ranks.txt"), "0 3\n1 0\n");
        Platform platform = PlatformFile.read(file).resolve(Overrides.NONE, TestModels.registry());
        assertThat(platform.placement().name()).isEqualTo("file:ranks.txt");
        assertThat(platform.placement().place(platform.cluster(), 2).nodeOf(0)).isEqualTo(3);
    }

    @Test
    void of_settingsFromAProgram_areReadLikeAFile() {
        Settings settings = YamlSettings.parse(SMALL, "program", "platform");
        assertThat(PlatformFile.of(settings)
                        .resolve(Overrides.NONE, TestModels.registry())
                        .cluster()
                        .nodes())
                .isEqualTo(4);
        assertThat(PlatformFile.of(settings).settings()).isSameAs(settings);
    }

    @Test
    void trimmedTo_cubicTorus_hasOnlyTheNodesOfTheProgram() {
        for (String network : List.of(
                "{model: star-like, topology: star}", "{model: star-like, topology: torus, dimensions: 20x20}")) {
            PlatformFile file = PlatformFile.parse("cluster: {nodes: 400}\nnetwork: " + network, "p.yaml");
            assertThat(file.trimmedTo(7)).isSameAs(file);
        }
        PlatformFile torus = PlatformFile.parse(
                "cluster: {nodes: 400, cores-per-node: 3}\n"
                        + "network: {model: star-like, topology: torus, dimensions: cubic}",
                "p.yaml");
        assertThat(torus.trimmedTo(8).cluster().nodes()).isEqualTo(8);
        assertThat(torus.trimmedTo(8).cluster().coresPerNode()).isEqualTo(3);
        assertThat(torus.trimmedTo(400)).isSameAs(torus);
    }

    @ParameterizedTest
    @CsvSource({
        "star-10g, 300, 300",
        "fat-tree-100g, 2000, 2000",
        "fat-tree-100g, 2001, 2016",
        "dragonfly-slingshot, 3000, 3072",
        "fat-tree-100g, 12, 256",
        "leonardo, 300000, 3456"
    })
    void grownTo_templatesGetMoreSwitches_machinesStay(String name, int nodes, int expected) {
        PlatformFile file =
                PlatformFile.parse(BundledPlatforms.text(name), name).grownTo(nodes);

        assertThat(file.cluster().nodes()).isEqualTo(expected);
        assertThat(file.resolve(Overrides.NONE).model().on(file.cluster(), 1)).isNotNull();
    }
}
