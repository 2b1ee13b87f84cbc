package org.tailback.fit.graphs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tailback.error.InputException;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.platformfile.YamlSettings;
import org.tailback.settings.Settings;

/**
 * A file of measured contention graphs, JSON or YAML:
 *
 * <pre>
 * {"about": "…", "bytes": 4194304, "referenceTime": 0.716798, "graphs": [
 *   {"name": "out2", "edges": [{"id": "a", "source": 0, "destination": 1, "mean": 1.426}, …]}, …]}
 * </pre>
 *
 * Times are in seconds, sizes in bytes. An edge may have individual {@code bytes} and {@code start}, and a graph an
 * individual {@code referenceTime}. Other keys are ignored.
 *
 * @param source the file's name
 * @param about description in the file; may be empty
 * @param graphs in the order of the file, at least one
 */
public record MeasuredGraphsFile(String source, String about, List<MeasuredGraph> graphs) {
    /**
     * Reads a file.
     *
     * @throws InputException with line and column of the wrong or missing entry
     */
    public static MeasuredGraphsFile read(Path file) {
        return of(YamlSettings.read(file, "file of measured graphs"), file.toString());
    }

    /** Reads a text, as {@link #read}. */
    public static MeasuredGraphsFile parse(String text, String source) {
        return of(YamlSettings.parse(text, source, "file of measured graphs"), source);
    }

    private static MeasuredGraphsFile of(Settings root, String source) {
        double bytes = positive(root, "bytes");
        List<MeasuredGraph> graphs = new ArrayList<>();
        for (Settings graph : root.sections("graphs")) {
            Settings timed = graph.has("referenceTime") ? graph : root;
            if (!timed.has("referenceTime")) {
                throw InputException.at(
                        root.place(),
                        "no 'referenceTime', the uncontended time of a message of " + bytes + " B",
                        "Add it");
            }
            graphs.add(graph(graph, bytes, positive(timed, "referenceTime")));
        }
        if (graphs.isEmpty()) {
            throw InputException.at(source, "no graphs", "");
        }
        return new MeasuredGraphsFile(source, root.has("about") ? root.text("about") : "", graphs);
    }

    private static MeasuredGraph graph(Settings graph, double bytes, double referenceTime) {
        String name = graph.text("name");
        List<ContentionGraph.Edge> edges = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Settings edge : graph.sections("edges")) {
            String id = edge.text("id");
            String source = edge.text("source");
            String destination = edge.text("destination");
            if (source.equals(destination) || !ids.add(id)) {
                String problem = source.equals(destination)
                        ? "edge '" + id + "' stays inside node '" + source + "'"
                        : "two edges have the id '" + id + "'";
                throw InputException.at(edge.place(), "graph '" + name + "': " + problem, "");
            }
            seconds.add(positive(edge, "mean"));
            edges.add(new ContentionGraph.Edge(
                    id,
                    source,
                    destination,
                    edge.has("bytes") ? positive(edge, "bytes") : bytes,
                    edge.has("start") ? edge.seconds("start") : 0));
        }
        if (edges.isEmpty()) {
            throw InputException.at(graph.place(), "graph '" + name + "' has no edges", "");
        }
        return new MeasuredGraph(name, new ContentionGraph(edges), seconds, referenceTime, bytes);
    }

    private static double positive(Settings settings, String key) {
        double number = settings.number(key);
        if (!(number > 0 && number < Double.POSITIVE_INFINITY)) {
            throw settings.problem(key, "'" + key + "' must be > 0, found '" + settings.text(key) + "'", "");
        }
        return number;
    }
}
