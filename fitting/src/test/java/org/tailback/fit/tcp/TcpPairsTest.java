package org.tailback.fit.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.Doubles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.tailback.error.InputException;
import org.tailback.fit.tree.LoadedPingPong;
import org.tailback.fit.tree.PairTraffic.Pair;
import org.tailback.fit.tree.TreeData;
import org.tailback.fit.tree.TreeFile;
import org.tailback.fit.tree.TreeMeasurement;
import org.tailback.fit.tree.TreeParameters;
import org.tailback.platformfile.PlatformFile;

/** Four nodes on the loopback and their coordinator. */
@Timeout(120)
class TcpPairsTest {
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final List<InetSocketAddress> addresses = freeAddresses(4);
    private final List<TcpNode> nodes = new ArrayList<>();

    TcpPairsTest() {
        listen(10);
    }

    private void listen(double patience) {
        for (int i = 0; i < addresses.size(); i++) {
            TcpNode node = TcpNode.listen(addresses, i, patience, log::add);
            nodes.add(node);
            Thread thread = new Thread(() -> node.serve(Long.MAX_VALUE));
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static List<InetSocketAddress> freeAddresses(int count) {
        List<InetSocketAddress> addresses = new ArrayList<>();
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                addresses.add(new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort()));
            }
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return addresses;
    }

    @AfterEach
    void stop() {
        nodes.forEach(TcpNode::close);
    }

    private TcpPairs coordinator() {
        return TcpPairs.connect(addresses, 20);
    }

    @Test
    void burst_timesEveryMessageWhereItArrives() {
        try (TcpPairs pairs = coordinator()) {
            List<Pair> messages =
                    List.of(new Pair(0, 2), new Pair(1, 3), new Pair(2, 0), new Pair(0, 3), new Pair(3, 1));
            for (long bytes : new long[] {1, 1500, 3 << 20}) {
                assertThat(Doubles.asList(pairs.burst(messages, bytes)))
                        .hasSize(5)
                        .allSatisfy(seconds -> assertThat(seconds).isPositive().isLessThan(20.0));
            }
            assertThat(pairs.nodes()).isEqualTo(4);
        }
    }

    @Test
    void pingPong_runsIdleAndUnderLoadOfItsOwnPair() {
        try (TcpPairs pairs = coordinator()) {
            Pair ends = new Pair(0, 1);
            assertThat(Doubles.asList(pairs.pingPong(ends, List.of(), 1000, 7)))
                    .hasSize(7)
                    .allSatisfy(t -> assertThat(t).isPositive());
            assertThat(pairs.pingPong(ends, List.of(ends, ends.reversed(), new Pair(2, 3)), 65536, 3))
                    .hasSize(3);
            assertThat(pairs.burst(List.of(ends), 100)).hasSize(1);
        }
    }

    @Test
    void tree_measured_isWrittenFittedAndReadByAPlatform() {
        TreeData data;
        try (TcpPairs pairs = coordinator()) {
            data = TreeMeasurement.measure(
                    pairs, new LoadedPingPong(pairs, 65536, true), 1 << 20, true, 3, height -> {});
        }
        assertThat(data.heights()).hasSize(2);
        TreeData read = TreeFile.parse(TreeFile.text(data, List.of("date: today")), data.source());
        assertThat(read).isEqualTo(data);
        TreeParameters fitted = TreeParameters.of(read);
        assertThat(fitted.heights())
                .allSatisfy(height -> assertThat(height.bandwidth()).isPositive());
        assertThat(PlatformFile.parse(fitted.fragment("today").text(), "fragment")
                        .cluster()
                        .nodes())
                .isEqualTo(4);
    }

    @Test
    void node_thatIsNotThere_isNamedWithWhatToDo() {
        nodes.get(2).close();
        assertThatThrownBy(this::coordinator)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("node 2 (")
                .hasMessageContaining("nothing listens there")
                .hasMessageContaining("measure node 2");
    }

