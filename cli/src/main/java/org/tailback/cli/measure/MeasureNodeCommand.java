package org.tailback.cli.measure;

import java.net.InetSocketAddress;
import java.util.List;
import org.tailback.cli.option.Command;
import org.tailback.error.InputException;
import org.tailback.fit.tcp.TcpNode;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One of the nodes of {@code measure tree}. */
@CommandLine.Command(
        name = "node",
        description = "Takes part in 'tailback measure tree' as one of the nodes of its list.",
        footer = {
            "",
            "It listens on its own address of the list, connects to addresses of the list only, serves one coordinator"
                    + " at a",
            "time, and understands its own protocol only."
        })
final class MeasureNodeCommand extends Command {
    @Parameters(index = "0", paramLabel = "NUMBER", description = "which node of the list this is, from 0")
    private int number;

    @Option(
            names = "--addresses",
            required = true,
            paramLabel = "HOST:PORT,…",
            description = "all nodes, in the order of the tree's leaves; the same list everywhere")
    private String nodes = "";

    @Option(
            names = "--coordinators",
            paramLabel = "N",
            description = "end after so many coordinators (default: 0, never)")
    private long coordinators;

    @Override
    public void run() {
        if (coordinators < 0) {
            throw new InputException("--coordinators: expected 0 or more, found " + coordinators);
        }
        List<InetSocketAddress> addresses = HostPort.list("--addresses", nodes);
        try (TcpNode node = TcpNode.listen(addresses, number, console::detail)) {
            console.results().print("node " + number + " of " + addresses.size() + " is ready\n");
            console.results().flush();
            node.serve(coordinators == 0 ? Long.MAX_VALUE : coordinators);
        }
    }
}
