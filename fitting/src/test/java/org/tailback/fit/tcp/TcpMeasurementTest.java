package org.tailback.fit.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.fit.loggp.LogGpFit;
import org.tailback.fit.loggp.LogGpOptions;
import org.tailback.fit.loggp.LogGpParameters;
import org.tailback.fit.loggp.PrttCampaign;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.fit.loggp.PrttSeries;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.Repetition;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;

@Timeout(120)
class TcpMeasurementTest {
    private static final Repetition FEW = new Repetition(1, 3, 6, 0.5);

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final TcpServer server = TcpServer.listen(loopback(0), List.of(), log::add);
    private final Thread serving = new Thread(() -> server.serve(Long.MAX_VALUE));

    @TempDir
    Path folder;

    TcpMeasurementTest() {
        serving.setDaemon(true);
        serving.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.close();
        serving.join(10_000);
        assertThat(serving.isAlive()).isFalse();
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private TcpRoundTrip client() {
        return TcpRoundTrip.connect(server.address(), 30);
    }

    @Test
    void exchange_ofAnySize_takesTimeAndAtLeastItsDelays() {
        try (TcpRoundTrip client = client()) {
            for (long bytes : new long[] {0, 1, 1500, 65536, 3 << 20}) {
                assertThat(client.measure(new Exchange(3, 0.002, bytes))).isGreaterThanOrEqualTo(2 * 0.002);
            }
            assertThat(client.partner()).contains("processors");
        }
    }

    @Test
    void clients_comeOneAfterTheOther() {
        for (int i = 0; i < 3; i++) {
            try (TcpRoundTrip client = client()) {
                client.measure(new Exchange(1, 0, 100));
            }
        }
    }

    @Test
    void campaign_isRecordedFittedAndReadByAPlatform() {
        PrttCampaign campaign = new PrttCampaign(List.of(1L, 1024L, 8192L, 32768L, 65536L), 4, FEW);
        LogGpParameters fitted = recordedAndFitted(campaign, folder.resolve("prtt.txt"));
        // on a busy machine large messages may seem faster than small ones
        for (int attempt = 1; attempt < 10 && !hasPositiveGapPerByte(fitted); attempt++) {
            fitted = recordedAndFitted(campaign, folder.resolve("prtt-" + attempt + ".txt"));
        }
        assertThat(fitted.roundTripHalf()).isPositive();
        String fragment = fitted.fragment("2026-11-21").text();
        assertThat(PlatformFile.parse(fragment, "fragment")
                        .cost(Overrides.NONE, Registry.load())
                        .name())
                .isEqualTo("loggp");
    }

    private LogGpParameters recordedAndFitted(PrttCampaign campaign, Path file) {
        try (TcpRoundTrip client = client()) {
            campaign.record(client, file, "2026-11-21", cell -> {});
        }
        assertThat(read(file).header())
                .containsKeys("date", "client", "kernel", "jvm", "server machine", "messages", "repetitions")
                .containsEntry("direction", "one way");
        PrttSeries series = PrttFile.series(file);
        assertThat(series.points()).hasSize(5);
        return LogGpFit.fit(series, LogGpOptions.DEFAULT);
    }

    private static PrttFile read(Path file) {
        return PrttFile.parse(Utf8.read(file, "file"), file.toString());
    }

    private static boolean hasPositiveGapPerByte(LogGpParameters fitted) {
        return fitted.protocols().stream()
                .anyMatch(protocol -> protocol.gapPerByte().value() > 0);
    }

    @Test
    void recording_interrupted_goesOnWhereItStopped() throws IOException {
        Path file = folder.resolve("prtt.txt");
        PrttCampaign campaign = new PrttCampaign(List.of(1L, 1024L), 4, FEW);
        int cells;
        try (TcpRoundTrip client = client()) {
            cells = campaign.record(client, file, "today", cell -> {}).size();
        }
        String text = Files.readString(file);
        // killed in the middle of the last line
        Files.writeString(file, text.substring(0, text.length() - 5));
        List<PrttSeries.Cell> again = new ArrayList<>();
        try (TcpRoundTrip client = client()) {
            assertThat(campaign.record(client, file, "tomorrow", again::add)).hasSize(cells);
        }
        assertThat(again).hasSize(1);
        assertThat(read(file).cells()).hasSize(cells);
        assertThat(Files.readString(file)).contains("# continued: tomorrow");
        PrttCampaign other = new PrttCampaign(List.of(1L), 5, FEW);
        try (TcpRoundTrip client = client()) {
            assertThatThrownBy(() -> other.record(client, file, "later", cell -> {}))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("messages = 4, now it is 5");
        }
    }

    @Test
    void port_thatIsBusy_isNamed() {
        assertThatThrownBy(() -> TcpServer.listen(server.address(), List.of(), log::add))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the port is in use");
    }

    @Test
    void nobodyListening_isSaid() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        assertThatThrownBy(() -> TcpRoundTrip.connect(loopback(free), 5))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("nothing listens there");
    }

