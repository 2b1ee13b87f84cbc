package org.tailback.replay;

import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;

/**
 * What an MPI library adds to a latency and a time per byte: overheads, a protocol for small messages (rendezvous for
 * others), and a gap of the interface. All times in seconds.
 */
public record LibraryCost(
        double secondsPerByte,
        double latency,
        double sendOverhead,
        double receiveOverhead,
        long eagerLimit,
        Protocol eager,
        double handshake,
        double gapOfInterface,
        boolean isHalfDuplex)
        implements MessageCost {
    /**
     * A byte a second, latency 2 s, overheads 0.5 (send) and 0.25 (receive), eager and buffered up to 10 bytes, then
     * rendezvous with a handshake of 1 s.
     */
    static final LibraryCost BUFFERED_UP_TO_10 = of(1, 2).withOverheads(0.5, 0.25)
            .withEagerUpTo(10, Protocol.EAGER_BUFFERED)
            .withHandshake(1);

    /** Nothing but a time per byte and a latency: all messages are eager. */
    public static LibraryCost of(double secondsPerByte, double latency) {
        return new LibraryCost(secondsPerByte, latency, 0, 0, Long.MAX_VALUE, Protocol.EAGER, 0, 0, false);
    }

    public LibraryCost withOverheads(double send, double receive) {
        return new LibraryCost(
                secondsPerByte, latency, send, receive, eagerLimit, eager, handshake, gapOfInterface, isHalfDuplex);
    }

    /** Larger messages need a rendezvous. */
    public LibraryCost withEagerUpTo(long bytes, Protocol protocol) {
        return new LibraryCost(
                secondsPerByte,
                latency,
                sendOverhead,
                receiveOverhead,
                bytes,
                protocol,
                handshake,
                gapOfInterface,
                isHalfDuplex);
    }

    public LibraryCost withHandshake(double seconds) {
        return new LibraryCost(
                secondsPerByte,
                latency,
                sendOverhead,
                receiveOverhead,
                eagerLimit,
                eager,
                seconds,
                gapOfInterface,
                isHalfDuplex);
    }

    public LibraryCost withGapOfInterface(double seconds) {
        return new LibraryCost(
                secondsPerByte,
                latency,
                sendOverhead,
                receiveOverhead,
                eagerLimit,
                eager,
                handshake,
                seconds,
                isHalfDuplex);
    }

    /** Opposite messages take turns. */
    public LibraryCost halfDuplex() {
        return new LibraryCost(
                secondsPerByte,
                latency,
                sendOverhead,
                receiveOverhead,
                eagerLimit,
                eager,
                handshake,
                gapOfInterface,
                true);
    }

    @Override
    public String name() {
        return "library";
    }

    @Override
    public double gap(long bytes) {
        return bytes * secondsPerByte;
    }

    @Override
    public double latency(long bytes) {
        return latency;
    }

    @Override
    public double sendOverhead(long bytes) {
        return sendOverhead;
    }

    @Override
    public double receiveOverhead(long bytes) {
        return receiveOverhead;
    }

    @Override
    public Protocol protocol(long bytes) {
        return bytes <= eagerLimit ? eager : Protocol.RENDEZVOUS;
    }

    @Override
    public double handshake(long bytes) {
        return handshake;
    }

    @Override
    public boolean occupiesInterface() {
        return gapOfInterface > 0;
    }

    @Override
    public double interfaceGap(long bytes) {
        return gapOfInterface;
    }
}
