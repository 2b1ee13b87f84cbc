package org.tailback.model.graph;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.units.Quantity;

/**
 * Language of contention graphs, on one line or in a file. It has one word per edge, separated by spaces:
 *
 * <pre>
 * [id:]source&gt;destination[*size][@start]          a:0&gt;1  b:0&gt;2*4MiB  4&gt;2*20MiB@10ms
 * </pre>
 *
 * <p>The id of an edge defaults to the number of its word, from 1: the last edge above is edge 3. In a file, each line
 * has one or more words, and {@code #} begins a comment that ends with the line. Ids and node names consist of letters,
 * digits, {@code _ . -}; an edge without a size has the default size, an edge without a start starts at 0.
 */
public final class GraphLanguage {
    private static final String FORM = "[id:]source>destination[*size][@start], such as a:0>1*4MiB@10ms";
    private static final String NAME = "[\\p{L}\\p{N}_.-]+";
    private static final Pattern EDGE =
            Pattern.compile("(?:(" + NAME + "):)?(" + NAME + ")>(" + NAME + ")(?:\\*([^*@]*))?(?:@([^*@]*))?");
    private static final Pattern WORD = Pattern.compile("\\S+");

    private final double defaultBytes;
    private final List<ContentionGraph.Edge> edges = new ArrayList<>();
    private final Map<String, String> placeOfId = new LinkedHashMap<>();

    private GraphLanguage(double defaultBytes) {
        this.defaultBytes = defaultBytes;
    }

    /**
     * Reads a user's argument: the name of a file if it exists, otherwise a graph on one line.
     *
     * @param defaultBytes size of edges without a given size, bytes
     */
    public static ContentionGraph read(String inlineOrFile, double defaultBytes) {
        if (!inlineOrFile.contains(">")) {
            @Nullable Path file = asPath(inlineOrFile);
            if (file != null && Files.exists(file)) {
                return file(file, defaultBytes);
            }
            throw new InputException(
                    "'" + inlineOrFile + "' is neither a file nor a graph. Expected words of the form " + FORM);
        }
        return inline(inlineOrFile, defaultBytes);
    }

    private static @Nullable Path asPath(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /**
     * Reads a graph from one line.
     *
     * @param defaultBytes size of edges without a given size, bytes
     * @throws InputException if a word is not an edge; the message contains its number and column
     */
    public static ContentionGraph inline(String text, double defaultBytes) {
        GraphLanguage reader = new GraphLanguage(defaultBytes);
        int[] number = {0};
        reader.words(text, column -> "graph, word " + ++number[0] + " (column " + column + ")");
        return reader.graph("graph");
    }

    /**
     * Reads a graph from a file.
     *
     * @param defaultBytes size of edges without a given size, bytes
     * @throws InputException if a word is not an edge, with {@code file:line:column}, or if the file cannot be read
     */
    public static ContentionGraph file(Path file, double defaultBytes) {
        GraphLanguage reader = new GraphLanguage(defaultBytes);
        List<String> lines = Utf8.read(file, "file").lines().toList();
        for (int line = 0; line < lines.size(); line++) {
            String prefix = file + ":" + (line + 1) + ":";
            reader.words(lines.get(line), column -> prefix + column);
        }
        return reader.graph(file.toString());
    }

    private void words(String line, IntFunction<String> place) {
        int comment = line.indexOf('#');
        Matcher words = WORD.matcher(comment < 0 ? line : line.substring(0, comment));
        while (words.find()) {
            edges.add(edge(words.group(), place.apply(words.start() + 1)));
        }
    }

    private ContentionGraph.Edge edge(String word, String place) {
        Matcher edge = EDGE.matcher(word);
        if (!edge.matches()) {
            throw InputException.at(place, "'" + word + "' is not an edge: expected " + FORM, "");
        }
        String id = edge.group(1) == null ? String.valueOf(edges.size() + 1) : edge.group(1);
        @Nullable String earlier = placeOfId.putIfAbsent(id, place);
        if (earlier != null) {
            throw InputException.at(place, "a second edge '" + id + "'; the first is at " + earlier, "Rename one");
        }
        String source = edge.group(2);
        String destination = edge.group(3);
        if (source.equals(destination)) {
            throw InputException.at(
                    place,
                    "edge '" + id + "' stays inside node " + source,
                    "Contention graphs have no messages inside nodes: remove it");
        }
        double bytes = quantity(edge.group(4), defaultBytes, Quantity.Kind.BYTES, place, "size of edge '" + id + "'");
        double start = quantity(edge.group(5), 0, Quantity.Kind.SECONDS, place, "start of edge '" + id + "'");
        return new ContentionGraph.Edge(id, source, destination, bytes, start);
    }

    private static double quantity(
            @Nullable String text, double defaultValue, Quantity.Kind kind, String place, String what) {
        return text == null ? defaultValue : Quantity.parseAt(place + ": " + what, text, kind);
    }

    private ContentionGraph graph(String place) {
        if (edges.isEmpty()) {
            throw InputException.at(place, "no edges", "Write at least one word of the form " + FORM);
        }
        return new ContentionGraph(edges);
    }
}
