package org.tailback.study.rules;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.settings.Suggestion;
import org.tailback.units.Quantity;

/**
 * Format of the dynamic rules file of Open MPI's component coll/tuned ({@code coll_tuned_dynamic_file.c}): numbers,
 * with comments after {@code #}. A rule applies to communicators from its number of ranks up to the next number in the
 * file, and to messages from its size up to the next size. Smaller communicators and cells without a rule (algorithm 0)
 * keep Open MPI's own decisions.
 *
 * <p>Version 2, for releases 5.0.7 and later, begins with the version number and has a fifth number in each rule: the
 * largest number of requests in flight, or 0 for no limit.
 *
 * <p>Sizes are counted as in tuned's lookup of a rule ({@code coll_tuned_decision_dynamic.c}). For alltoall, allgather,
 * gather, scatter and both reduce_scatters, the size is the block size times the number of ranks. For barrier and
 * alltoallv it is always 0, so the largest size of the study applies. Algorithms have the numbers of Open MPI 4.1
 * ({@code ompi_info --param coll tuned --level 9}) and later releases. The selector {@code openmpi}, which follows Open
 * MPI's decisions, uses Tailback's names of the algorithms. Collectives have the numbers of {@code COLLTYPE} in {@code
 * coll_base_functions.h}.
 */
public record TunedRules(boolean hasVersion) {
    private record Known(int collective, boolean perRank, Map<String, Integer> algorithms, Set<String> measured) {}

    /**
     * Table of kinds: the kind, its number, the unit of sizes (blocks of all ranks, or bytes), and numbers and names of
     * algorithms. An asterisk marks algorithms whose predictions were compared with the measurements in host memory of
     * {@code docs/measured}; predictions of other algorithms are not verified.
     */
    private static final String TABLE = """
        allgather            0 blocks 1 gather-broadcast 2 bruck* 3 recursive-doubling* 4 ring* 5 neighbour-exchange*
        allgatherv           1 bytes  1 gather-broadcast 2 bruck 3 ring 4 neighbour-exchange
        allreduce            2 bytes  1 linear 2 reduce-broadcast 3 recursive-doubling* 4 ring* 6 rabenseifner*
        alltoall             3 blocks 1 linear* 2 ring* 3 bruck*
        alltoallv            4 bytes  1 linear 2 ring
        barrier              6 bytes  1 linear 2 double-ring 3 recursive-doubling 4 dissemination 6 tree
        bcast                7 bytes  1 linear 2 chain 3 pipeline 4 split-binary* 5 binary* 6 binomial-doubling* \
        7 knomial* 8 scatter-allgather* 9 scatter-ring*
        gather               9 blocks 1 one-by-one* 2 binomial* 3 linear-sync*
        reduce              11 bytes  1 linear* 2 chain 3 pipeline 4 binary* 5 binomial* 6 in-order-binary* \
        7 rabenseifner*
        reducescatter       12 blocks 1 reduce-scatterv 2 recursive-halving* 3 ring* 4 butterfly
        reducescatterblock  13 blocks 2 recursive-doubling 3 recursive-halving 4 butterfly
        scatter             15 blocks 1 one-by-one* 2 binomial* 3 linear*
        """;

    private static final List<String> NAMES = List.of("openmpi", "openmpi-2");

    private static final Map<Kind, Known> KNOWN = known();

    /**
     * Returns the format with a name: {@code openmpi}, or {@code openmpi-2}, which begins with a version number.
     *
     * @throws InputException if there is no format with the name
     */
    public static TunedRules named(String name) {
        if (List.of("han", "openmpi-json", "mpich").contains(name)) {
            throw InputException.at(
                    "--rules-format", "'" + name + "' is no longer written", "Open MPI reads openmpi and openmpi-2");
        }
        if (!NAMES.contains(name)) {
            throw InputException.at(
                    "--rules-format",
                    "unknown format '" + name + "'",
                    Suggestion.of(name, NAMES) + "Valid: " + String.join(", ", NAMES));
        }
        return new TunedRules(name.equals(NAMES.get(1)));
    }

    /** Returns the name of an algorithm without its segment size. */
    public static String base(String algorithm) {
        int slash = algorithm.indexOf('/');
        return slash < 0 ? algorithm : algorithm.substring(0, slash).strip();
    }

    /**
     * Returns the algorithms of a kind that Open MPI has, sorted; segment sizes may be added to their names.
     *
     * @throws InputException if Open MPI does not read rules for this kind
     */
    static List<String> algorithms(Kind kind) {
        return List.copyOf(of(kind).algorithms().keySet());
    }

