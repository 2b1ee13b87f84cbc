package org.tailback.platformfile.simgrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;

/** SimGrid platforms: against platform files that say the same, and routes counted by hand. */
class SimGridPlatformTest {
    private static final String HEAD = """
            <?xml version='1.0'?>
            <!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
            <platform version="4.1">
            """;
    private static final String CLUSTER = "<cluster id=\"c\" prefix=\"n\" suffix=\"\" radical=\"0-7\" speed=\"10Gf\""
            + " bw=\"1.25GBps\" lat=\"5us\" %s/>";

    @TempDir
    private Path folder;

    private static String platform(String inside) {
        return HEAD + "<zone id=\"world\" routing=\"Full\">" + inside + "</zone></platform>";
    }

    private static String cluster(String more) {
        return platform(CLUSTER.formatted(more));
    }

    private static SimGridPlatform read(String xml) {
        return SimGridPlatform.parse(xml, "p.xml");
    }

    private PlatformFile file(String xml) throws IOException {
        return PlatformFile.read(Files.writeString(folder.resolve("p.xml"), xml));
    }

    /** Exchanges of 1 MB between all neighbours, and three messages into rank 0. */
    private static double makespan(Platform platform) {
        ScriptedProgram program = new ScriptedProgram(8);
        for (int rank = 0; rank < 8; rank++) {
            int right = (rank + 1) % 8;
            int left = (rank + 7) % 8;
            program.add(rank, sink -> sink.isend(1, right, 0, 1_000_000));
            program.add(rank, sink -> sink.irecv(2, left, 0, 1_000_000));
            program.add(rank, sink -> sink.await(1));
            program.add(rank, sink -> sink.await(2));
        }
        for (int rank = 1; rank < 4; rank++) {
            int sender = rank;
            program.add(sender, sink -> sink.send(0, 1, 500_000));
            program.add(0, sink -> sink.recv(sender, 1, 500_000));
        }
        return Replay.builder(program, platform).build().run().makespan();
    }

    private double makespan(String xml) throws IOException {
        return makespan(file(xml).resolve(Overrides.NONE));
    }

    private static double star() {
        return makespan(PlatformFile.parse("""
                        cluster: {nodes: 8}
                        network: {model: smpi, bandwidth: 1.25 GB/s, link-latency: 5 us}
                        cost: {model: smpi, latency: 10 us}
                        compute: {speed: 10 Gflop/s}
                        """, "star").resolve(Overrides.NONE));
    }

    private static String hosts() {
        return IntStream.range(0, 8)
                .mapToObj(i -> "<host id=\"h%d\" speed=\"10Gf\"/>".formatted(i))
                .collect(Collectors.joining());
    }

    private static String links() {
        return IntStream.range(0, 8)
                .mapToObj(i -> ("<link id=\"l%d\" bandwidth=\"1.25GBps\" latency=\"5us\""
                                + " sharing_policy=\"SPLITDUPLEX\"/>")
                        .formatted(i))
                .collect(Collectors.joining());
    }

    /** SimGrid 3.32, smpirun -replay of the alltoall of {@code SmpiSimGridTest}, prints 0.031292 s on this cluster. */
    @Tag("thorough")
    @Test
    void alltoallOf32Ranks_takesTheTimeOfSimGrid() throws IOException {
        ScriptedProgram program = new ScriptedProgram(32);
        for (int rank = 0; rank < 32; rank++) {
            for (int step = 1; step < 32; step++) {
                int from = Math.floorMod(rank - step, 32);
                int to = (rank + step) % 32;
                int tag = step;
                program.add(rank, s -> s.irecv(0, from, tag, 1_000_000))
                        .add(rank, s -> s.isend(1, to, tag, 1_000_000))
                        .add(rank, s -> s.await(0))
                        .add(rank, s -> s.await(1));
            }
        }
        Platform platform = file(cluster("").replace("0-7", "0-31")).resolve(Overrides.NONE);

        assertThat(Replay.builder(program, platform).build().run().makespan()).isCloseTo(0.031292, within(1e-6));
    }

