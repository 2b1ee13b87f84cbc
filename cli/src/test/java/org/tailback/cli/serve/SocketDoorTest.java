package org.tailback.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.Main;
import org.tailback.error.InputException;
import org.tailback.study.workload.WorkloadCache;

class SocketDoorTest {
    @TempDir
    private Path folder;

    @Test
    void clients_onlyOfTheUser_answeredAtOnce_deadOnesFreeTheirWork() throws Exception {
        Path path = folder.resolve("s");
        CountDownLatch interrupted = new CountDownLatch(1);
        CommandRunner runner = (args, console, traces) -> {
            if (!args[0].equals("sleep")) {
                return Main.run(args, console, traces);
            }
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return 0;
        };
        Server server = new Server(runner, List.of("models"), 2, new WorkloadCache(0));
        Thread door = new Thread(() -> new SocketDoor(path, server).open());
        door.setDaemon(true);
        door.start();
        SocketChannel sleeper = connect(path);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");

        write(sleeper, "{\"id\":1,\"command\":[\"sleep\"]}");
        try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            write(client, "{\"id\":2,\"command\":[\"models\"]}");
            BufferedReader answers = new BufferedReader(Channels.newReader(client, StandardCharsets.UTF_8));
            assertThat(answers.readLine()).startsWith("{\"id\":2,\"status\":0,\"result\":{");

            // its other end closes only once the writer fails
            sleeper.close();
            interrupted.await();
            assertThatThrownBy(() -> new SocketDoor(path, server).open())
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("a process listens on it already");
        }
        assertThat(folder).isDirectoryContaining(file -> file.equals(path));
        assertThat(folder.toFile().list()).containsExactly("s");
        server.close();
        door.interrupt();
    }

    @Test
    void clientThatDoesNotRead_holdsNoThreadThatOthersWaitFor() throws Exception {
        Path path = folder.resolve("s");
        CommandRunner runner = (args, console, traces) -> {
            console.results().print("x".repeat(args[0].equals("much") ? 1 << 20 : 1));
            console.flush();
            return 0;
        };
        Server server = new Server(runner, List.of("much"), 1, new WorkloadCache(0));
        Thread door = new Thread(() -> new SocketDoor(path, server).open());
        door.setDaemon(true);
        door.start();
        try (SocketChannel silent = connect(path);
                SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            for (int i = 0; i < 8; i++) {
                write(silent, "{\"id\":" + i + ",\"command\":[\"much\"]}");
            }
            write(client, "{\"id\":\"b\",\"command\":[\"little\"]}");
            BufferedReader answers = new BufferedReader(Channels.newReader(client, StandardCharsets.UTF_8));
            assertTimeoutPreemptively(
                    Duration.ofSeconds(15),
                    () -> assertThat(answers.readLine()).isEqualTo("{\"id\":\"b\",\"status\":0,\"result\":\"x\"}"));
        }
        server.close();
        door.interrupt();
    }

    @Test
    void stalePath_isReplaced_fileIsNot() throws Exception {
        Path file = Files.writeString(folder.resolve("f"), "mine");
        Path stale = folder.resolve("s");
        try (ServerSocketChannel old = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            old.bind(UnixDomainSocketAddress.of(stale));
        }
        try (Server server = new Server(Main::run, List.of("models"), 1, new WorkloadCache(0))) {
            assertThatThrownBy(() -> new SocketDoor(file, server).open())
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("there is a file that is no socket");
            assertThatThrownBy(() -> new SocketDoor(folder.resolve("no/s"), server).open())
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("there is no folder");
            assertThat(file).hasContent("mine");

            Thread door = new Thread(() -> new SocketDoor(stale, server).open());
            door.setDaemon(true);
            door.start();
            connect(stale).close();
            door.interrupt();
        }
    }

    private static SocketChannel connect(Path path) throws Exception {
        for (int i = 0; i < 1_000; i++) {
            try {
                return SocketChannel.open(UnixDomainSocketAddress.of(path));
            } catch (IOException e) {
                Thread.sleep(10);
            }
        }
        throw new AssertionError("nobody listens on " + path);
    }

    private static void write(SocketChannel channel, String line) throws IOException {
        channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }
}
