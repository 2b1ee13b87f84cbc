package org.tailback.model.loggops;

import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.settings.Settings;
import org.tailback.units.Nanoseconds;

/**
 * LogGOPS as a message cost, for schedules whose messages share a network: the transfer (s-1)G becomes a flow;
 * overheads, gaps, latency and protocol remain.
 *
 * <p><b>Equations.</b> An uncontended message of s bytes is received
 *
 * <pre>  o + (s-1)O  +  (s-1)G  +  L  +  o + (s-1)O</pre>
 *
 * <p>after its send begins: overhead, transfer, latency, overhead. With O = 0 and an idle receiver the result equals
 * that of {@link LogGopsSimulation}, which lets the receiving CPU carry out the transfer. Differences: the receiving
 * CPU is free during the transfer; with O > 0 both overheads count in full; a message above S starts only when its
 * receive is posted, as in LogGPS, where LogGOPSim only delays the sender's completion; 0 bytes cost as much as 1.
 *
 * <p><b>Worked example</b> ({@code LogGopsCostTest}). 1000 bytes with L = 2500, o = 1500, G = 6, O = 0 ns: 1500 + 5994
 * + 2500 + 1500 = 11494 ns.
 *
 * <p>References: T. Hoefler, T. Schneider, A. Lumsdaine, LogGOPSim, 2010, section 2; F. Ino, N. Fujimoto, K. Hagihara,
 * LogGPS, PPoPP 2001.
 *
 * @param parameters times in nanoseconds
 */
public record LogGopsCost(LogGops parameters) implements MessageCost {
    @Override
    public String name() {
        return LogGops.NAME;
    }

    @Override
    public double gap(long bytes) {
        return wireBytes(bytes) * Nanoseconds.toSeconds(parameters.gapPerByte());
    }

    /** Returns the bytes after the first, which travels with the latency. */
    @Override
    public double wireBytes(long bytes) {
        return bytesAfterFirst(bytes);
    }

    @Override
    public double latency(long bytes) {
        return Nanoseconds.toSeconds(parameters.latency());
    }

    @Override
    public double sendOverhead(long bytes) {
        return Nanoseconds.toSeconds(parameters.overhead())
                + bytesAfterFirst(bytes) * Nanoseconds.toSeconds(parameters.overheadPerByte());
    }

    @Override
    public double receiveOverhead(long bytes) {
        return sendOverhead(bytes);
    }

    @Override
    public boolean occupiesInterface() {
        return true;
    }

    @Override
    public double interfaceGap(long bytes) {
        return Nanoseconds.toSeconds(parameters.gap());
    }

    @Override
    public Protocol protocol(long bytes) {
        return bytes <= parameters.eagerLimit() ? Protocol.EAGER_BUFFERED : Protocol.RENDEZVOUS;
    }

    private static double bytesAfterFirst(long bytes) {
        return Math.max(0, bytes - 1);
    }

    public static final class Provider implements MessageCostProvider {
        @Override
        public Description description() {
            return LogGops.description();
        }

        @Override
        public MessageCost create(Settings settings) {
            return new LogGopsCost(LogGops.from(settings));
        }
    }
}
