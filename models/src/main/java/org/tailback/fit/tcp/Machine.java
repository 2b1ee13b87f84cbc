package org.tailback.fit.tcp;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What a measurement depends on besides the network. */
final class Machine {
    private Machine() {}

    static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    static String kernel() {
        return System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch");
    }

    static String javaMachine() {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
    }

    static String describe() {
        return host() + ", " + kernel() + ", " + javaMachine() + ", "
                + Runtime.getRuntime().availableProcessors() + " processors";
    }
}
