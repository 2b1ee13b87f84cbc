package org.tailback.fit.tcp;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.tailback.error.InputException;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.RoundTrip;

/**
 * The client of Listing 1 over TCP, without Nagle's algorithm. Messages use off-heap memory that is allocated and
 * touched once. Delays are spent in busy loops. Every failure of the server is an {@link InputException}.
 */
public final class TcpRoundTrip implements RoundTrip {
    private final Connection connection;
    private final ByteBuffer sending = Wire.buffer();
    private final ByteBuffer receiving = Wire.buffer();

    private TcpRoundTrip(Connection connection) {
        this.connection = connection;
    }

    /**
     * Connects to a server and checks its protocol.
     *
     * @param timeout of each operation of the server, seconds, > 0
     * @throws InputException if the server cannot be reached, is busy, or uses another protocol
     */
    public static TcpRoundTrip connect(InetSocketAddress address, double timeout) {
        return new TcpRoundTrip(Connection.to(address, Wire.CLIENT, timeout));
    }

    /** Connects one host of a measurement to another host, which serves several hosts at once. */
    static TcpRoundTrip betweenHosts(InetSocketAddress address, double timeout) {
        return new TcpRoundTrip(Connection.to(address, Wire.HOST, timeout));
    }

    @Override
    public double measure(Exchange exchange) {
        if (!Wire.isInBounds(exchange)) {
            throw new InputException("an exchange may have " + Wire.MAX_MESSAGES + " messages of " + Wire.MAX_BYTES
                    + " B and delays of " + Wire.MAX_DELAY + " s, found " + exchange);
        }
        Wire wire = connection.wire();
        return connection.talk(exchange.messages() * exchange.delay(), exchange::toString, () -> {
            wire.out.writeByte(Wire.EXCHANGE);
            wire.write(exchange);
            wire.out.flush();
            connection.expect(Wire.READY, exchange::toString);
            long start = System.nanoTime();
            for (int i = 0; i < exchange.messages(); i++) {
                Wire.busyWait(i == 0 ? 0 : exchange.delay());
                wire.send(sending, exchange.bytes());
            }
            wire.receive(receiving, exchange.answer(), 1);
            return (System.nanoTime() - start) * 1e-9;
        });
    }

    /** Returns the server's description of its machine. */
    @Override
    public String partner() {
        return connection.description();
    }

    @Override
    public String description() {
        return "TCP to " + connection.server();
    }

    @Override
    public void close() {
        connection.close();
    }
}
