package org.tailback.cli.measure;

import com.google.common.collect.ImmutableMap;
import com.google.common.net.HostAndPort;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Require;
import org.tailback.error.InputException;
import org.tailback.fit.measure.Repetition;
import org.tailback.fit.tcp.TcpServer;

/**
 * Commands for measurements of real networks over TCP, and of simulated networks; one command for each part of a
 * measurement.
 */
public final class MeasureCommand {
    private MeasureCommand() {}

    /** Returns the commands by the parts of a measurement. */
    public static ImmutableMap<String, Command> parts() {
        return ImmutableMap.of(
                "server", new MeasureServerCommand(),
                "client", new MeasureClientCommand(),
                "tree", new MeasureTreeCommand(),
                "graphs", new MeasureGraphsCommand());
    }

    /** Returns a copy of a repetition rule with a new maximum number of repetitions and a new width of the interval. */
    static Repetition repetition(Repetition usual, int maximum, double width) {
        return new Repetition(usual.warmUp(), Math.min(usual.minimum(), maximum), maximum, width);
    }

    /** Returns the current time in the format of measurement files. */
    static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Command that runs the partner of {@code measure client}, or a host of the other measurements. */
    static final class MeasureServerCommand extends Command {
        private final Given<String> listen = option(String.class, "localhost:7411", "--listen", "HOST:PORT");

        private final Given<@Nullable String> hosts = text("--hosts", "HOST:PORT,...");

        private final Given<Long> clients = option(long.class, 0L, "--clients", "N");

        @Override
        public void run() {
            Require.that(clients.value() >= 0, "--clients", "0 or more", clients.value());
            List<InetSocketAddress> others = hosts.value() == null ? List.of() : HostsOptions.addresses(hosts.value());
            try (TcpServer server = TcpServer.listen(address("--listen", listen.value()), others, console::detail)) {
                InetSocketAddress here = server.address();
                console.results().print("listening on " + here.getHostString() + ":" + here.getPort() + "\n");
                console.results().flush();
                server.serve(clients.value() == 0 ? Long.MAX_VALUE : clients.value());
            }
        }
    }

    /**
     * Returns an address as users write it: {@code host:port}, {@code [::1]:port}, or {@code :port} for the loopback.
     */
    static InetSocketAddress address(String option, String text) {
        try {
            HostAndPort given = HostAndPort.fromString(text);
            return new InetSocketAddress(given.getHost().isEmpty() ? "localhost" : given.getHost(), given.getPort());
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw InputException.at(option, "expected HOST:PORT with a port from 0 to 65535, found '" + text + "'", "");
        }
    }
}
