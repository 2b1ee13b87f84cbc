package org.tailback.fit.measure;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Properties of a machine that influence a measurement in addition to the network. */
public final class Machine {
    private Machine() {}

    /** Returns the machine's host name. */
    public static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    /** Returns the operating system with version and architecture. */
    public static String kernel() {
        return System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch");
    }

    /** Returns the Java virtual machine with its version. */
    public static String javaMachine() {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
    }

    /** Returns the machine's name, operating system, Java virtual machine and number of processors. */
    public static String describe() {
        return host() + ", " + kernel() + ", " + javaMachine() + ", "
                + Runtime.getRuntime().availableProcessors() + " processors";
    }
}
