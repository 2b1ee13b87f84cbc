package org.tailback.study.jobs;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.random.RandomStreams;
import org.tailback.settings.Labels;
import org.tailback.settings.Suggestion;
import umontreal.ssj.rng.RandomStream;

/**
 * Choice of the nodes of a job: either named nodes or a number of free nodes that a policy chooses.
 *
 * <p>The notation is a list of numbers, ranges and node names ({@code 0-3,8,X12}), or a policy with a number of nodes
 * ({@code random:16}). The number may be omitted if it follows from the job's ranks.
 *
 * @param policy policy that chooses the nodes; null for named nodes
 * @param count number of nodes that the policy chooses; 0 for the number that the ranks require
 * @param named named nodes as written; empty with a policy
 * @param place position in the file, for messages
 */
record JobNodeChoice(@Nullable Policy policy, int count, List<String> named, String place) {
    enum Policy {
        /** The first sufficient range of consecutive free nodes; the first free nodes if there is no such range. */
        CONTIGUOUS,
        /** One node of each group (rack), in cyclic order. */
        ROUND_ROBIN,
        /** Free nodes drawn with the seed of the run. */
        RANDOM,
        /** Nodes of as few groups (racks) as possible, beginning with the group that has the most free nodes. */
        GROUP
    }

    static JobNodeChoice parse(List<String> words, String place) {
        String first = words.size() == 1 ? words.get(0).strip() : "";
        String[] parts = first.split(":", -1);
        Policy policy = Labels.find(Policy.class, parts[0]);
        if (policy != null && parts.length <= 2) {
            if (parts.length == 2 && !parts[1].matches("[1-9]\\d{0,7}")) {
                throw InputException.at(place, "expected a number of nodes, found '" + parts[1] + "'", "");
            }
            int count = parts.length == 1 ? 0 : Integer.parseInt(parts[1]);
            return new JobNodeChoice(policy, count, List.of(), place);
        }
        return new JobNodeChoice(null, 0, ImmutableList.copyOf(words), place);
    }

    /**
     * Returns the chosen nodes, in the order in which ranks fill them.
     *
     * @param needed number of nodes that the ranks require; 0 if the job has no ranks
     * @param free nodes from which a policy may choose
     * @param seed seed of random choices, combined with the job's name
     */
    int[] choose(Cluster cluster, int needed, BitSet free, long seed, String job) {
        if (policy == null) {
            return named.stream()
                    .flatMap(word -> nodes(cluster, word).stream())
                    .mapToInt(node -> node)
                    .toArray();
        }
        int wanted = count == 0 ? needed : count;
        if (wanted == 0) {
            throw InputException.at(
                    place,
                    "the number of nodes is missing",
                    "Write it after the policy, such as " + Labels.of(policy) + ":8");
        }
        if (wanted > free.cardinality()) {
            throw InputException.at(
                    place,
                    job + " needs " + wanted + " nodes, and " + free.cardinality() + " of " + cluster.nodes()
                            + " are free",
                    "Name the nodes if jobs are to share them");
        }
        return ordered(policy, cluster, wanted, free, seed, job).stream()
                .limit(wanted)
                .mapToInt(node -> node)
                .toArray();
    }

    private static List<Integer> ordered(
            Policy policy, Cluster cluster, int wanted, BitSet free, long seed, String job) {
        return switch (policy) {
            case CONTIGUOUS -> fromRow(free, wanted);
            case ROUND_ROBIN -> roundRobin(byRack(cluster, free));
            case RANDOM -> shuffled(free, RandomStreams.of(seed, "nodes of " + job));
            case GROUP ->
                byRack(cluster, free).stream()
                        .sorted((a, b) -> Integer.compare(b.size(), a.size()))
                        .flatMap(List::stream)
                        .toList();
        };
    }

    private static List<Integer> fromRow(BitSet free, int wanted) {
        int start = free.nextSetBit(0);
        while (start >= 0 && free.nextClearBit(start) - start < wanted) {
            start = free.nextSetBit(free.nextClearBit(start));
        }
        int first = Math.max(start, 0);
        return free.stream().filter(node -> node >= first).boxed().toList();
    }

    private static List<List<Integer>> byRack(Cluster cluster, BitSet free) {
        return List.copyOf(free.stream()
                .boxed()
                .collect(Collectors.groupingBy(cluster::rackOf, TreeMap::new, Collectors.toList()))
                .values());
    }

    private static List<Integer> roundRobin(List<List<Integer>> racks) {
        int longest = racks.stream().mapToInt(List::size).max().orElse(0);
        return IntStream.range(0, longest)
                .boxed()
                .flatMap(i -> racks.stream().filter(rack -> i < rack.size()).map(rack -> rack.get(i)))
                .toList();
    }

    private static List<Integer> shuffled(BitSet free, RandomStream stream) {
        List<Integer> nodes = new ArrayList<>(free.stream().boxed().toList());
        for (int i = 0; i < nodes.size() - 1; i++) {
            Collections.swap(nodes, i, stream.nextInt(i, nodes.size() - 1));
        }
        return nodes;
    }

    private List<Integer> nodes(Cluster cluster, String word) {
        List<Integer> nodes = new ArrayList<>();
        for (String part : word.split(",")) {
            String text = part.strip();
            int dash = text.indexOf('-');
            boolean range = dash > 0 && text.matches("\\d+\\s*-\\s*\\d+");
            int from = node(cluster, range ? text.substring(0, dash).strip() : text);
            int to = range ? node(cluster, text.substring(dash + 1).strip()) : from;
            if (to < from) {
                throw InputException.at(place, "the range '" + text + "' ends before it begins", "");
            }
            for (int node = from; node <= to; node++) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    private int node(Cluster cluster, String text) {
        int node = text.matches("\\d{1,9}") ? Integer.parseInt(text) : named(cluster, text);
        if (node >= cluster.nodes()) {
            throw InputException.at(
                    place,
                    "there is no node '" + text + "'",
                    "The platform has " + cluster.nodes() + " nodes: 0 to " + (cluster.nodes() - 1));
        }
        return node;
    }

    private int named(Cluster cluster, String name) {
        try {
            return cluster.nodeNamed(name);
        } catch (InputException e) {
            List<String> labels = Labels.all(Policy.class);
            boolean alone = this.named.size() == 1 && this.named.get(0).strip().equals(name);
            throw InputException.at(
                    place,
                    "nodes: " + e.getMessage(),
                    alone
                            ? Suggestion.of(name.split(":", -1)[0], labels) + "Policies: " + String.join(", ", labels)
                            : "");
        }
    }
}
