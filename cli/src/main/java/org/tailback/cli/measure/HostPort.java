package org.tailback.cli.measure;

import java.net.InetSocketAddress;
import org.tailback.error.InputException;

/** Addresses as users write them: {@code host:port}, {@code [::1]:port} or {@code :port} for the loopback. */
final class HostPort {
    private HostPort() {}

    static InetSocketAddress parse(String option, String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? text : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon >= 0 && port >= 0 && port <= 65535) {
                return new InetSocketAddress(host.isEmpty() ? "localhost" : host, port);
            }
        } catch (NumberFormatException e) {
            // the message below says what is expected
        }
        throw InputException.at(option, "expected HOST:PORT with a port from 0 to 65535, found '" + text + "'", "");
    }
}
