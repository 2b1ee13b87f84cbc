package org.tailback.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.platformfile.PlacementText;
import org.tailback.units.ValueList;

/**
 * Options for the nodes of a run and their ranks: short forms of the placements {@code block} and {@code allocation}.
 */
public final class NodeOptions extends Options {
    private final Given<@Nullable String> ranksPerNode = text("--ranks-per-node", "P");

    private final Given<@Nullable Integer> nodes = option(Integer.class, null, "--nodes", "N");

    private final Given<@Nullable String> nodeChoice = text("--node-choice", "HOW");

    private final Given<@Nullable Path> allocation = path("--allocation", "FILE|LIST");

    /**
     * A placement.
     *
     * @param rule rule in the syntax of {@link PlacementText}; null for the platform's placement
     * @param ranksPerNode number of ranks per node; 0 if not given
     */
    public record Choice(@Nullable String rule, int ranksPerNode) {}

    public boolean areGiven() {
        return ranksPerNode.value() != null
                || nodes.value() != null
                || nodeChoice.value() != null
                || allocation.value() != null;
    }

    /**
     * Returns the placements to compare, one for each number of ranks per node.
     *
     * @param placement value of {@code --placement}; null if it is not given
     */
    public List<Choice> choices(@Nullable String placement) {
        if (!areGiven()) {
            return List.of(new Choice(placement, 0));
        }
        if (placement != null) {
            throw InputException.at(
                    "--placement " + placement,
                    "--ranks-per-node, --nodes, --node-choice and --allocation are placements, too",
                    "Leave one of them out");
        }
        List<Integer> counts =
                ranksPerNode.value() == null ? List.of(0) : ValueList.counts("--ranks-per-node", ranksPerNode.value());
        return counts.stream().map(count -> new Choice(rule(count), count)).toList();
    }

    /** Returns the only placement of {@link #choices}; several placements are an error. */
    public @Nullable String rule(@Nullable String placement) {
        List<Choice> choices = choices(placement);
        Require.that(choices.size() == 1, "--ranks-per-node", "one number", String.valueOf(ranksPerNode.value()));
        return choices.get(0).rule();
    }

    /**
     * Returns the placements of these options and of the option {@code --placement}, whose values may be lists; a
     * single null if no placement is given.
     */
    public List<@Nullable String> rules(List<String> placements) {
        List<@Nullable String> rules = new ArrayList<>();
        // a comma before KEY=VALUE, in brackets or in a file name is part of a placement
        placements.forEach(text -> rules.addAll(
                text.contains(":") && Files.exists(Path.of(text.substring(text.indexOf(':') + 1)))
                        ? List.of(text)
                        : List.of(text.split(",(?![a-z-]+=)(?![^\\[]*\\])", -1))));
        choices(null).stream().map(Choice::rule).filter(Objects::nonNull).forEach(rules::add);
        return rules.isEmpty() ? Collections.singletonList(null) : rules;
    }

    /** Returns the number of nodes used on a machine with the given number of nodes. */
    public int nodesOf(int all) {
        if (nodes.value() == null) {
            return all;
        }
        Require.that(nodes.value() <= all, "--nodes", "at most " + all + ", as the platform has", nodes.value());
        return nodes.value();
    }

    private String rule(int count) {
        Require.that(
                nodes.value() == null || nodes.value() >= 1, "--nodes", "1 or more", String.valueOf(nodes.value()));
        if (nodeChoice.value() != null) {
            PlacementText.nodeChoice(nodeChoice.value(), "--node-choice", 0);
        }
        String rule = PlacementText.ofJob(
                nodes.value() == null ? 0 : nodes.value(), count, nodeChoice.value(), allocation.value());
        return rule == null ? "block" : rule;
    }
}
