package org.tailback.observe;

import org.tailback.stability.Beta;

/**
 * The load of one link over the time of a measurement: its traffic relative to its capacity, 0 to 1.
 */
@Beta
public final class LinkLoad {
    private final String name;
    private final double capacity;
    private final double bytes;
    private final double mean;
    private final double peak;
    private final double[] overTime;

    /**
     * A load.
     *
     * @param name of the link, as {@link org.tailback.sharing.Link#name}
     * @param capacity present capacity, bytes per second, > 0
     * @param bytes carried, >= 0
     * @param mean load, mean over time, 0 to 1
     * @param peak highest load
     * @param overTime mean loads in intervals of {@link LinkLoads#intervalSeconds}
     */
    public LinkLoad(String name, double capacity, double bytes, double mean, double peak, double[] overTime) {
        this.name = name;
        this.capacity = capacity;
        this.bytes = bytes;
        this.mean = mean;
        this.peak = peak;
        this.overTime = overTime.clone();
    }

    /** The name of the link, such as {@code node 0 up}. */
    public String name() {
        return name;
    }

    /** The capacity at the end of the measurement, in bytes per second. */
    public double capacity() {
        return capacity;
    }

    /** The bytes that it carried, with those that the message cost adds on the wire. */
    public double bytes() {
        return bytes;
    }

    /** Its mean utilisation: the mean over time of its load, 0 to 1. */
    public double mean() {
        return mean;
    }

    /** Its highest load, 0 to 1. */
    public double peak() {
        return peak;
    }

    /** Its mean loads in successive intervals of {@link LinkLoads#intervalSeconds}; zeros after the end. */
    public double[] overTime() {
        return overTime.clone();
    }

    @Override
    public String toString() {
        return "link '" + name + "': mean load " + mean + ", highest " + peak;
    }
}
