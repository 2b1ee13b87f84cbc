package org.tailback.fit.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.function.Supplier;
import org.tailback.error.InputException;

/**
 * A connection to a server after the exchange of greetings. Every failure of the server is an {@link InputException}.
 *
 * @param server address of the server, as host and port
 * @param description the server's description of its machine
 * @param timeout time limit of each exchange, seconds, > 0
 */
record Connection(String server, Wire wire, String description, double timeout) implements AutoCloseable {
    /** Name of an order, for messages. */
    static final Supplier<String> ORDER = () -> "an order";

    /**
     * Connects to a server and checks its protocol.
     *
     * @param kind {@link Wire#CLIENT} or {@link Wire#HOST}
     * @param timeout of each operation of the server, seconds, > 0
     * @throws InputException if the server cannot be reached, is busy, or uses another protocol
     */
    static Connection to(InetSocketAddress address, byte kind, double timeout) {
        String server = TcpServer.words(TcpServer.resolved(address));
        try {
            Wire wire = new Wire(SocketChannel.open());
            try {
                wire.connect(address, timeout);
                return new Connection(server, wire, greeted(wire, kind, server, timeout), timeout);
            } catch (IOException | InputException e) {
                wire.close();
                throw e;
            }
        } catch (ConnectException e) {
            throw new InputException(
                    server + ": nothing listens there (" + e.getMessage()
                            + "). Start 'tailback measure server --listen HOST:PORT' first",
                    e);
        } catch (SocketTimeoutException e) {
            throw new InputException(server + ": no answer within " + timeout + " s", e);
        } catch (IOException e) {
            throw new InputException(server + ": " + e.getMessage(), e);
        }
    }

    private static String greeted(Wire wire, byte kind, String server, double timeout) throws IOException {
        try {
            return wire.within(timeout, () -> {
                wire.out.write(Wire.GREETING);
                wire.say(kind);
                if (!wire.isGreeted()) {
                    throw new InputException(
                            server + ": the program that listens there is not a server of tailback measure");
                }
                return wire.words();
            });
        } catch (EOFException e) {
            throw new InputException(server + ": closed the connection without a greeting of tailback measure", e);
        } catch (SocketTimeoutException e) {
            throw new InputException(
                    server + ": no greeting within " + timeout
                            + " s: it serves another client at the moment, or is not a server of tailback measure",
                    e);
        }
    }

    /**
     * Performs one step of the protocol.
     *
     * @param seconds additional time beyond the time limit, >= 0
     * @param what the request, for messages
     * @throws InputException if the step takes longer, or the server has disconnected or reports a failure
     */
    <T> T talk(double seconds, Supplier<String> what, Wire.Step<T> step) {
        try {
            return wire.within(timeout + seconds, step);
        } catch (IOException e) {
            throw new InputException(
                    server
                            + (e instanceof SocketTimeoutException
                                    ? ": no answer to " + what.get() + " within " + (timeout + seconds) + " s"
                                    : ": the server is gone (" + e.getMessage() + ") during " + what.get())
                            + ". Measured values are kept; start again to continue",
                    e);
        }
    }

    /** Sends a control byte of an order. */
    void say(byte word) {
        talk(0, ORDER, () -> {
            wire.say(word);
            return word;
        });
    }

    /** Waits for a control byte of an order, at most a number of seconds longer than the time limit. */
    void await(byte word, double seconds) {
        talk(seconds, ORDER, () -> {
            expect(word, ORDER);
            return word;
        });
    }

    /** Reads one byte and checks that it is a given control byte. */
    void expect(byte word, Supplier<String> what) throws IOException {
        byte found = wire.in.readByte();
        if (found == Wire.FAILED) {
            throw new InputException(server + ": " + wire.words());
        }
        if (found != word) {
            throw new InputException(server + ": it refused " + what.get());
        }
    }

    @Override
    public void close() {
        wire.close();
    }
}
