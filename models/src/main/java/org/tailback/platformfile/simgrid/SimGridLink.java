package org.tailback.platformfile.simgrid;

/**
 * What messages cross in one direction.
 *
 * @param bandwidth bytes per second, > 0
 * @param latency seconds, >= 0
 * @param isShared false if every message has the bandwidth for itself (FATPIPE)
 */
record SimGridLink(String name, double bandwidth, double latency, boolean isShared) {
    /** Gives it a name that a platform file can quote and list with others. */
    SimGridLink {
        name = quotable(name);
    }

    static String quotable(String name) {
        return name.replaceAll("[\\s\"\\\\]", "_");
    }
}
