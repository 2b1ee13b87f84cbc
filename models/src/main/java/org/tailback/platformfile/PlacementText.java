package org.tailback.platformfile;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.NodeChoice;
import org.tailback.cluster.PlacementRule;
import org.tailback.cluster.PlacementRules;
import org.tailback.error.InputException;
import org.tailback.registry.ModelChoice;
import org.tailback.settings.Labels;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;
import org.tailback.stability.Internal;

/**
 * Parser of the text of a placement rule, one of {@link #FORMS}. {@code block} takes the settings {@code
 * ranks-per-node}, {@code nodes} and {@code node-choice}, which is {@code contiguous}, {@code spread}, {@code drawn} or
 * {@code drawn:SEED}.
 */
@Internal
public final class PlacementText {
    /** Forms of placement rules, for help texts. */
    public static final List<String> FORMS = List.of(
            "round-robin-node",
            "round-robin-processor",
            "block",
            "block:ranks-per-node=P,nodes=N,node-choice=HOW",
            "random",
            "random:SEED",
            "file:PATH",
            "allocation:PATH",
            "allocation:PATH,ranks-per-node=P",
            "allocation:node[001-003,007]");

    private static final String FILE = "file:";
    private static final String ALLOCATION = "allocation:";
    private static final String RANDOM = "random:";
    private static final String RANKS_PER_NODE = "ranks-per-node";
    private static final String NODES = "nodes";
    private static final String NODE_CHOICE = "node-choice";
    private static final String DRAWN = "drawn:";
    private static final Pattern NODES_OF_BLOCK = Pattern.compile("^block:.*\\b" + NODES + "=(\\d{1,9})");

    private PlacementText() {}

    /** Returns the file of a rule, or null if it has none. */
    public static @Nullable Path pathOf(String rule) {
        String form = rule.startsWith(FILE) ? FILE : ALLOCATION;
        return rule.startsWith(form) ? Path.of(rule.substring(form.length(), endOfPath(rule))) : null;
    }

    /**
     * Returns the rule for a job's nodes.
     *
     * @param nodes number of nodes used; 0 if not given
     * @param ranksPerNode number of ranks per node; 0 if not given
     * @param nodeChoice choice of the nodes, or null
     * @param allocation file with the nodes, or null
     * @return null if no argument is given
     * @throws InputException if the allocation already defines the nodes
     */
    public static @Nullable String ofJob(
            int nodes, int ranksPerNode, @Nullable String nodeChoice, @Nullable Path allocation) {
        String perNode = ranksPerNode == 0 ? "" : "," + RANKS_PER_NODE + "=" + ranksPerNode;
        if (allocation != null) {
            if (nodes != 0 || nodeChoice != null) {
                throw InputException.at(
                        "--allocation",
                        "the file lists the nodes that are used",
                        "Leave out --nodes and --node-choice");
            }
            return ALLOCATION + allocation + perNode;
        }
        String settings = perNode
                + (nodes == 0 ? "" : "," + NODES + "=" + nodes)
                + (nodeChoice == null ? "" : "," + NODE_CHOICE + "=" + nodeChoice);
        return settings.isEmpty() ? null : "block:" + settings.substring(1);
    }

    /**
     * Returns the number of nodes of the job under a rule, given by {@code block:nodes=N} or by a placement file.
     *
     * @return the number of nodes; 0 if not given
     * @throws InputException if the rule's file cannot be read
     */
    public static int nodesOfJob(String rule) {
        Matcher asked = NODES_OF_BLOCK.matcher(rule);
        Path file = rule.startsWith(FILE) ? pathOf(rule) : null;
        return asked.find() ? Integer.parseInt(asked.group(1)) : file == null ? 0 : PlacementFile.nodesOfJob(file);
    }

    /** Returns a rule with the path of its file, if any, relative to the working folder instead of a folder. */
    public static String resolve(Path folder, String rule) {
        Path path = pathOf(rule);
        return path == null || !Files.exists(folder.resolve(path)) && NodeList.isList(path)
                ? rule
                : rule.substring(0, rule.indexOf(':') + 1) + folder.resolve(path) + rule.substring(endOfPath(rule));
    }

