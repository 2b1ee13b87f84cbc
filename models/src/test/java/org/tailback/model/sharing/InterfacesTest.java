package org.tailback.model.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Message;
import org.tailback.embed.Network;
import org.tailback.embed.Transfer;
import org.tailback.model.sharing.maxmin.MaxMin;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.settings.Settings;
import org.tailback.testing.FlowsInFlight;

/** Nodes with several interfaces, and tapered trees, as the documentation writes them. */
class InterfacesTest {
    private static final long BYTES = 1 << 30;

    /** A platform of the sections that follow a heading of a page, on so many nodes. */
    private static Platform documented(String page, String heading, int nodes) throws IOException {
        String text = Files.readString(Path.of("..", "docs", page));
        Matcher yaml = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(text);
        assertThat(yaml.find(text.indexOf(heading))).isTrue();
        String sections = yaml.group(1);
        String cluster = sections.contains("cluster:") ? "" : "cluster: {nodes: " + nodes + "}\n";
        String cost = sections.contains("cost:") ? "" : "cost: {model: hockney, latency: 0, bandwidth: 25 GB/s}\n";
        return PlatformFile.parse(cluster + sections + cost, page).resolve(Overrides.NONE);
    }

    /** Rates in GB/s of messages that start together, given as source, destination, source, destination, …. */
    private static double[] rates(Platform platform, int... ends) {
        Network network = Network.builder(platform).build();
        Message[] messages = new Message[ends.length / 2];
        Arrays.setAll(messages, i -> network.send(Transfer.of(ends[2 * i], ends[2 * i + 1], BYTES)));
        network.nextInstant();
        return Arrays.stream(messages)
                .mapToDouble(message -> message.rate() / 1e9)
                .toArray();
    }

    @Test
    void rails_twoMessagesOfANode_goTwiceAsFastTogetherAsOneAlone() throws IOException {
        Platform rails = documented("platforms/platform-file.md", "## Rails", 4);

        assertThat(rates(rails, 0, 1)).containsExactly(new double[] {25}, within(1e-6));
        assertThat(rates(rails, 0, 1, 0, 2)).containsExactly(new double[] {25, 25}, within(1e-6));
        assertThat(rates(rails, 0, 1, 0, 1)).containsExactly(new double[] {25, 25}, within(1e-6));
        assertThat(rates(rails, 1, 0, 2, 0)).containsExactly(new double[] {25, 25}, within(1e-6));
        assertThat(rates(rails, 0, 1, 0, 2, 0, 3, 0, 1))
                .containsExactly(new double[] {12.5, 12.5, 12.5, 12.5}, within(1e-6));
    }

    /** One message of 1 GiB alone, and two together, in one time over two rails. */
    @ParameterizedTest
    @ValueSource(strings = {"hockney", "plogp", "loggp", "loggps:eager-limit=8KiB"})
    void rails_underEveryCost_twoMessagesTakeTheTimeOfOne(String cost) {
        String parameters = (cost.contains(":") ? "," : ":") + "latency=0,bandwidth=25GB/s";
        double[] ends = new double[3];
        for (int messages = 1; messages <= 2; messages++) {
            int last = messages;
            Network network = Network.builder(Cluster.of(4, 1))
                    .model("max-min:bandwidth=50GB/s")
                    .cost(cost + parameters)
                    .build();
            for (int i = 1; i <= messages; i++) {
                network.send(0, i, BYTES, delivery -> ends[last] = delivery.arrived());
            }
            while (network.nextInstant() < Double.POSITIVE_INFINITY) {
                network.advanceTo(network.nextInstant());
            }
        }
        assertThat(ends[1]).isCloseTo(BYTES / 25e9, within(1e-9));
        assertThat(ends[2]).isCloseTo(ends[1], within(1e-15));
    }

    /** Nodes of 4x4x4 by x + 4 y + 16 z; neighbours of node 21 = (1, 1, 1) in six directions. */
    @Test
    void torus_sixInterfaces_sendToSixNeighboursAtOnce() throws IOException {
        Platform tofu = documented("models/max-min.md", "### A torus with several interfaces", 64);
        double[] six = new double[6];
        Arrays.fill(six, 6.8);

        assertThat(rates(tofu, 21, 22)).containsExactly(new double[] {6.8}, within(1e-9));
        assertThat(rates(tofu, 21, 22, 21, 20, 21, 25, 21, 17, 21, 37, 21, 5)).containsExactly(six, within(1e-9));
        assertThat(rates(tofu, 21, 22, 21, 22)).containsExactly(new double[] {3.4, 3.4}, within(1e-9));
    }

    /** Two dimensions more, so that ten links leave a node: its interfaces are the limit. */
    @Test
    void torus_moreLinksThanInterfaces_injectNoMoreThanTheInterfacesTogether() {
        Platform torus = PlatformFile.parse(
                        String.join(
                                "\n",
                                "cluster: {nodes: 243}",
                                "network: {model: max-min, topology: torus, dimensions: 3x3x3x3x3,",
                                "          bandwidth: 40.8 GB/s, link-bandwidth: 6.8 GB/s}",
                                "cost: {model: hockney, latency: 0, bandwidth: 6.8 GB/s}"),
                        "test")
                .resolve(Overrides.NONE);
        double[] ten = new double[10];
        Arrays.fill(ten, 4.08);

        assertThat(rates(torus, 0, 1, 0, 2, 0, 3, 0, 6, 0, 9, 0, 18, 0, 27, 0, 54, 0, 81, 0, 162))
                .containsExactly(ten, within(1e-9));
    }

    /** Leaves of 4 nodes with 2 links up: D-mod-k puts two messages of a leaf on each. */
    @Test
    void fatTree_fewerLinksUpThanDown_isTapered() {
        String graph = "0>4 1>5 2>6 3>7";
        Map<String, String> tree = Map.of("topology", "fat-tree", "down", "4x2", "up", "1x2", "bandwidth", "1");

        assertThat(fatTree(tree, Map.of(), graph)).containsExactly(0.5, 0.5, 0.5, 0.5);
        assertThat(fatTree(tree, Map.of("link-bandwidth", "2"), graph)).containsExactly(1, 1, 1, 1);
    }

    private static double[] fatTree(Map<String, String> tree, Map<String, String> further, String graph) {
        Settings settings = Settings.ofScalars("network", "test", tree)
                .overriddenBy(Settings.ofScalars("network", "test", further));
        return FlowsInFlight.of(new MaxMin.Provider().create(settings), Cluster.of(8, 1), graph)
                .rates();
    }

    /**
     * All 16 nodes of the documented tree's first leaf send to the second leaf: two share a link of 50 GB/s. All 128 of
     * its first half of the upper level send to the second: two share a link of 25 GB/s.
     */
    @Test
    void fatTree_bandwidthOfEachLevel_isItsLinks() throws IOException {
        Platform tree = documented("models/max-min.md", "### Tapered fat trees", 512);
        FlowsInFlight leaf = new FlowsInFlight(tree.model(), tree.cluster());
        FlowsInFlight half = new FlowsInFlight(tree.model(), tree.cluster());
        for (int node = 0; node < 128; node++) {
            if (node < 16) {
                leaf.start(node, node, 16 + node);
            }
            half.start(node, node, 128 + node);
        }
        leaf.recompute();
        half.recompute();

        assertThat(Arrays.stream(leaf.rates()).boxed().toList()).isEqualTo(repeated(16, 25e9));
        assertThat(Arrays.stream(half.rates()).boxed().toList()).isEqualTo(repeated(128, 12.5e9));
    }

    private static List<Double> repeated(int times, double value) {
        return Collections.nCopies(times, value);
    }
}