    @Test
    void node_thatVanishes_isReported() {
        stop();
        nodes.clear();
        // the old ports are in use until their threads have ended
        addresses.clear();
        addresses.addAll(freeAddresses(4));
        listen(0.2);
        try (TcpPairs pairs = coordinator()) {
            pairs.burst(List.of(new Pair(0, 1)), 1000);
            nodes.get(1).close();
            assertThatThrownBy(() -> pairs.burst(List.of(new Pair(0, 1)), 1000))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("node ");
        }
    }

    @Test
    void secondCoordinator_isToldThatTheNodeIsBusy() {
        try (TcpPairs first = coordinator()) {
            assertThatThrownBy(this::coordinator)
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("serves another coordinator");
            assertThat(first.burst(List.of(new Pair(3, 0)), 10)).hasSize(1);
        }
    }

    @Test
    void otherList_isRefused() {
        assertThatThrownBy(() -> TcpPairs.connect(addresses.subList(0, 2), 5))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("it counts 4 nodes, the coordinator 2");
        assertThatThrownBy(() -> TcpNode.listen(addresses, 4, log::add))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("from 0 to 3");
        assertThatThrownBy(() -> TcpNode.listen(addresses, 0, log::add))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the port is in use");
    }

    @Test
    void otherProtocol_isRefusedAndTheNodeGoesOn() throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), addresses.get(0).getPort())) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(10_000);
            assertThat(endOf(socket)).isTrue();
        }
        try (TcpPairs pairs = coordinator()) {
            assertThat(pairs.burst(List.of(new Pair(1, 0)), 10)).hasSize(1);
        }
        assertThat(log).anyMatch(line -> line.contains("does not speak this protocol"));
    }

    @Test
    void orders_outOfBounds_areRefused() throws IOException {
        long[][] orders = {
            // sends, receives, bytes, continuous, partner, pings
            {-1, 0, 1, 0, -1, 0},
            {Integer.MAX_VALUE, 0, 1, 0, -1, 0},
            {0, 4, 1, 0, -1, 0},
            {0, 0, 0, 0, -1, 0},
            {0, 0, Wire.MAX_BYTES + 1, 0, -1, 0},
            {0, 0, 1, 2, -1, 0},
            {0, 0, 1, 1, 0, 1},
            {0, 0, 1, 1, 4, 1},
            {0, 0, 1, 1, 1, TrafficOrder.MAX_PINGS + 1},
            {0, 0, 1, 0, 1, 1},
            {0, 0, 1, 1, -1, 1},
        };
        for (long[] order : orders) {
            try (Socket socket = readyNode()) {
                socket.getOutputStream()
                        .write(ByteBuffer.allocate(28)
                                .putInt((int) order[0])
                                .putInt((int) order[1])
                                .putLong(order[2])
                                .putInt((int) order[3])
                                .putInt((int) order[4])
                                .putInt((int) order[5])
                                .array());
                assertThat(socket.getInputStream().read())
                        .as("%s", (Object) order)
                        .isEqualTo(TrafficOrder.FAILED);
                assertThat(endOf(socket)).isTrue();
            }
        }
    }

    /** A connection to a node that waits for an order; it may still be closing the one before. */
    private Socket readyNode() throws IOException {
        for (int attempt = 0; attempt < 1000; attempt++) {
            Socket socket = new Socket(
                    InetAddress.getLoopbackAddress(), addresses.get(0).getPort());
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write(PeerChannels.greeting(TrafficOrder.CONTROL, 4).array());
            int answer = socket.getInputStream().read();
            if (answer == TrafficOrder.READY) {
                return socket;
            }
            assertThat(answer).isEqualTo(TrafficOrder.BUSY);
            socket.close();
            LockSupport.parkNanos(5_000_000);
        }
        throw new AssertionError("the node stays busy");
    }

    /** True if the other side closes or resets the connection. */
    private static boolean endOf(Socket socket) {
        try {
            while (socket.getInputStream().read() >= 0) {
                // words of explanation
            }
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
