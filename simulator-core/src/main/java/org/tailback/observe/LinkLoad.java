package org.tailback.observe;

import org.tailback.stability.Beta;

/**
 * Load of one link over the time of a measurement: its traffic relative to its capacity, 0 to 1.
 *
 * @param name name of the link, as {@link org.tailback.sharing.Link#name}, such as {@code node 0 up}
 * @param capacity capacity at the end of the measurement, bytes per second, > 0
 * @param bytes bytes carried, including the bytes that the message cost adds on the wire, >= 0
 * @param mean mean load over time, 0 to 1
 * @param peak highest load, 0 to 1
 * @param overTime mean loads in successive intervals of {@link LinkLoads#intervalSeconds}; zeros after the end
 */
@Beta
public record LinkLoad(String name, double capacity, double bytes, double mean, double peak, double[] overTime) {
    public LinkLoad {
        overTime = overTime.clone();
    }

    @Override
    public double[] overTime() {
        return overTime.clone();
    }

    @Override
    public String toString() {
        return "link '" + name + "': mean load " + mean + ", highest " + peak;
    }
}