    @Test
    void otherServer_isRecognised() throws IOException, InterruptedException {
        try (ServerSocket web = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> {
                try (Socket socket = web.accept()) {
                    socket.getOutputStream()
                            .write("HTTP/1.1 400 Bad Request\r\n\r\n"
                                    .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                    socket.getOutputStream().flush();
                    socket.getInputStream().read();
                } catch (IOException e) {
                    // the client is gone: as it should
                }
            });
            thread.start();
            assertThatThrownBy(() -> TcpRoundTrip.connect(loopback(web.getLocalPort()), 5))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("not a server of tailback measure");
            thread.join(10_000);
        }
    }

    @Test
    void silentServer_isGivenUp() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> TcpRoundTrip.connect(loopback(silent.getLocalPort()), 0.3))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("no greeting within 0.3 s");
        }
    }

    @Test
    void server_thatVanishes_isReportedWithWhatToDo() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> {
                try (Socket socket = listening.accept()) {
                    socket.getInputStream().readNBytes(Wire.GREETING.length + 1);
                    OutputStream out = socket.getOutputStream();
                    out.write(Wire.GREETING);
                    out.write(new byte[] {0, 0, 0, 0});
                    socket.getInputStream().readNBytes(1 + Wire.EXCHANGE_BYTES);
                    out.write(Wire.READY);
                } catch (IOException e) {
                    // the client will say it
                }
            });
            thread.start();
            try (TcpRoundTrip client = TcpRoundTrip.connect(loopback(listening.getLocalPort()), 5)) {
                assertThatThrownBy(() -> client.measure(new Exchange(1, 0, 1 << 20)))
                        .isInstanceOf(InputException.class)
                        .hasMessageContaining("the server is gone")
                        .hasMessageContaining("start again to continue");
            }
            thread.join(10_000);
        }
    }

    @Test
    void server_refusesOtherProtocolsAndGoesOn() throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            assertThat(endOf(socket)).isTrue();
        }
        try (TcpRoundTrip client = client()) {
            client.measure(new Exchange(2, 0, 10));
        }
        assertThat(log).anyMatch(line -> line.contains("does not use the protocol"));
    }

    /** True if the other side closes or resets the connection. */
    private static boolean endOf(Socket socket) {
        try {
            socket.setSoTimeout(10_000);
            return socket.getInputStream().read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void server_boundsEveryNumber() throws IOException {
        refuses(1, Wire.MAX_BYTES + 1, 0);
        refuses(1, Long.MAX_VALUE, 0);
        refuses(1, -1, 0);
        refuses(0, 1, 0);
        refuses(Integer.MAX_VALUE, 1, 0);
        refuses(1, 1, Double.NaN);
        refuses(1, 1, 1e9);
        refuses(1, 1, -1);
        refuses(1, 1, Double.POSITIVE_INFINITY);
    }

    private void refuses(int messages, long bytes, double delay) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.getOutputStream().write(Wire.GREETING);
            socket.getOutputStream().write(Wire.CLIENT);
            InputStream in = socket.getInputStream();
            in.readNBytes(Wire.GREETING.length);
            int length = ByteBuffer.wrap(in.readNBytes(4)).getInt();
            in.readNBytes(length);
            ByteBuffer request = ByteBuffer.allocate(1 + Wire.EXCHANGE_BYTES)
                    .put(Wire.EXCHANGE)
                    .putInt(messages)
                    .putLong(bytes)
                    .putDouble(delay)
                    .putLong(1);
            socket.getOutputStream().write(request.array());
            assertThat(in.read()).isEqualTo(Wire.REFUSED);
        }
    }

    @Test
    void client_doesNotAskForTooMuch() {
        try (TcpRoundTrip client = client()) {
            assertThatThrownBy(() -> client.measure(new Exchange(1, 0, Wire.MAX_BYTES + 1)))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("may have");
            client.measure(new Exchange(1, 0, 1));
        }
    }

    @Test
    void secondClient_whileOneIsServed_isToldWhy() {
        try (TcpRoundTrip first = client()) {
            // shorter than the server's patience with the first
            assertThatThrownBy(() -> TcpRoundTrip.connect(server.address(), 1))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("serves another client");
            first.measure(new Exchange(1, 0, 1));
        }
    }

    @Test
    void clientThatGreetsAndIsSilent_losesItsSlot() throws IOException {
        TcpServer impatient = TcpServer.listen(loopback(0), List.of(), 0.5, log::add);
        Thread impatiently = new Thread(() -> impatient.serve(2));
        impatiently.setDaemon(true);
        impatiently.start();
        try (Socket silent = new Socket()) {
            silent.connect(impatient.address());
            silent.getOutputStream().write(Wire.GREETING);
            silent.getOutputStream().write(Wire.CLIENT);

            try (TcpRoundTrip second = TcpRoundTrip.connect(impatient.address(), 30)) {
                assertThat(second.measure(new Exchange(1, 0, 100))).isPositive();
            }
        } finally {
            impatient.close();
        }
    }
}
