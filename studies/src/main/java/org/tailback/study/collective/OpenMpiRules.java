package org.tailback.study.collective;

import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.units.Quantity;

/**
 * The fastest algorithms of a study as a file of rules that Open MPI's component coll/tuned reads:
 *
 * <pre>mpirun --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename FILE …</pre>
 *
 * <p>A rule holds for communicators from its number of ranks to the next, and for messages from its size to the next;
 * the rule of the smallest size of the study also holds below. Smaller communicators keep Open MPI's own decisions.
 * Sizes are counted as tuned counts them when it looks a rule up ({@code coll_tuned_decision_dynamic.c}): for alltoall,
 * allgather, gather, scatter and both reduce_scatters the block times the number of ranks, for barrier and alltoallv
 * always 0, so that the rule of the largest size of the study counts there. Numbers of algorithms are those of Open MPI
 * 4.1 ({@code ompi_info --param coll tuned --level 9}); the corresponding algorithm here is named by the class that
 * follows its decisions, {@code OpenMpiSelector}. Numbers of collectives: {@code COLLTYPE} of {@code
 * coll_base_functions.h}.
 */
public final class OpenMpiRules {
    private record Known(int collective, boolean perRank, Map<String, Integer> algorithms) {}

    /**
     * Kind, its number, whether sizes are counted in blocks of all ranks or as they are, numbers and names of
     * algorithms.
     */
    private static final String TABLE = """
        allgather            0 blocks 1 gather-broadcast 2 bruck 3 recursive-doubling 4 ring 5 neighbour-exchange
        allgatherv           1 bytes  1 gather-broadcast 2 bruck 3 ring 4 neighbour-exchange
        allreduce            2 bytes  1 linear 2 reduce-broadcast 3 recursive-doubling 4 ring 6 rabenseifner
        alltoall             3 blocks 1 linear 2 ring 3 bruck
        alltoallv            4 bytes  1 linear 2 ring
        barrier              6 bytes  1 linear 2 double-ring 3 recursive-doubling 4 dissemination 6 tree
        bcast                7 bytes  1 linear 2 chain 3 pipeline 4 split-binary 5 binary 6 binomial-doubling 7 knomial \
        8 scatter-allgather 9 scatter-ring
        gather               9 blocks 1 one-by-one 2 binomial 3 linear-sync
        reduce              11 bytes  1 linear 2 chain 3 pipeline 4 binary 5 binomial 6 in-order-binary 7 rabenseifner
        reducescatter       12 blocks 1 reduce-scatterv 2 recursive-halving 3 ring 4 butterfly
        reducescatterblock  13 blocks 2 recursive-doubling 3 recursive-halving 4 butterfly
        scatter             15 blocks 1 one-by-one 2 binomial 3 linear
        """;

    private static final Map<Kind, Known> KNOWN = known();

    private OpenMpiRules() {}

    private static Map<Kind, Known> known() {
        Map<Kind, Known> known = new EnumMap<>(Kind.class);
        TABLE.lines().forEach(line -> {
            List<String> words = Splitter.on(' ').omitEmptyStrings().splitToList(line);
            Map<String, Integer> algorithms = new TreeMap<>();
            for (int i = 3; i < words.size(); i += 2) {
                algorithms.put(words.get(i + 1), Integer.parseInt(words.get(i)));
            }
            known.put(
                    CollectiveAlgorithms.kind(words.get(0)),
                    new Known(Integer.parseInt(words.get(1)), words.get(2).equals("blocks"), algorithms));
        });
        return known;
    }

    /**
     * Returns the algorithms of a kind that Open MPI has too, sorted; segments may be added to their names.
     *
     * @throws InputException if tuned decides this kind by no rule that a study could give
     */
    public static List<String> algorithms(Kind kind) {
        return of(kind).algorithms().keySet().stream().sorted().toList();
    }