    @Test
    void cluster_isTheStar() throws IOException {
        assertThat(makespan(cluster(""))).isEqualTo(star());
        assertThat(file(cluster("core=\"4\"")).cluster().coresPerNode()).isEqualTo(4);
    }

    @Test
    void starWrittenAsHostsLinksAndRoutes_takesTheSameTime() throws IOException {
        StringBuilder routes = new StringBuilder();
        for (int from = 0; from < 8; from++) {
            for (int to = from + 1; to < 8; to++) {
                routes.append(("<route src=\"h%d\" dst=\"h%d\"><link_ctn id=\"l%d\" direction=\"UP\"/>"
                                + "<link_ctn id=\"l%d\" direction=\"DOWN\"/></route>")
                        .formatted(from, to, from, to));
            }
        }
        assertThat(makespan(platform(hosts() + links() + routes))).isEqualTo(star());
    }

    @Test
    void starOfHostLinksOrOfTheRoutingStar_takesTheSameTime() throws IOException {
        String hostLinks = IntStream.range(0, 8)
                .mapToObj(i -> "<host_link id=\"h%d\" up=\"l%d_UP\" down=\"l%d_DOWN\"/>".formatted(i, i, i))
                .collect(Collectors.joining());
        String spokes = IntStream.range(0, 8)
                .mapToObj(i ->
                        "<route src=\"h%d\" dst=\"\"><link_ctn id=\"l%d\" direction=\"UP\"/></route>".formatted(i, i))
                .collect(Collectors.joining());

        for (String inside : new String[] {
            "<zone id=\"z\" routing=\"Cluster\">" + hosts() + links() + hostLinks + "</zone>",
            "<zone id=\"z\" routing=\"Star\">" + hosts() + links() + spokes + "</zone>",
            "<zone id=\"z\" routing=\"Cluster\"><cabinet id=\"a\" prefix=\"h\" suffix=\"\" radical=\"0-3,4,5-7\""
                    + " speed=\"10Gf\" bw=\"1.25GBps\" lat=\"5us\"/></zone>"
        }) {
            assertThat(makespan(platform(inside))).as(inside).isEqualTo(star());
        }
    }

