package org.tailback.model.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Cluster.Rack;
import org.tailback.cluster.HostTable;
import org.tailback.cluster.HostTable.Host;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;
import org.tailback.sharing.Link;
import org.tailback.sharing.Link.Direction;
import org.tailback.sharing.Link.Kind;

/** Every topology and every wrapper says of each link what it is and whose. */
class LinkContractTest {
    private record Network(Topology topology, Cluster cluster) {}

    private static final HostLimits DUPLEX = new HostLimits(1.5, 1.2);

    private static Map<String, Network> networks() {
        Map<String, Network> all = new LinkedHashMap<>();
        for (String words : List.of(
                "topology=star",
                "topology=star bandwidth=1GB/s",
                "topology=tree arity=2",
                "topology=fat-tree down=4x4 up=1x2",
                "topology=fat-tree down=2x8 up=2x3",
                "topology=fat-tree down=4x4 up=1x2 routing=ecmp",
                "topology=fat-tree down=4x4 up=1x2 routing=adaptive",
                "topology=torus dimensions=4x2x2",
                "topology=dragonfly groups=4x2x2",
                "topology=dragonfly groups=4x2x2 routing=adaptive",
                "topology=dragonfly-plus groups=4x2x3x2 routing=minimal",
                "topology=dragonfly-plus groups=4x2x3x2",
                "topology=dragonfly-plus groups=4x2x3x2 routing=ecmp",
                "topology=dragonfly-plus groups=4x2x3x2 routing=adaptive")) {
            put(all, words, Cluster.of(16, 1));
        }
        put(all, "topology=racks", Cluster.ofRacks(List.of(new Rack("X", 3), new Rack("Y", 5)), 1));
        put(all, "topology=dragonfly-plus groups=2x2x2x2 groups-of=cell leaves-of=leaf", hosts());
        put(all, "topology=fat-tree down=4x4 up=1x2 leaves-of=leaf", hosts());
        for (String between : List.of("topology=star", "topology=fat-tree down=4x4 up=1x2")) {
            for (String inside : List.of(
                    "",
                    "local-links=mesh",
                    "rails=true",
                    "rails=true local-links=mesh",
                    "rails=true rail-crossing=network")) {
                for (int shared : new int[] {1, 2}) {
                    put(
                            all,
                            between + " bandwidth=1GB/s local-bandwidth=9GB/s " + inside,
                            Cluster.of(4, 1).withGpus(4, shared));
                }
            }
        }
        return all;
    }

    private static void put(Map<String, Network> all, String words, Cluster cluster) {
        Topology topology = TopologySettings.read(TopologyTest.settings(words)).on(cluster);
        String name = words + ", " + cluster.nodes() + " nodes, " + cluster.gpusPerInterface();
        all.put(name, new Network(topology, cluster));
        all.put(name + " with limits", new Network(DUPLEX.on(topology, cluster), cluster));
    }

    private static Cluster hosts() {
        List<Host> hosts = new ArrayList<>();
        for (String line : List.of("a,1,s1", "b,0,s0", "c,1,s0", "d,0,s1", "e,1,s1", "f,0,s0")) {
            List<String> values = Arrays.asList(line.split(","));
            hosts.add(new Host(values.get(0), "hosts.csv:" + (hosts.size() + 2), values));
        }
        return Cluster.ofHosts(new HostTable(List.of("host", "cell", "leaf"), hosts), 1);
    }