    private static Known of(Kind kind) {
        Known known = KNOWN.get(kind);
        if (known == null) {
            throw InputException.at(
                    "--decision-rules",
                    "Open MPI's coll/tuned takes no rules by size for " + kind.label(),
                    "It does for "
                            + KNOWN.keySet().stream().map(Kind::label).sorted().collect(Collectors.joining(", ")));
        }
        return known;
    }

    /**
     * Returns the file's text.
     *
     * @param rows of one network and one strength of jitter; algorithms that Open MPI does not have are left out
     * @param comments lines for its head
     * @throws InputException if there are several networks, or none of the algorithms is one of Open MPI's
     */
    public static String text(Kind kind, List<CollectiveRow> rows, List<String> comments) {
        Known known = of(kind);
        if (rows.stream()
                        .map(row -> row.variant() + row.jitterScale())
                        .distinct()
                        .count()
                > 1) {
            throw InputException.at(
                    "--decision-rules", "a file has the rules of one network", "Give one loss model and one jitter");
        }
        Map<Integer, TreeMap<Long, CollectiveRow>> best = new TreeMap<>();
        for (CollectiveRow row : rows) {
            if (known.algorithms().containsKey(base(row.algorithm()))) {
                best.computeIfAbsent(row.ranks(), key -> new TreeMap<>())
                        .merge(
                                row.bytes(),
                                row,
                                (a, b) -> b.times().mean() < a.times().mean() ? b : a);
            }
        }
        if (best.isEmpty()) {
            throw InputException.at(
                    "--decision-rules",
                    "none of these algorithms is one of Open MPI's",
                    "It has " + String.join(", ", algorithms(kind)));
        }
        List<String> lines = new ArrayList<>();
        comments.forEach(comment -> lines.add("# " + comment.replace('\n', ' ')));
        lines.add("1 # number of collectives");
        lines.add(known.collective() + " # " + kind.label());
        lines.add(best.size() + " # number of communicator sizes");
        best.forEach((ranks, bySize) -> rules(kind, known, ranks, List.copyOf(bySize.values()), lines));
        return String.join("\n", lines) + "\n";
    }

    private static void rules(Kind kind, Known known, int ranks, List<CollectiveRow> bySize, List<String> lines) {
        List<CollectiveRow> changes = new ArrayList<>();
        boolean sizeless = kind == Kind.BARRIER || kind == Kind.ALLTOALLV;
        for (CollectiveRow row : sizeless ? List.of(bySize.get(bySize.size() - 1)) : bySize) {
            if (changes.isEmpty()
                    || !changes.get(changes.size() - 1).algorithm().equals(row.algorithm())) {
                changes.add(row);
            }
        }
        changes.sort(Comparator.comparing(CollectiveRow::bytes));
        lines.add(ranks + " # ranks or more");
        lines.add(changes.size() + " # number of message sizes");
        for (int i = 0; i < changes.size(); i++) {
            CollectiveRow row = changes.get(i);
            long size = i == 0 ? 0 : known.perRank() ? Math.multiplyExact(row.bytes(), ranks) : row.bytes();
            int number = known.algorithms().getOrDefault(base(row.algorithm()), 0);
            // the fan-out counts for chains only: ours are four
            String fanOut = base(row.algorithm()).equals("chain") ? " 4 " : " 0 ";
            lines.add(size + " " + number + fanOut + segment(row.algorithm()) + " # " + row.algorithm());
        }
    }

    /** Returns the name of an algorithm without its size of segments. */
    public static String base(String algorithm) {
        int slash = algorithm.indexOf('/');
        return slash < 0 ? algorithm : algorithm.substring(0, slash).strip();
    }

    private static long segment(String algorithm) {
        int slash = algorithm.indexOf('/');
        return slash < 0
                ? 0
                : (long) Quantity.parse(algorithm.substring(slash + 1).strip(), Quantity.Kind.BYTES);
    }
}
