package org.tailback.fit.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.ExchangeTiming;

/**
 * An exchange in which this side is client and server at once: one thread sends, another receives; the answer goes out
 * when all messages of the other side have come. Both sides do the same.
 */
final class BothEnds {
    private final SocketChannel channel;
    private final ByteBuffer sending;
    private final ByteBuffer receiving;

    BothEnds(SocketChannel channel, ByteBuffer sending, ByteBuffer receiving) {
        this.channel = channel;
        this.sending = sending;
        this.receiving = receiving;
    }

    /** What the receiving thread found. */
    private static final class Received {
        final CountDownLatch messages = new CountDownLatch(1);
        volatile long answerNanos;
        volatile @Nullable IOException failure;
    }

    ExchangeTiming run(Exchange exchange) throws IOException {
        Received received = new Received();
        Thread receiver = new Thread(() -> receive(exchange, received), "tailback-receiver");
        receiver.setDaemon(true);
        long start = System.nanoTime();
        receiver.start();
        try {
            double firstSend = Wire.sendAll(channel, sending, exchange);
            Wire.busyWait(exchange.pause());
            received.messages.await();
            long before = System.nanoTime();
            if (received.failure == null) {
                Wire.send(channel, sending, exchange.answerBytes());
            }
            receiver.join();
            IOException failure = received.failure;
            if (failure != null) {
                throw failure;
            }
            long end = received.answerNanos;
            return new ExchangeTiming((end - start) * 1e-9, firstSend, Math.max(0, end - before) * 1e-9);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private void receive(Exchange exchange, Received received) {
        try {
            Wire.receive(channel, receiving, exchange.bytes(), exchange.messages());
            received.messages.countDown();
            Wire.receive(channel, receiving, exchange.answerBytes(), 1);
            received.answerNanos = System.nanoTime();
        } catch (IOException e) {
            received.failure = e;
            received.messages.countDown();
        }
    }
}
