package org.tailback.spark;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;

/**
 * Spark master at a URL such as {@code spark://host:7077}. This class reports an unavailable master at once; Spark
 * would try to connect for minutes.
 */
final class SparkMaster {
    private static final String STANDALONE = "spark://";
    private static final int PATIENCE_MILLISECONDS = 10_000;

    private SparkMaster() {}

    /**
     * Returns the requested master; by default the master of {@code spark-submit}, or else this machine.
     *
     * @param threads number of threads of this machine; 0 if not given
     * @param asked requested master; null if not given
     * @param property setting of Spark, or empty
     * @throws InputException if threads are given together with a master
     */
    static String of(int threads, @Nullable String asked, String property) {
        String master = Objects.requireNonNullElse(asked, property);
        if (threads == 0) {
            return master.isEmpty() ? "local[*]" : master;
        }
        if (master.isEmpty()) {
            return "local[" + threads + "]";
        }
        throw InputException.at(
                "--threads",
                "found together with the Spark master '" + master + "', which determines the number of cores",
                "Remove it, or limit the cores with -Dspark.cores.max=" + threads);
    }

    /**
     * Connects once to a standalone master. Does not check other masters, such as {@code local[*]} or {@code yarn}.
     *
     * @throws InputException if no host in the URL accepts a connection within ten seconds
     */
    static void requireReachable(String master) {
        if (!master.startsWith(STANDALONE)) {
            return;
        }
        List<String> problems = new ArrayList<>();
        for (String address : master.substring(STANDALONE.length()).split(",")) {
            int colon = address.lastIndexOf(':');
            String port = address.substring(colon + 1);
            if (colon < 1 || !port.matches("\\d{1,5}") || Integer.parseInt(port) > 65535) {
                throw InputException.at("--spark-master", "expected spark://HOST:PORT, found '" + master + "'", "");
            }
            try (Socket socket = new Socket()) {
                socket.connect(
                        new InetSocketAddress(address.substring(0, colon), Integer.parseInt(port)),
                        PATIENCE_MILLISECONDS);
                return;
            } catch (IOException e) {
                problems.add(address + " (" + e.getMessage() + ")");
            }
        }
        throw InputException.at(
                "--spark-master",
                "no Spark master can be reached at " + String.join(", ", problems),
                "Start one, or use --engine local");
    }
}