    @TestFactory
    Stream<DynamicTest> links_ofEveryTopology_sayWhatTheyAreAndWhose() {
        return networks().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> assertContract(each.getValue())));
    }

    private static void assertContract(Network network) {
        Topology topology = network.topology();
        Cluster cluster = network.cluster();
        List<Link> links =
                IntStream.range(0, topology.links()).mapToObj(topology::link).toList();
        assertThat(links).extracting(Link::name).doesNotHaveDuplicates();
        assertThat(links).allSatisfy(link -> assertThat(link.owner() != null).isEqualTo(link.kind() != Kind.INNER));
        int[] into = new int[topology.longestRoute()];
        for (int source = 0; source < cluster.nodes(); source++) {
            for (int destination = 0; destination < cluster.nodes(); destination++) {
                if (source != destination) {
                    int length = topology.route(source, destination, into);
                    List<Link> route =
                            Arrays.stream(into, 0, length).mapToObj(links::get).toList();
                    assertRoute(route, source, destination, network);
                }
            }
        }
    }

    private static void assertRoute(List<Link> route, int source, int destination, Network network) {
        Cluster cluster = network.cluster();
        List<Link> hosts =
                route.stream().filter(link -> link.kind() == Kind.HOST).toList();
        List<Link> data =
                route.stream().filter(link -> link.kind() != Kind.HOST).toList();
        boolean limited = network.topology() instanceof HostLimits.HostTopology;
        assertThat(hosts).hasSize(limited ? 2 : 0);
        if (limited) {
            assertThat(owns(hosts.get(0), source)).isTrue();
            assertThat(owns(hosts.get(1), destination)).isTrue();
        }
        Link first = data.get(0);
        Link last = data.get(data.size() - 1);
        assertThat(owns(first, source)).as("%s of %s", first, source).isTrue();
        assertThat(first.direction()).isEqualTo(Direction.OUT);
        if (cluster.hasGpus() && cluster.sameMachine(source, destination)) {
            assertThat(data).extracting(Link::kind).containsOnly(Kind.LOCAL);
            assertThat(data.size() == 1 || owns(last, destination)).isTrue();
            return;
        }
        List<Link> ofNodes =
                data.stream().filter(link -> link.kind() == Kind.NODE).toList();
        assertThat(ofNodes).extracting(Link::direction).containsExactly(Direction.OUT, Direction.IN);
        assertThat(last).isSameAs(ofNodes.get(1));
        assertThat(owns(last, destination)).as("%s of %s", last, destination).isTrue();
        // before a message leaves the machine it may change rails there, and between its ends there are switches only
        int exit = data.indexOf(ofNodes.get(0));
        assertThat(data.subList(0, exit))
                .allMatch(link -> link.kind() == Kind.LOCAL
                        && link.owner() != null
                        && cluster.sameMachine(link.owner().node(), source));
        assertThat(data.subList(exit + 1, data.size() - 1)).allMatch(link -> link.kind() == Kind.INNER);
    }

    private static boolean owns(Link link, int node) {
        return link.owner() != null && link.owner().has(node);
    }

    /** 0 and 1 send to 2 over links of their own, and over a bus to 3; each message crosses the bus first or last. */
    @Test
    void givenLinks_belongToTheNodeWhoseMessagesAloneTheyCarry() {
        Topology topology = given(
                List.of("u0", "u1", "d2", "bus", "d3"), "0 2 u0 d2", "1 2 u1 d2", "0 3 u0 bus d3", "1 3 u1 bus d3");

        assertThat(IntStream.range(0, 5).mapToObj(topology::link))
                .containsExactly(
                        new Link(Kind.GIVEN, Link.Owner.node(0), Direction.OUT, "u0"),
                        new Link(Kind.GIVEN, Link.Owner.node(1), Direction.OUT, "u1"),
                        new Link(Kind.GIVEN, Link.Owner.node(2), Direction.IN, "d2"),
                        new Link(Kind.GIVEN, null, Direction.ANY, "bus"),
                        new Link(Kind.GIVEN, Link.Owner.node(3), Direction.IN, "d3"));
        assertThat(topology.link(0).isEndOfNode()).isTrue();
        assertThat(topology.link(3).isEndOfNode()).isFalse();
    }

    /** Links above racks belong to no node; messages inside a rack share one that limits nothing. */
    @Test
    void rackLinks_areOfRacksBetweenThemAndOfNobodyInside() {
        Cluster cluster = Cluster.ofRacks(List.of(new Rack("X", 3), new Rack("Y", 5)), 1);
        Topology topology = new RackLinks(cluster, 2e9, 1e9);
        int[] into = new int[topology.longestRoute()];

        assertThat(topology.route(1, 6, into)).isEqualTo(2);
        assertThat(topology.link(into[0]).name()).isEqualTo("rack X up");
        assertThat(topology.link(into[1]).name()).isEqualTo("rack Y down");
        assertThat(topology.capacity(into[0])).isEqualTo(2e9);
        assertThat(topology.route(4, 6, into)).isEqualTo(1);
        assertThat(topology.capacity(into[0])).isEqualTo(Double.MAX_VALUE);
        assertThat(IntStream.range(0, topology.links()).mapToObj(topology::link))
                .allMatch(link -> link.owner() == null);
    }

    private static Topology given(List<String> names, String... routes) {
        Value links = Value.list(
                "f",
                names.stream()
                        .map(name -> Value.section(
                                Settings.ofScalars("link", "f", Map.of("name", name, "bandwidth", "1 GB/s"))))
                        .toList());
        Value ways = Value.list(
                "f",
                Arrays.stream(routes)
                        .map(text -> text.split(" ", 3))
                        .map(words -> Value.section(Settings.ofScalars(
                                "route", "f", Map.of("from", words[0], "to", words[1], "via", words[2]))))
                        .toList());
        return TopologySettings.read(new Settings(
                        "network", "f", Map.of("topology", Value.scalar("f", "links"), "links", links, "routes", ways)))
                .on(Cluster.of(4, 1));
    }

    /** A link that is lost at its owner would be an unowned one: names of what people see stay as they are. */
    @Test
    void ends_areNamedForPeople() {
        Topology gpus = TopologySettings.read(TopologyTest.settings("bandwidth=1 local-bandwidth=10 rails=true"))
                .on(Cluster.of(2, 1).withGpus(4, 2));
        Set<String> ends = new LinkedHashSet<>();
        for (int link = 0; link < gpus.links(); link++) {
            if (gpus.link(link).kind() == Kind.NODE) {
                ends.add(gpus.link(link).end());
            }
        }

        assertThat(ends)
                .containsExactlyInAnyOrder(
                        "out of interface 0.0",
                        "into interface 0.0",
                        "out of interface 0.1",
                        "into interface 0.1",
                        "out of interface 1.0",
                        "into interface 1.0",
                        "out of interface 1.1",
                        "into interface 1.1");
    }

    @Test
    void contract_isRunOnEveryTopologyOfThePackage() throws IOException, URISyntaxException {
        Set<Class<?>> seen = new HashSet<>(Set.of(GivenRoutes.class, RackLinks.class));
        for (Network network : networks().values()) {
            Topology topology = network.topology();
            while (topology instanceof ForwardingTopology wrapper) {
                seen.add(topology.getClass());
                topology = wrapper.regular();
            }
            seen.add(topology.getClass());
        }
        Path classes =
                Path.of(Topology.class.getResource("Topology.class").toURI()).getParent();
        try (Stream<Path> files = Files.list(classes)) {
            Set<Class<?>> all = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
                    .map(LinkContractTest::named)
                    .filter(each -> Topology.class.isAssignableFrom(each) && !each.isInterface())
                    .collect(Collectors.toSet());
            // a topology that is missing here has to be added to networks()
            assertThat(seen).containsAll(all);
            assertThat(all).hasSizeGreaterThan(8);
        }
    }

    private static Class<?> named(String file) {
        try {
            return Class.forName("org.tailback.model.topology." + file.replace(".class", ""));
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