    private static int endOfPath(String rule) {
        int settings = rule.startsWith(ALLOCATION) ? rule.lastIndexOf("," + RANKS_PER_NODE + "=") : -1;
        return settings < 0 ? rule.length() : settings;
    }

    /**
     * Reads a rule together with its file, if any.
     *
     * @param place location of the text, for messages
     * @param seed seed of {@code random} and of drawn nodes without a given seed
     * @param folder base of relative paths
     * @throws InputException if there is no such rule, or its file is malformed
     */
    public static PlacementRule parse(String text, String place, long seed, Path folder) {
        String rule = text.strip();
        Path file = pathOf(rule);
        if (file != null) {
            return ofFile(rule, file, place, folder);
        }
        if (rule.startsWith(RANDOM)) {
            return PlacementRules.random(seed(rule, RANDOM, "a random placement", place));
        }
        if (rule.equals("block") || rule.startsWith("block:")) {
            return block(ModelChoice.parse(rule, place), seed);
        }
        return switch (rule) {
            case "round-robin-node" -> PlacementRules.roundRobinNode();
            case "round-robin-processor" -> PlacementRules.roundRobinProcessor();
            case "random" -> PlacementRules.random(seed);
            default ->
                throw InputException.at(
                        place,
                        "unknown placement '" + rule + "'",
                        Suggestion.of(rule, FORMS) + "Valid: " + String.join(", ", FORMS));
        };
    }

    private static PlacementRule ofFile(String rule, Path file, String place, Path folder) {
        Path resolved = folder.resolve(file);
        if (rule.startsWith(FILE)) {
            return PlacementFile.read(resolved, rule);
        }
        String settings = rule.substring(endOfPath(rule)).replaceFirst(",", ":");
        int ranksPerNode = positive(ModelChoice.parse("allocation" + settings, place), RANKS_PER_NODE);
        boolean isList = !Files.exists(resolved) && NodeList.isList(file);
        return PlacementFile.allocation(isList ? file : resolved, ranksPerNode, rule);
    }

    private static PlacementRule block(ModelChoice rule, long seed) {
        Settings settings = rule.settings();
        settings.rejectUnknown(List.of(RANKS_PER_NODE, NODES, NODE_CHOICE));
        return PlacementRules.block(
                positive(rule, RANKS_PER_NODE),
                positive(rule, NODES),
                nodeChoice(settings.text(NODE_CHOICE, "contiguous"), rule.place(), seed));
    }

    /**
     * Reads the choice of nodes: {@code contiguous}, {@code spread}, {@code drawn} or {@code drawn:SEED}.
     *
     * @param place location of the text, for messages
     * @param seed seed of drawn nodes without a given seed
     */
    public static NodeChoice nodeChoice(String text, String place, long seed) {
        if (text.startsWith(DRAWN)) {
            return new NodeChoice(NodeChoice.Kind.DRAWN, seed(text, DRAWN, "a choice of nodes", place));
        }
        NodeChoice.Kind kind = Labels.find(NodeChoice.Kind.class, text);
        if (kind != null) {
            return new NodeChoice(kind, seed);
        }
        throw InputException.at(
                place,
                "unknown choice of nodes '" + text + "'",
                Suggestion.of(text, Labels.all(NodeChoice.Kind.class))
                        + "Valid: contiguous, spread, drawn, drawn:SEED");
    }

    /** Returns a number of a rule, >= 1; 0 if it is not given. */
    private static int positive(ModelChoice rule, String key) {
        return rule.settings().integer(key, 1, Cluster.MAX_NODES, 0);
    }

    private static long seed(String text, String form, String what, String place) {
        try {
            return Long.parseLong(text.substring(form.length()));
        } catch (NumberFormatException e) {
            throw InputException.at(place, "the seed of " + what + " is a whole number, found '" + text + "'", "");
        }
    }
}
