package org.tailback.fit.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.tailback.error.InputException;
import org.tailback.fit.graphs.GraphCampaign;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.Flow;
import org.tailback.fit.measure.HostPair;
import org.tailback.fit.measure.Repetition;
import org.tailback.fit.tree.TreeCampaign;
import org.tailback.fit.tree.TreeData;
import org.tailback.fit.tree.TreeParameters;
import org.tailback.model.graph.GraphLanguage;

/** Measurements among four servers of this machine. */
@Timeout(120)
class TcpHostsTest {
    private static final int HOSTS = 4;

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final List<TcpServer> servers = new ArrayList<>();
    private List<InetSocketAddress> addresses = List.of();

    @BeforeEach
    void listen() throws IOException {
        addresses = free(HOSTS);
        addresses.forEach(address -> serve(address, addresses));
    }

    @AfterEach
    void stop() {
        servers.forEach(TcpServer::close);
    }

    private void serve(InetSocketAddress address, List<InetSocketAddress> hosts) {
        TcpServer server = TcpServer.listen(address, hosts, log::add);
        servers.add(server);
        Thread thread = new Thread(() -> server.serve(Long.MAX_VALUE));
        thread.setDaemon(true);
        thread.start();
    }

    private static List<InetSocketAddress> free(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<InetSocketAddress> free = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            free.add(new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), sockets.get(i).getLocalPort()));
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return free;
    }

    @Test
    void flows_startTogether_andEachRepetitionIsTimedByItsSender() {
        try (TcpHosts hosts = TcpHosts.connect(addresses, 30)) {
            List<double[]> seconds = hosts.measure(List.of(
                    new Flow(0, 1, new Exchange(2, 0.01, 1000), 3),
                    new Flow(0, 1, Exchange.oneWay(1, 5000), 2),
                    new Flow(2, 1, Exchange.oneWay(1, 1 << 20), 1),
                    new Flow(3, 2, Exchange.oneWay(4, 1000), 0)));

            assertThat(seconds).extracting(each -> each.length).containsExactly(3, 2, 1, 0);
            assertThat(Arrays.stream(seconds.get(0))).allMatch(time -> time >= 0.01);
            assertThat(seconds.stream().flatMapToDouble(Arrays::stream)).allMatch(time -> time > 0 && time < 60);
        }
    }

    @Test
    void graphs_amongHosts_areRepeatedUntilTheirIntervalsAreNarrow() {
        try (TcpHosts hosts = TcpHosts.connect(addresses, 30)) {
            GraphCampaign campaign = new GraphCampaign(hosts, Integer::parseInt, new Repetition(1, 3, 8, 1e-9));
            GraphCampaign.Times times = campaign.measure(GraphLanguage.inline("0>1 0>2 3>2*1kB", 1 << 18));

            // so narrow they never are: the limit ends it
            assertThat(times.repetitions()).isEqualTo(8);
            assertThat(times.largestRelativeHalfWidth()).isFinite().isGreaterThan(1e-9);
            assertThat(times.seconds()).hasSize(3).allMatch(mean -> mean.low() < mean.value() && mean.value() > 0);
            assertThat(new GraphCampaign(hosts, Integer::parseInt, new Repetition(0, 3, 8, 1e9))
                            .measure(GraphLanguage.inline("0>3", 1000))
                            .repetitions())
                    .isEqualTo(3);
            assertThatThrownBy(() -> campaign.measure(GraphLanguage.inline("0>1 0>2@1s", 1)))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("start together");
        }
    }

    @Test
    void bothEnds_measureAtOnce() {
        try (HostPair pair = new HostPair(TcpHosts.connect(addresses.subList(0, HOSTS), 30), true)) {
            assertThat(pair.direction()).isEqualTo("both ends at once");
            assertThat(pair.measure(new Exchange(2, 0.002, 1000))).isGreaterThanOrEqualTo(0.002);
        }
    }

    @Test
    void tree_ofFourHosts_hasThroughputsAndLoadedRoundTripsOfTwoHeights_whichFitTreeReads() {
        TreeData measured;
        try (TcpHosts hosts = TcpHosts.connect(addresses, 30)) {
            measured = new TreeCampaign(hosts, 64 << 10, true, 2, null).run(height -> {});
        }

        assertThat(measured.heights()).hasSize(2);
        for (TreeData.Height height : measured.heights()) {
            // on a busy machine a long burst may seem as fast as a short one: then its throughput is not positive
            assertThat(height.bandwidths()).hasSize(2);
            assertThat(height.idle()).hasSize(200).allMatch(seconds -> seconds > 0);
            assertThat(height.loaded()).hasSize(200).allMatch(seconds -> seconds > 0);
        }
        if (measured.heights().stream()
                .allMatch(height -> height.bandwidths().stream().allMatch(b -> b > 0))) {
            TreeData read = TreeData.parse(measured.text("today"), "tree.yaml");
            assertThat(read.heights()).isEqualTo(measured.heights());
            assertThat(TreeParameters.of(read).bidirectional()).isTrue();
        }
    }

    @Test
    void server_withAnotherListOrNone_refusesToSend() throws IOException {
        List<InetSocketAddress> others = free(2);
        serve(others.get(0), List.of());
        serve(others.get(1), addresses);
        for (int strange = 0; strange < 2; strange++) {
            List<InetSocketAddress> list = List.of(others.get(strange), addresses.get(0));
            try (TcpHosts hosts = TcpHosts.connect(list, 30)) {
                assertThatThrownBy(() -> hosts.measure(List.of(new Flow(0, 1, Exchange.oneWay(1, 1), 1))))
                        .isInstanceOf(InputException.class)
                        .hasMessageContaining(
                                "it was started with a list of " + (strange == 0 ? 0 : HOSTS) + " --hosts")
                        .hasMessageContaining("give the same list to all");
            }
        }
    }

    @Test
    void hostThatIsGone_isNamedByTheOneThatSendsToIt() {
        servers.get(1).close();
        try (TcpHosts hosts = TcpHosts.connect(List.of(addresses.get(0), addresses.get(2)), 30)) {
            // a list of two is not the one that the servers have
            assertThatThrownBy(() -> hosts.measure(List.of(new Flow(0, 1, Exchange.oneWay(1, 1), 1))))
                    .hasMessageContaining("the measurement has 2");
        }
        assertThatThrownBy(() -> TcpHosts.connect(addresses, 30))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("nothing listens there");
    }
}
