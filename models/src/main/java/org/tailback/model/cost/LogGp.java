package org.tailback.model.cost;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.cost.MeasuredSizes;

/**
 * Costs of the LogP family: latency, overheads of the processors, and gaps of the network interfaces.
 *
 * <p><b>Prediction.</b> The time of messages between different nodes on a network without contention, the processor
 * time of messages at both ends, and the rate at which one node can send consecutive messages.
 *
 * <p><b>Equations.</b> With latency L, overhead o, gap g per message and G per byte, a message of s bytes takes
 *
 * <pre>  o + (s - 1) G + L + o                                                     [1], [2]</pre>
 *
 * and the next message may leave or enter the same node g + (s - 1) G later. Therefore n messages with pauses d,
 * followed by a reply of the same size, take
 *
 * <pre>  PRTT(n, d, s) = 2 (L + 2 o + (s - 1) G) + (n - 1) max(o + d, g + (s - 1) G)        [4] eqs. (1), (4)</pre>
 *
 * LogP is the case G = 0; LogGPS [3] adds S, above which messages wait for their receive.
 *
 * <p><b>Worked example</b> ({@code LogGpTest}). Open MPI over InfiniBand [4]: L = 5.96, o = 4.72, g = 5.14 us, G = 0.73
 * ns; a round trip of 1025 bytes takes 2 (5.96 + 9.44 + 1024 * 0.00073) = 32.29504 us.
 *
 * <p><b>Inputs.</b> Parameters in seconds and seconds per byte, finite, >= 0, by ranges of sizes. Fits determine the
 * ranges from the sizes at which a library changes its protocol.
 *
 * <p><b>In replays.</b> o occupies the sending rank before the message leaves, and the receiving rank when it waits for
 * the message. If the bandwidth-sharing model shares the nodes' links, the bytes of several messages are transferred at
 * the same time, and only g separates their starts. Under {@code uncontended}, messages leave and enter a node one
 * after another, as above. Unlike in LogGOPS schedules, the receiving rank is not busy during the transfer.
 *
 * <p>[1] Culler et al., LogP, PPoPP 1993. [2] Alexandrov et al., LogGP, JPDC 1997. [3] Ino, Fujimoto, Hagihara, LogGPS,
 * PPoPP 2001. [4] Hoefler, Lichei, Rehm, Low-Overhead LogGP Parameter Assessment, 2007.
 *
 * @param name logp, loggp, loggps or loggops
 * @param ranges ranges in ascending order of first sizes, beginning at 0 or 1
 * @param rule eager limit S and the meaning of eager
 * @param measuredSizes sizes to which the parameters were fitted
 */
public record LogGp(String name, List<Range> ranges, ProtocolRule rule, MeasuredSizes measuredSizes)
        implements ProtocolRule.Ruled {
    /**
     * Parameters for sizes from {@code fromBytes} up to the next range.
     *
     * @param fromBytes first size, >= 0
     * @param sendOverhead o of the sender, seconds
     * @param receiveOverhead o of the receiver, seconds
     * @param overheadPerByte O of sender and receiver per byte after the first, seconds; 0 except for LogGOPS
     * @param gap g, seconds
     * @param gapPerByte G, seconds per byte
     * @param latency L, seconds
     */
    public record Range(
            long fromBytes,
            double sendOverhead,
            double receiveOverhead,
            double overheadPerByte,
            double gap,
            double gapPerByte,
            double latency) {}

    public LogGp {
        ranges = ImmutableList.copyOf(ranges);
    }

    @Override
    public double gap(long bytes) {
        return wireBytes(bytes) * range(bytes).gapPerByte();
    }

    /** Returns the number of bytes after the first byte. The time of the first byte is included in the latency. */
    @Override
    public double wireBytes(long bytes) {
        return Math.max(0, bytes - 1);
    }

    @Override
    public double latency(long bytes) {
        return range(bytes).latency();
    }

    @Override
    public double sendOverhead(long bytes) {
        Range range = range(bytes);
        return range.sendOverhead() + wireBytes(bytes) * range.overheadPerByte();
    }

    @Override
    public double receiveOverhead(long bytes) {
        Range range = range(bytes);
        return range.receiveOverhead() + wireBytes(bytes) * range.overheadPerByte();
    }

    @Override
    public boolean occupiesInterface() {
        return true;
    }

    @Override
    public double interfaceGap(long bytes) {
        return range(bytes).gap();
    }

    private Range range(long bytes) {
        int last = ranges.size() - 1;
        while (last > 0 && bytes < ranges.get(last).fromBytes()) {
            last--;
        }
        return ranges.get(last);
    }
}
