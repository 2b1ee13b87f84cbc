package org.tailback.cli.graph;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.Require;
import org.tailback.cli.render.TableColumns;
import org.tailback.error.InputException;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.model.graph.GraphLanguage;
import org.tailback.model.graph.GraphResult;
import org.tailback.model.graph.GraphRun;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.sharing.SharingModel;
import org.tailback.units.Quantity;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Penalties and finish times of one contention graph. */
@CommandLine.Command(
        name = "graph",
        description = "Computes penalties and finish times of messages that run side by side.",
        footer = {
            "",
            "GRAPH: words id:source>destination[*size][@start], such as \"a:0>1 b:0>2*4MiB c:4>2*20MiB@10ms\",",
            "or a file with the same words, one or more a line, # begins a comment. A penalty says how many",
            "times slower than alone a message is. Without --platform, nodes that are all numbers keep them;",
            "others are numbered from 0 as they appear."
        })
public final class GraphCommand extends Command {
    @Parameters(index = "0", paramLabel = "GRAPH", description = "a graph on one line, or a file")
    private String graph = "";

    @Option(names = "--model", paramLabel = "NAME[:k=v,...]", description = "bandwidth sharing (see: tailback models)")
    private @Nullable String model;

    @Option(names = "--size", paramLabel = "SIZE", description = "size of edges without one (default: 20MiB)")
    private String size = "20MiB";

    @Option(
            names = "--bandwidth",
            paramLabel = "BANDWIDTH",
            description = "what one message gets by itself, where the model's links are no narrower")
    private @Nullable String bandwidth;

    @Option(
            names = "--reference-time",
            paramLabel = "TIME",
            description = "how long the default size takes by itself, where links are no narrower (default: 1 s"
                    + " alone on the widest route, whatever capacities the model has)")
    private @Nullable String referenceTime;

    @Option(
            names = "--platform",
            paramLabel = "FILE|NAME",
            description = "platform file or name: its nodes, and its model unless --model is given")
    private @Nullable Path platform;

    @Option(names = "--explain", description = "print why each edge gets its first penalty")
    private boolean explain;

    @Override
    public void run() {
        if (bandwidth != null && referenceTime != null) {
            throw usage("--bandwidth and --reference-time say the same in two ways: give one of them");
        }
        double defaultBytes = positive("--size", size, Quantity.Kind.BYTES);
        ContentionGraph contentionGraph = GraphLanguage.read(graph, defaultBytes);
        GraphRun run = onNodes(contentionGraph);
        if (bandwidth != null) {
            run.bandwidth(positive("--bandwidth", bandwidth, Quantity.Kind.BYTES_PER_SECOND));
        } else if (referenceTime != null) {
            run.referenceTime(positive("--reference-time", referenceTime, Quantity.Kind.SECONDS), defaultBytes);
        } else {
            run.oneSecondAlone(defaultBytes);
        }
        GraphResult result = run.seed(common.seed()).explain(explain).run();
        output(
                out -> GraphText.write(result, out),
                withWarnings(result),
                out -> TableColumns.of(GraphResult.EdgeResult.class).csv(out, result.edges()));
        common.warn(result.warnings(), console);
        common.warn(outside(), console);
    }

    private GraphResult withWarnings(GraphResult result) {
        return new GraphResult(
                result.model(),
                result.edges(),
                result.steps(),
                ImmutableList.<String>builder()
                        .addAll(result.warnings())
                        .addAll(outside())
                        .build(),
                result.explanations());
    }

    private GraphRun onNodes(ContentionGraph contentionGraph) {
        Registry registry = Registry.load();
        if (platform != null) {
            PlatformFile file = PlatformFile.read(platform);
            Overrides overrides = Overrides.NONE.withModel(model);
            SharingModel sharing = file.sharing(overrides, registry);
            int[] nodes = contentionGraph.nodeNames().stream()
                    .mapToInt(file.cluster()::nodeNamed)
                    .toArray();
            holdsFor(PlatformValidity.of(
                    platform.toString(), file.validity(overrides, registry), Platform.use(file.cluster(), nodes)));
            return GraphRun.of(contentionGraph, sharing).cluster(file.cluster());
        }
        if (model == null) {
            throw Require.model("graph", registry);
        }
        return GraphRun.of(contentionGraph, registry.sharing(ModelChoice.parse(model, "--model " + model)));
    }

    private static double positive(String option, String text, Quantity.Kind kind) {
        double value = Quantity.parseAt(option, text, kind);
        if (value == 0) {
            throw new InputException(option + ": expected a value above 0, found '" + text + "'");
        }
        return value;
    }
}
