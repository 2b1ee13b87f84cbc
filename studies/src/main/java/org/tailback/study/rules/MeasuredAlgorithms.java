package org.tailback.study.rules;

import com.google.common.base.Splitter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Algorithms whose predicted times have been compared with measured ones: those of the cells of {@code docs/measured}
 * in host memory. Predictions of others may be right, but are not verified.
 */
final class MeasuredAlgorithms {
    private static final String TABLE = """
        allgather      bruck neighbour-exchange recursive-doubling ring
        allreduce      rabenseifner recursive-doubling ring
        alltoall       bruck linear ring
        bcast          binary binomial-doubling knomial scatter-allgather scatter-ring split-binary
        gather         binomial linear-sync one-by-one
        reduce         binary binomial in-order-binary linear rabenseifner
        reducescatter  recursive-halving ring
        scatter        binomial linear one-by-one
        """;

    private MeasuredAlgorithms() {}

    /** Returns the names of the compared algorithms of a kind, sorted; empty if there are none. */
    static List<String> of(Kind kind) {
        return TABLE.lines()
                .map(line -> Splitter.on(' ').omitEmptyStrings().splitToList(line))
                .filter(words -> words.get(0).equals(kind.label()))
                .findFirst()
                .map(words -> words.subList(1, words.size()))
                .orElse(List.of());
    }

    /** Returns the caveat of a comparison of two algorithms; empty if both have been compared with measurements. */
    static String caveat(Kind kind, String best, String own) {
        List<String> measured = of(kind);
        String unknown = Stream.of(best, own)
                .distinct()
                .filter(name -> !measured.contains(TunedRules.base(name)))
                .collect(Collectors.joining(" and "));
        return unknown.isEmpty() ? "" : "by prediction only, " + unknown + " never compared with a measurement";
    }
}
