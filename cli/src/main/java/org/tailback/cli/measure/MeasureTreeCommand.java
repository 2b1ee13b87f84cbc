package org.tailback.cli.measure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Command;
import org.tailback.error.InputException;
import org.tailback.fit.measure.Machine;
import org.tailback.fit.simulated.SimulatedPairs;
import org.tailback.fit.tcp.TcpPairs;
import org.tailback.fit.tree.BufferDelayProbe;
import org.tailback.fit.tree.LoadedPingPong;
import org.tailback.fit.tree.PairTraffic;
import org.tailback.fit.tree.TimeoutThreshold;
import org.tailback.fit.tree.TreeData;
import org.tailback.fit.tree.TreeFile;
import org.tailback.fit.tree.TreeMeasurement;
import org.tailback.table.ResultFile;
import org.tailback.units.Quantity;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The pairwise exchanges from which the tree of PlogPT follows. */
@CommandLine.Command(
        name = "tree",
        description =
                "Measures the tree of PlogPT between many nodes: throughput of pairs, and round trips under load.",
        footer = {
            "",
            "On every machine: tailback measure node NUMBER --addresses HOST:PORT,…   (2, 4, 8, … nodes)",
            "On any:           tailback measure tree --addresses HOST:PORT,… --output tree.yaml",
            "Then:             tailback fit tree tree.yaml > network.yaml",
            "",
            "With --platform it measures a simulated network, where d(h) shows in which messages its losses hit."
        })
final class MeasureTreeCommand extends Command {
    private static final long MOST_BYTES = 64L << 20;

    @Option(
            names = "--addresses",
            paramLabel = "HOST:PORT,…",
            description = "all nodes, in the order of the tree's leaves")
    private @Nullable String nodes;

    @Option(names = "--platform", paramLabel = "FILE|NAME", description = "measure the nodes of this platform instead")
    private @Nullable Path platform;

    @Option(names = "--output", required = true, paramLabel = "FILE", description = "file for the raw data")
    private Path output = Path.of("");

    @Option(names = "--size", paramLabel = "Q", description = "messages whose throughput counts (default: 4MiB)")
    private String size = "4MiB";

    @Option(names = "--load-size", paramLabel = "Q", description = "messages of the load (default: 256KiB)")
    private String loadSize = "256KiB";

    @Option(names = "--one-way", description = "one direction only; both are in use otherwise, as PlogPT needs it")
    private boolean oneWay;

    @Option(names = "--repetitions", paramLabel = "N", description = "how often everything is measured (default: 10)")
    private int repetitions = 10;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "how long a node may take for anything (default: 60)")
    private double timeout = 60;

    @Override
    public void run() {
        if ((nodes == null) == (platform == null)) {
            throw usage("expected --addresses HOST:PORT,… or --platform FILE");
        }
        if (!(timeout > 0 && timeout < 1e6) || repetitions < 1 || repetitions > 10_000) {
            throw new InputException("expected --timeout above 0 and --repetitions from 1 to 10000");
        }
        long bytes = bytes("--size", size);
        long loadBytes = bytes("--load-size", loadSize);
        TreeData data;
        if (platform != null) {
            SimulatedPairs pairs = new SimulatedPairs(SimulatedPlatform.of(platform, common.seed()));
            data = measure(pairs, new TimeoutThreshold(pairs, bytes), bytes);
        } else {
            try (TcpPairs pairs = TcpPairs.connect(HostPort.list("--addresses", String.valueOf(nodes)), timeout)) {
                data = measure(pairs, new LoadedPingPong(pairs, loadBytes, !oneWay), bytes);
            }
        }
        List<String> comments = List.of(
                "tailback measure tree",
                "date: " + Now.words(),
                "coordinator: " + Machine.describe(),
                "network: " + data.source(),
                "messages of " + bytes + " B, load of " + loadBytes + " B, " + repetitions + " repetitions");
        ResultFile.write(output, part -> Files.writeString(part, TreeFile.text(data, comments)));
        console.results().print(data.heights().size() + " heights measured in " + output + "\n");
    }

    private TreeData measure(PairTraffic traffic, BufferDelayProbe probe, long bytes) {
        return TreeMeasurement.measure(
                traffic,
                probe,
                bytes,
                !oneWay,
                repetitions,
                height -> console.detail(
                        "b(h) of a height in " + height.bandwidths().size() + " repetitions"));
    }

    private static long bytes(String option, String text) {
        double bytes = Quantity.parseAt(option, text, Quantity.Kind.BYTES);
        if (bytes >= 1 && bytes <= MOST_BYTES && bytes == Math.rint(bytes)) {
            return (long) bytes;
        }
        throw InputException.at(option, "expected 1 B to 64 MiB, found '" + text + "'", "");
    }
}
