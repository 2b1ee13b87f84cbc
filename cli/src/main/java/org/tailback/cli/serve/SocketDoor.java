package org.tailback.cli.serve;

import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.concurrent.Semaphore;
import jdk.net.ExtendedSocketOptions;
import org.tailback.error.InputException;

/** A Unix socket on which processes of the same user connect. It is removed when the process ends. */
final class SocketDoor {
    private static final int MOST_CLIENTS = 64;

    private final Path path;
    private final Server server;
    private final Semaphore room = new Semaphore(MOST_CLIENTS);

    SocketDoor(Path path, Server server) {
        this.path = path.toAbsolutePath();
        this.server = server;
    }

    /**
     * Serves clients until the process ends, or the thread is interrupted.
     *
     * @throws InputException if the path cannot be a socket
     */
    void open() {
        removeStale();
        try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            bind(channel);
            Object key = key();
            Thread removal = new Thread(() -> remove(key), "socket");
            Runtime.getRuntime().addShutdownHook(removal);
            UserPrincipal owner = Files.getOwner(path);
            while (true) {
                room.acquireUninterruptibly();
                accept(channel.accept(), owner);
            }
        } catch (ClosedByInterruptException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | IllegalArgumentException e) {
            throw new InputException("--socket " + path + ": cannot listen: " + e.getMessage(), e);
        }
    }

    /** Removes a socket that no process listens on. */
    private void removeStale() {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isOther()) {
                throw new InputException(
                        "--socket " + path + ": there is a file that is no socket. Choose another path, or remove it");
            }
            try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
                throw new InputException("--socket " + path + ": a process listens on it already, as connecting to "
                        + channel.getRemoteAddress() + " shows. Choose another path");
            } catch (IOException e) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new InputException("--socket " + path + ": cannot be used: " + e, e);
        }
    }

    /**
     * Binds in a folder that only this user can enter, and links the finished socket to its path: no other user can
     * connect before its permissions are set, and an existing file is never replaced.
     */
    private void bind(ServerSocketChannel channel) throws IOException {
        Path parent = path.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new InputException("--socket " + path + ": there is no folder " + parent + ". Make it first");
        }
        Path folder = Files.createTempDirectory(
                parent, ".s", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path made = folder.resolve("s");
        try {
            channel.bind(UnixDomainSocketAddress.of(made));
            Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
            Files.createLink(path, made);
        } catch (FileAlreadyExistsException e) {
            throw new InputException("--socket " + path + ": another process has just made it. Choose another path", e);
        } finally {
            Files.deleteIfExists(made);
            Files.delete(folder);
        }
    }

    private Object key() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    /** Removes the socket, unless something else has its path by now. */
    private void remove(Object key) {
        try {
            if (key().equals(key)) {
                Files.delete(path);
            }
        } catch (IOException e) {
            // it is gone already
        }
    }

    private void accept(SocketChannel channel, UserPrincipal owner) throws IOException {
        Thread thread = new Thread(
                () -> {
                    try (channel) {
                        if (channel.getOption(ExtendedSocketOptions.SO_PEERCRED)
                                .user()
                                .equals(owner)) {
                            server.serve(new Input(channel), new Output(channel));
                        }
                    } catch (IOException e) {
                        // the client is gone
                    } finally {
                        room.release();
                    }
                },
                "client");
        thread.setDaemon(true);
        thread.start();
    }

    /** Reads the channel itself: {@code Channels.newInputStream} would keep writers out while it waits. */
    private static final class Input extends InputStream {
        private final SocketChannel channel;

        Input(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return channel.read(ByteBuffer.wrap(bytes, offset, length));
        }
    }

    private record Output(SocketChannel channel) implements Client.Sink {
        @Override
        public void write(String line) throws IOException {
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                // it is closed as far as it can be
            }
        }
    }
}
