package org.tailback.cli.measure;

import java.net.InetSocketAddress;
import org.tailback.cli.option.Command;
import org.tailback.error.InputException;
import org.tailback.fit.tcp.TcpServer;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The partner of {@code measure client}. */
@CommandLine.Command(
        name = "server",
        description = "Answers 'tailback measure client': one client at a time, its own protocol only.")
final class MeasureServerCommand extends Command {
    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "where to listen; port 0 for any (default: localhost:7411)")
    private String listen = "localhost:7411";

    @Option(names = "--clients", paramLabel = "N", description = "end after so many clients (default: 0, never)")
    private long clients;

    @Override
    public void run() {
        if (clients < 0) {
            throw new InputException("--clients: expected 0 or more, found " + clients);
        }
        try (TcpServer server = TcpServer.listen(HostPort.parse("--listen", listen), console::detail)) {
            InetSocketAddress here = server.address();
            console.results().print("listening on " + here.getHostString() + ":" + here.getPort() + "\n");
            console.results().flush();
            server.serve(clients == 0 ? Long.MAX_VALUE : clients);
        }
    }
}
