package org.tailback.cli.graph;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.Require;
import org.tailback.cli.render.TableColumns;
import org.tailback.error.InputException;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.model.graph.GraphLanguage;
import org.tailback.model.graph.GraphResult;
import org.tailback.model.graph.GraphRun;
import org.tailback.platform.Platform;
import org.tailback.platform.Validity;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.sharing.SharingModel;
import org.tailback.units.Quantity;
import picocli.CommandLine;

/** Penalties and finish times of one contention graph. */
@CommandLine.Command(
        name = "graph",
        description = "Computes penalties and finish times of messages that run side by side.",
        footer = {
            "",
            "GRAPH: words [id:]source>destination[*size][@start], such as \"a:0>1 b:0>2*4MiB 4>2*20MiB@10ms\",",
            "or a file with the same words, one or more a line, # begins a comment. Messages without an id",
            "are numbered from 1 as they stand. A penalty says how many times slower than alone a message",
            "is. Without --platform, nodes that are all numbers keep them; others are numbered from 0 as",
            "they appear."
        })
public final class GraphCommand extends Command {
    private final Given<String> graph = argument(String.class, "", "0", "", "GRAPH", "a graph on one line, or a file");

    private final Given<@Nullable String> model =
            text("--model", "NAME[:k=v,...]", "bandwidth sharing (see: tailback models)");

    private final Given<String> size =
            option(String.class, "20MiB", "--size", "SIZE", "size of edges without one (default: 20MiB)");

    private final Given<@Nullable String> bandwidth = text(
            "--bandwidth", "BANDWIDTH", "what one message gets by itself, where the model's links are no narrower");

    private final Given<@Nullable String> referenceTime = text(
            "--reference-time",
            "TIME",
            "how long the default size takes by itself, where links are no narrower (default: 1 s"
                    + " alone on the widest route, whatever capacities the model has)");

    private final Given<@Nullable Path> platform =
            path("--platform", "FILE|NAME", "platform file or name: its nodes, and its model unless --model is given");

    private final Given<Boolean> explain = flag("--explain", "print why each edge gets its first penalty");

    @Override
    public void run() {
        if (bandwidth.value() != null && referenceTime.value() != null) {
            throw usage("--bandwidth and --reference-time mean the same: give one of them");
        }
        double defaultBytes = positive("--size", size.value(), Quantity.Kind.BYTES);
        ContentionGraph contentionGraph = GraphLanguage.read(graph.value(), defaultBytes);
        GraphRun run = onNodes(contentionGraph);
        if (bandwidth.value() != null) {
            run.bandwidth(positive("--bandwidth", bandwidth.value(), Quantity.Kind.BYTES_PER_SECOND));
        } else if (referenceTime.value() != null) {
            run.referenceTime(positive("--reference-time", referenceTime.value(), Quantity.Kind.SECONDS), defaultBytes);
        } else {
            run.oneSecondAlone(defaultBytes);
        }
        GraphResult result = run.seed(common.seed()).explain(explain.value()).run();
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
        if (platform.value() != null) {
            PlatformFile file = PlatformFile.read(platform.value());
            Overrides overrides = Overrides.NONE.withModel(model.value());
            SharingModel sharing = file.model(overrides, registry);
            int[] nodes = contentionGraph.nodeNames().stream()
                    .mapToInt(file.cluster()::nodeNamed)
                    .toArray();
            Validity validity = file.validity(overrides, registry);
            holdsFor(PlatformValidity.of(
                    platform.value().toString(), validity, validity.outside(Platform.use(file.cluster(), nodes))));
            return GraphRun.of(contentionGraph, sharing).cluster(file.cluster());
        }
        if (model.value() == null) {
            throw Require.model("graph", registry);
        }
        return GraphRun.of(
                contentionGraph, registry.model(ModelChoice.parse(model.value(), "--model " + model.value())));
    }

    private static double positive(String option, String text, Quantity.Kind kind) {
        double value = Quantity.parseAt(option, text, kind);
        if (value == 0) {
            throw new InputException(option + ": expected a value above 0, found '" + text + "'");
        }
        return value;
    }
}