    /** Returns the algorithms of a kind whose predicted times were compared with measured times, sorted. */
    static Set<String> measured(Kind kind) {
        Known known = KNOWN.get(kind);
        return known == null ? Set.of() : known.measured();
    }

    /** Returns in one line the options with which Open MPI uses a rules file. */
    public String usage() {
        return "for Open MPI " + (hasVersion ? "5.0.7 or later" : "4.1 or 5.0")
                + ": --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename FILE";
    }

    /**
     * Returns the file's text.
     *
     * @param comments lines at the head of the file
     * @throws InputException if the format cannot distinguish the cells
     */
    public String text(DecisionRules rules, List<String> comments) {
        Kind kind = rules.kind();
        Map<Integer, List<RuleCell>> bySize = rules.bySize();
        List<String> lines = new ArrayList<>();
        if (hasVersion) {
            lines.add("rule-file-version-2"); // the version precedes all comments because Open MPI reads it first
        }
        comments.forEach(comment -> lines.add("# " + comment.replace('\n', ' ')));
        lines.add("1 # number of collectives");
        lines.add(of(kind).collective() + " # " + kind.label());
        lines.add(bySize.size() + " # number of communicator sizes");
        bySize.forEach((ranks, all) -> {
            List<RuleCell> cells = distinct(kind, all);
            lines.add(ranks + " # ranks or more, " + cells.get(0).ranksPerNode() + " per node");
            lines.add(cells.size() + " # number of message sizes");
            for (int i = 0; i < cells.size(); i++) {
                RuleCell cell = cells.get(i);
                lines.add(from(kind, cells, i) + " " + number(kind, cell) + " "
                        + fanOut(cell) + " " + segment(cell)
                        + (hasVersion ? " 0" : "") + " # " + cell.comment());
            }
        });
        return String.join("\n", lines) + "\n";
    }

    private static Map<Kind, Known> known() {
        Map<Kind, Known> known = new EnumMap<>(Kind.class);
        TABLE.lines().forEach(line -> {
            List<String> words = Splitter.on(' ').omitEmptyStrings().splitToList(line);
            Map<String, Integer> algorithms = new TreeMap<>();
            Set<String> measured = new TreeSet<>();
            for (int i = 3; i < words.size(); i += 2) {
                String name = CharMatcher.is('*').trimTrailingFrom(words.get(i + 1));
                algorithms.put(name, Integer.parseInt(words.get(i)));
                if (!name.equals(words.get(i + 1))) {
                    measured.add(name);
                }
            }
            known.put(
                    CollectiveAlgorithms.kind(words.get(0)),
                    new Known(Integer.parseInt(words.get(1)), words.get(2).equals("blocks"), algorithms, measured));
        });
        return known;
    }

    private static Known of(Kind kind) {
        Known known = KNOWN.get(kind);
        if (known == null) {
            throw InputException.at(
                    "--decision-rules",
                    "Open MPI's coll/tuned does not read rules by size for " + kind.label(),
                    "It reads rules for "
                            + KNOWN.keySet().stream().map(Kind::label).sorted().collect(Collectors.joining(", ")));
        }
        return known;
    }

    /** Returns the number of the algorithm that a cell chooses; 0 without a rule. */
    static int number(Kind kind, RuleCell cell) {
        return cell.isRule() ? of(kind).algorithms().getOrDefault(base(cell.best()), 0) : 0;
    }

    /** Returns the fan-out of a cell's algorithm. The fan-out applies to chains only; Tailback uses four chains. */
    private static int fanOut(RuleCell cell) {
        return cell.isRule() && base(cell.best()).equals("chain") ? 4 : 0;
    }

    /** Returns the segment size of a cell's algorithm in bytes, 0 for none. */
    private static long segment(RuleCell cell) {
        int slash = cell.best().indexOf('/');
        return !cell.isRule() || slash < 0
                ? 0
                : (long) Quantity.parse(cell.best().substring(slash + 1).strip(), Quantity.Kind.BYTES);
    }

    /** Returns the cells of one communicator that tuned can distinguish, in the order of their sizes. */
    private static List<RuleCell> distinct(Kind kind, List<RuleCell> cells) {
        boolean isSizeless = kind == Kind.BARRIER || kind == Kind.ALLTOALLV;
        return isSizeless ? cells.subList(cells.size() - 1, cells.size()) : cells;
    }

    /**
     * Returns the smallest size, as counted by tuned, to which the i-th cell of a communicator applies; 0 for the first
     * cell.
     */
    private static long from(Kind kind, List<RuleCell> cells, int i) {
        RuleCell cell = cells.get(i);
        return i == 0 ? 0 : of(kind).perRank() ? Math.multiplyExact(cell.bytes(), cell.ranks()) : cell.bytes();
    }
}