    @Test
    void fatTree_isOurs() {
        assertThat(read(cluster("topology=\"FAT_TREE\" topo_parameters=\"2;4,2;1,2;1,1\""))
                        .yaml())
                .contains("topology: fat-tree, down: 4x2, up: 1x2, bandwidth: 1250000000, link-latency: 0.000005");
        assertThatThrownBy(() -> read(cluster("topology=\"FAT_TREE\" topo_parameters=\"2;4,2;1,2;1,2\"")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("one cable between two switches");
    }

    @Test
    void twoClusters_routesGoThroughTheirGateways() {
        String pair = "<cluster id=\"%1$s\" prefix=\"%1$s\" suffix=\"\" radical=\"0-1\" speed=\"1Gf\" bw=\"1GBps\""
                + " lat=\"1us\" bb_bw=\"3GBps\" bb_lat=\"2us\"/>";
        SimGridPlatform read = read(platform(pair.formatted("a")
                + pair.formatted("b")
                + "<link id=\"wan\" bandwidth=\"100MBps\" latency=\"2us\"/>"
                + "<zoneRoute src=\"a\" dst=\"b\" gw_src=\"aa_router\" gw_dst=\"bb_router\">"
                + "<link_ctn id=\"wan\"/></zoneRoute>"));

        assertThat(read.yaml())
                .contains(
                        "{from: 0, to: 1, via: \"a0.up a.backbone a1.down\"}",
                        "{from: 0, to: 3, via: \"a0.up a.backbone wan b.backbone b1.down\"}",
                        "{from: 2, to: 1, via: \"b0.up b.backbone wan a.backbone a1.down\"}",
                        "{name: \"wan\", bandwidth: 100000000, latency: 0.000002}",
                        "{name: \"a0.up\", bandwidth: 1000000000, latency: 0.000001}",
                        "cost: {model: smpi, latency: 0.000004}");
        assertThat(read.warnings()).isEmpty();
    }

    @Test
    void floyd_takesTheRouteWithFewestLinks() {
        SimGridPlatform read = read(HEAD + "<AS id=\"w\" routing=\"Floyd\">"
                + "<host id=\"a\" speed=\"1Gf\"/><host id=\"b\" speed=\"1Gf\"/><router id=\"r\"/><router id=\"s\"/>"
                + IntStream.range(0, 5)
                        .mapToObj(i -> "<link id=\"k%d\" bandwidth=\"1GBps\" latency=\"1us\"/>".formatted(i))
                        .collect(Collectors.joining())
                + route("a", "r", 0) + route("r", "s", 1) + route("s", "b", 2) + route("r", "b", 3)
                + "</AS></platform>");

        assertThat(read.yaml()).contains("{from: 0, to: 1, via: \"k0 k3\"}", "{from: 1, to: 0, via: \"k3 k0\"}");
    }

    private static String route(String from, String to, int link) {
        return "<route src=\"%s\" dst=\"%s\"><link_ctn id=\"k%d\"/></route>".formatted(from, to, link);
    }

    @Test
    void fatPipe_isALinkThatMessagesDoNotShare() {
        SimGridPlatform read = read(platform("<cluster id=\"c\" prefix=\"n\" suffix=\"\" radical=\"0-2\" speed=\"1Gf\""
                + " bw=\"1GBps\" lat=\"1us\" bb_bw=\"2GBps\" bb_lat=\"3us\" bb_sharing_policy=\"FATPIPE\"/>"));

        assertThat(read.yaml()).contains("via: \"n0.up c.backbone n1.down\"", "latency: 0.000003, shared: false}");
        assertThat(read.warnings()).isEmpty();
    }

    @Test
    void whatMakesAnotherPlatformOfIt_isRefusedWithItsPlace() {
        String host = "<host id=\"a\" speed=\"1Gf\"/>";
        for (String inside : new String[] {
            "<host id=\"a\" speed=\"1Gf\" state_file=\"x\"/>",
            "<host id=\"a\" speed=\"1Gf\" speed_file=\"x\"/>",
            "<host id=\"a\" speed=\"1Gf\" availability_file=\"x\"/>",
            host + "<link id=\"l\" bandwidth=\"1GBps\" latency=\"0\" latency_file=\"x\"/>",
            host + "<link id=\"l\" bandwidth=\"1GBps\" latency=\"0\" bandwidth_file=\"x\"/>",
            host + "<link id=\"l\" bandwidth=\"1GBps\" latency=\"0\" sharing_policy=\"WIFI\"/>",
            host + "<link id=\"l\" bandwidth=\"0\" latency=\"0\"/>",
            host + "<trace_connect trace=\"t\" element=\"a\" kind=\"SPEED\"/>",
            host + "<peer id=\"p\" speed=\"1Gf\" bw_in=\"1MBps\" bw_out=\"1MBps\" coordinates=\"0 0 0\"/>",
            "<host id=\"a\" speed=\"1Gf,2Gf\" pstate=\"2\"/>",
            CLUSTER.formatted("topology=\"DRAGONFLY\" topo_parameters=\"1\""),
        }) {
            assertThatThrownBy(() -> read(platform(inside)))
                    .as(inside)
                    .isInstanceOf(InputException.class)
                    .hasMessageMatching("(?s)p\\.xml:4:\\d+: .*");
        }
    }

    @Test
    void hostsWithoutRoute_areToldByName_andAnErrorOfTheXmlAlone() throws IOException {
        String xml = platform("<host id=\"left\" speed=\"1Gf\"/><host id=\"right\" speed=\"1Gf\"/>"
                + "<host id=\"lonely\" speed=\"1Gf\"/><link id=\"l\" bandwidth=\"1GBps\" latency=\"1us\"/>"
                + "<route src=\"left\" dst=\"right\"><link_ctn id=\"l\"/></route>");
        ScriptedProgram program = new ScriptedProgram(3);
        program.add(2, sink -> sink.send(0, 0, 1)).add(0, sink -> sink.recv(2, 0, 1));
        Platform platform = file(xml).resolve(Overrides.NONE);

        assertThat(read(xml).warnings())
                .containsExactly(
                        "SimGrid platform: 4 pairs of hosts have no route, such as 'left' to 'lonely': messages"
                                + " between them are rejected.");
        assertThatThrownBy(() -> Replay.builder(program, platform).build().run())
                .isInstanceOf(InputException.class)
                .hasMessage(folder.resolve("p.xml") + ": no route from node 2 to node 0. Add a route between them");
    }

    @Test
    void modelsThatKnowOnlySharedLinks_refuseFatPipes() throws IOException {
        PlatformFile file =
                PlatformFile.read(Path.of("src/test/resources/org/tailback/platformfile/simgrid/only-fatpipe.xml"));

        assertThat(file.resolve(Overrides.NONE.withModel("max-min")).cluster().nodes())
                .isEqualTo(3);
        assertThatThrownBy(() -> file.resolve(Overrides.NONE.withModel("largest-share")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("link a is not shared");
    }

    /** By SimGrid's own files, where they are beside the repository: each is read, or refused at its own place. */
    @Test
    void simGridsExamples_areReadOrRefusedByTheirOwnPlace() throws IOException {
        Path folder = Path.of("../../shared/traces/makers/simgrid-platforms");
        assumeTrue(Files.isDirectory(folder));
        List<String> refused = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each :
                    files.filter(file -> file.toString().endsWith(".xml")).toList()) {
                try {
                    PlatformFile.read(each).resolve(Overrides.NONE);
                } catch (InputException e) {
                    assertThat(e.getMessage()).startsWith(each.toString()).doesNotContain("as a platform file");
                    refused.add(each.getFileName().toString().replace(".xml", ""));
                }
            }
        }

        assertThat(refused)
                .containsExactlyInAnyOrder(
                        "cloud",
                        "cluster_dragonfly",
                        "cluster_fat_tree",
                        "faulty_host",
                        "g5k",
                        "small_platform_failures",
                        "small_platform_profile",
                        "two_hosts_platform_with_availability_included",
                        "two_hosts_profiles",
                        "two_peers",
                        "vivaldi",
                        "wifi",
                        "wifi_energy",
                        "wifi_large_cell",
                        "wifi_ns3");
    }

    @Test
    void whatIsNotRead_isNamedAndCounted() throws IOException {
        SimGridPlatform read = read(platform("<zone id=\"z\" routing=\"Cluster\"><prop id=\"x\" value=\"y\"/>"
                + "<storage id=\"s1\"/><storage id=\"s2\"/>"
                + "<cabinet id=\"a\" prefix=\"h\" suffix=\"\" radical=\"0-1\" speed=\"10Gf,5Gf\""
                + " bw=\"1GBps\" lat=\"5us\"/>"
                + "<cabinet id=\"b\" prefix=\"g\" suffix=\"\" radical=\"0\" speed=\"5Gf\""
                + " bw=\"1GBps\" lat=\"9us\"/></zone>"));

        assertThat(read.warnings())
                .containsExactly(
                        "SimGrid platform: <prop> ignored, 1 time.",
                        "SimGrid platform: <storage> ignored, 2 times.",
                        "SimGrid platform: other speeds of a host (the speed of its first state is used) ignored, 2"
                                + " times.",
                        "SimGrid platform: hosts have 2 speeds; all hosts get the first, 10000000000 flop/s.");
    }

    /**
     * Ranks 0 and 1 of a node send to 2 beside them and to 4 on the other node, 5 sends back, with and without waiting.
     */
    private static double calibrated(Platform platform, long bytes) {
        ScriptedProgram program = new ScriptedProgram(8);
        for (int sender : new int[] {0, 1, 5}) {
            int far = sender == 5 ? 0 : 4;
            program.add(sender, sink -> sink.send(2, 0, bytes));
            program.add(sender, sink -> sink.isend(1, far, 1, bytes));
            program.add(sender, sink -> sink.await(1));
            program.add(2, sink -> sink.recv(sender, 0, bytes));
            program.add(far, sink -> sink.recv(sender, 1, bytes));
        }
        return Replay.builder(program, platform).build().run().makespan();
    }

    @Test
    void calibrationOfSmpi_dahu_isTheBundledPlatform() {
        Path xml = Path.of("../../shared/measured/hpl-dahu/platform")
                .resolve("dahu_ringrong_fixed_no-TCP-gamma-bd31091e.xml");
        assumeTrue(Files.exists(xml), "no shared folder");
        Overrides two = Overrides.NONE.withPlacement("block:nodes=2,ranks-per-node=4");
        Platform imported = PlatformFile.read(xml).resolve(two);
        Platform bundled = PlatformFile.read(Path.of("dahu")).resolve(two);

        for (long bytes :
                new long[] {100, 9_000, 20_000, 63_999, 64_000, 1_000_000, 10_000_000, 50_000_000, 200_000_000}) {
            double expected = calibrated(bundled, bytes);
            assertThat(calibrated(imported, bytes)).as("%s bytes", bytes).isCloseTo(expected, within(1e-12 * expected));
        }
        assertThat(imported.warnings()).anyMatch(text -> text.contains("smpi/bw-factor bounds the rate"));
        assertThat(imported.warnings()).noneMatch(text -> text.contains("'smpi/o"));
    }

    /** SMPI: half the bandwidth takes twice as long: 2 us * 10 us latency, then 8 MB + 16 B at 0.5 * 1.25 GB/s. */
    @Test
    void factorsAndOverheads_countOnceEach() throws IOException {
        String config = "<config><prop id=\"network/weight-S\" value=\"0\"/>"
                + "<prop id=\"smpi/bw-factor\" value=\"0:0.5\"/><prop id=\"smpi/lat-factor\" value=\"0:2\"/>"
                + "<prop id=\"smpi/or\" value=\"0:1e-3:1e-9\"/></config>";
        ScriptedProgram program = new ScriptedProgram(2);
        program.add(0, sink -> sink.send(1, 0, 8_000_000));
        program.add(1, sink -> sink.recv(0, 0, 8_000_000));

        Platform platform =
                file(cluster("").replace("<zone id", config + "<zone id")).resolve(Overrides.NONE);

        assertThat(Replay.builder(program, platform).build().run().makespan())
                .isCloseTo(2 * 10e-6 + 8_000_016 / (0.5 * 1.25e9) + 1e-3 + 8_000_000 * 1e-9, within(1e-9));
    }

    @Test
    void ranges_damaged_namePlaceAndKey() {
        assertThatThrownBy(() -> read(cluster("")
                        .replace("<zone id", "<config><prop id=\"smpi/os\" value=\"0:x\"/></config><zone id")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("p.xml:")
                .hasMessageContaining("'smpi/os': expected overheads by size");
    }

    @Test
    void externalEntity_isNotFetched() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "10Gf");
        String xml = "<!DOCTYPE platform [<!ENTITY x SYSTEM \"" + secret.toUri() + "\">]><platform version=\"4.1\">"
                + "<zone id=\"w\" routing=\"Full\">&x;</zone></platform>";

        assertThatThrownBy(() -> read(xml)).isInstanceOf(InputException.class).hasMessageContaining("p.xml");
        assertThatThrownBy(() -> read(xml.replace("&x;", "<host id=\"a\" speed=\"&x;\"/>")))
                .isInstanceOf(InputException.class)
                .hasMessageNotContaining("10Gf");
    }

    @Test
    void externalDocumentType_isNotFetched() {
        // nobody listens there: to fetch it would fail
        String xml = cluster("").replace("https://simgrid.org/simgrid.dtd", "http://127.0.0.1:1/simgrid.dtd");

        assertThat(read(xml).yaml()).contains("nodes: 8");
    }

    @Test
    void entityBomb_isRefusedAtOnce() {
        StringBuilder bomb = new StringBuilder("<!DOCTYPE platform [<!ENTITY a0 \"ha\">");
        for (int i = 1; i < 40; i++) {
            bomb.append("<!ENTITY a%d \"&a%d;&a%d;&a%d;\">".formatted(i, i - 1, i - 1, i - 1));
        }
        bomb.append("]><platform version=\"4.1\"><zone id=\"&a39;\" routing=\"Full\"/></platform>");

        assertThatThrownBy(() -> read(bomb.toString())).isInstanceOf(InputException.class);
    }

    @Test
    void badInput_saysWhere() {
        for (String[] each : new String[][] {
            {"<platform", "p.xml:1:"},
            {"<a/>", "expected a SimGrid platform, found <a>"},
            {platform("<host id=\"a\"/>"), "<host> has no 'speed'"},
            {platform("<host id=\"a\" speed=\"fast\"/>"), "speed"},
            {platform("<host id=\"a\" speed=\"1Gf\" core=\"x\"/>"), "'core' must be a number of cores, found 'x'"},
            {platform("<link id=\"l\" bandwidth=\"1\" latency=\"1\"/>"), "1 to 240 hosts, found 0"},
            {cluster("topology=\"DRAGONFLY\" topo_parameters=\"1\""), "topology DRAGONFLY is not supported"},
            {cluster("").replace("0-7", "0-x"), "'radical' must be numbers and ranges"},
            {cluster("").replace("0-7", "0-999999999"), "more than 1048576 hosts"},
            {
                platform("<host id=\"a\" speed=\"1Gf\"/><host id=\"b\" speed=\"1Gf\"/>" + route("a", "b", 0)),
                "no link 'k0'"
            },
            {
                HEAD + "<zone id=\"w\" routing=\"Vivaldi\">" + hosts() + "</zone></platform>",
                "'Vivaldi' are not supported"
            },
        }) {
            assertThatThrownBy(() -> read(each[0]))
                    .as(each[1])
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining(each[1]);
        }
    }

    @Test
    void radical_rangeThatEndsBeforeItBegins_isAnErrorWithPlace() {
        String xml = cluster("").replace("0-7", "0-3,7-4");
        assertThatThrownBy(() -> read(xml))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("p.xml:")
                .hasMessageContaining("'7-4' in 'radical' ends before it begins");
    }

    @Test
    void hosts_twoOfOneName_areAnErrorWithPlace() {
        String host = "<host id=\"a\" speed=\"1Gf\"/>";
        assertThatThrownBy(() -> read(platform(host + host)))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("p.xml:")
                .hasMessageContaining("two hosts or routers with the name 'a'");
    }

    @Test
    void cluster_wrongNumbers_areErrorsWithThePlaceInTheXml() {
        assertThatThrownBy(() -> read(cluster("core=\"many\"")))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("p.xml:")
                .hasMessageContaining("'core' must be a number of cores, found 'many'");
        assertThatThrownBy(() -> read(cluster("topology=\"TORUS\" topo_parameters=\"2,x\"")))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("p.xml:")
                .hasMessageContaining("lists of numbers, found '2,x'");
        assertThatThrownBy(() -> read(cluster("topology=\"TORUS\" topo_parameters=\"2,3\"")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'topo_parameters' 2,3 do not match the 8 hosts");
    }

    @Test
    void cluster_severalSpeeds_areSaid() {
        String xml = cluster("").replace("10Gf", "10Gf,5Gf");
        assertThat(read(xml).warnings()).singleElement().asString().contains("other speeds of a host");
    }

    @Test
    void linkNames_withQuotesAndBlanks_areReadFromThePlatformFile() throws IOException {
        String xml = platform("<host id=\"a\" speed=\"1Gf\"/><host id=\"b\" speed=\"1Gf\"/>"
                + "<link id=\"the &quot;wide&quot; one\" bandwidth=\"1GBps\" latency=\"1us\"/>"
                + "<route src=\"a\" dst=\"b\"><link_ctn id=\"the &quot;wide&quot; one\"/></route>");
        assertThat(file(xml).cluster().nodes()).isEqualTo(2);
        assertThat(read(xml).yaml()).contains("via: \"the__wide__one\"");
    }
}
