package org.tailback.fit.measure;

/**
 * The traffic from one of several hosts to another in a measurement: a repeated exchange.
 *
 * @param source host that sends and measures the time, >= 0
 * @param destination host that answers, >= 0, different from the source
 * @param exchange the repeated exchange
 * @param repetitions number of exchanges, one after the other; 0 for a load that continues until all other flows end
 */
public record Flow(int source, int destination, Exchange exchange, int repetitions) {
    /** Returns whether the flow is a load that continues until all other flows end. */
    public boolean isLoad() {
        return repetitions == 0;
    }
}
