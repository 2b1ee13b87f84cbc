package org.tailback.cli.graph;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.Require;
import org.tailback.cli.render.TableColumns;
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

/** Command that determines the penalties and finish times of one contention graph. */
public final class GraphCommand extends Command {
    private final Given<String> graph = argument(String.class, "", "0", "", "GRAPH");

    private final Given<@Nullable String> model = text("--model", "NAME[:k=v,...]");

    private final Given<String> size = option(String.class, "20MiB", "--size", "SIZE");

    private final Given<@Nullable String> bandwidth = text("--bandwidth", "BANDWIDTH");

    private final Given<@Nullable String> referenceTime = text("--reference-time", "TIME");

    private final Given<@Nullable Path> platform = path("--platform", "FILE|NAME");

    private final Given<Boolean> explain = flag("--explain");

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
        GraphResult result =
                withWarnings(run.seed(common.seed()).explain(explain.value()).run());
        output(
                out -> GraphText.write(result, out),
                result,
                out -> TableColumns.of(GraphResult.EdgeResult.class).csv(out, result.edges()));
        common.warn(result.warnings(), console);
    }

    private GraphResult withWarnings(GraphResult result) {
        return new GraphResult(
                result.model(),
                result.edges(),
                result.steps(),
                ImmutableList.copyOf(Iterables.concat(result.warnings(), outside())),
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
        Require.that(value != 0, option, "a value above 0", "'" + text + "'");
        return value;
    }
}
