package org.tailback.fit.measure;

import com.google.common.base.Preconditions;

/**
 * The traffic from one of several hosts to another in a measurement: an exchange, repeated.
 *
 * @param source host that sends and takes the time, >= 0
 * @param destination host that answers, >= 0, another one
 * @param exchange what is repeated
 * @param repetitions how often, one after the other; 0 for a load that goes on until all other flows have ended
 */
public record Flow(int source, int destination, Exchange exchange, int repetitions) {
    public Flow {
        Preconditions.checkArgument(
                source >= 0 && destination >= 0 && source != destination, "hosts %s and %s", source, destination);
        Preconditions.checkArgument(repetitions >= 0, "repetitions: %s", repetitions);
    }

    /** Returns whether this is a load. */
    public boolean isLoad() {
        return repetitions == 0;
    }
}
