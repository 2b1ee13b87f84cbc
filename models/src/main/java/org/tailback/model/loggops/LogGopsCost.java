package org.tailback.model.loggops;

import java.util.List;
import org.tailback.cost.MeasuredSizes;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;
import org.tailback.model.cost.LogGp;
import org.tailback.model.cost.ProtocolRule;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.settings.Settings;
import org.tailback.units.Nanoseconds;

/**
 * A message cost, {@link LogGp}, with the parameters of LogGOPS, for schedules whose messages share a network: the
 * transfer (s-1)G becomes a flow; overheads, gaps, latency and protocol remain.
 *
 * <p><b>Equations.</b> An uncontended message of s bytes is received
 *
 * <pre>  o + (s-1)O  +  (s-1)G  +  L  +  o + (s-1)O</pre>
 *
 * <p>after its send begins: overhead, transfer, latency, overhead. With O = 0 and an idle receiver, the result equals
 * the result of {@link LogGopsSimulation}, where the receiving CPU performs the transfer. There are four differences.
 * The receiving CPU is free during the transfer. With O > 0, both overheads count in full. A message above S starts
 * only when its receive is posted, as in LogGPS; LogGOPSim only delays the sender's completion. 0 bytes cost the same
 * as 1 byte.
 *
 * <p><b>Worked example</b> ({@code LogGopsCostTest}). With L = 2500, o = 1500, G = 6 and O = 0 ns, 1000 bytes take 1500
 * + 5994 + 2500 + 1500 = 11494 ns.
 *
 * <p>References: T. Hoefler, T. Schneider, A. Lumsdaine, LogGOPSim, 2010, section 2; F. Ino, N. Fujimoto, K. Hagihara,
 * LogGPS, PPoPP 2001.
 */
public final class LogGopsCost implements MessageCostProvider {
    @Override
    public Description description() {
        return LogGops.description();
    }

    @Override
    public MessageCost create(Settings settings) {
        return of(LogGops.from(settings));
    }

    /** Returns the cost of parameters whose times are in nanoseconds. */
    static MessageCost of(LogGops parameters) {
        double overhead = Nanoseconds.toSeconds(parameters.overhead());
        LogGp.Range range = new LogGp.Range(
                0,
                overhead,
                overhead,
                Nanoseconds.toSeconds(parameters.overheadPerByte()),
                Nanoseconds.toSeconds(parameters.gap()),
                Nanoseconds.toSeconds(parameters.gapPerByte()),
                Nanoseconds.toSeconds(parameters.latency()));
        ProtocolRule rule = new ProtocolRule(parameters.eagerLimit(), Protocol.EAGER_BUFFERED, 0, false);
        return new LogGp(LogGops.NAME, List.of(range), rule, MeasuredSizes.ALL);
    }
}
