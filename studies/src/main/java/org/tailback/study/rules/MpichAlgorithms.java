package org.tailback.study.rules;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The algorithms of MPICH that selection files can name ({@code src/mpi/coll/coll_algorithms.txt}), with the conditions
 * under which each may be used, and the choices of MPICH without a file ({@code maint/tuning/coll/mpir/generic.json}
 * and the control variables whose defaults {@code MpichSelector} has).
 */
final class MpichAlgorithms {
    /**
     * MPICH's name of a collective.
     *
     * @param name as in {@code collective=…}
     * @param function as in {@code MPIR_…_intra_}
     * @param sizeKey by which size it decides
     * @param inter the algorithm of intercommunicators
     * @param algorithms MPICH's names by ours
     * @param safe the algorithm that works whatever the operator and the number of elements; empty if all do
     */
    record Known(
            String name, String function, String sizeKey, String inter, Map<String, String> algorithms, String safe) {
        /** Returns the tree of an algorithm: itself, or where it cannot be used the safe one. */
        Map<String, Object> tree(String algorithm) {
            Map<String, Object> it = leaf(algorithm);
            return switch (safe.isEmpty() || safe.equals(algorithm) ? "" : algorithm) {
                case "rabenseifner-mpich" ->
                    ImmutableMap.of(
                            "is_op_built_in=yes",
                            ImmutableMap.of("count<pow2", leaf(safe), "count=any", it),
                            "is_op_built_in=no",
                            leaf(safe));
                case "" -> it;
                default -> ImmutableMap.of("is_commutative=yes", it, "is_commutative=no", leaf(safe));
            };
        }

        private Map<String, Object> leaf(String algorithm) {
            return algorithm("MPIR_" + function + "_intra_" + algorithms.get(algorithm));
        }

        Map<String, Object> interTree() {
            return algorithm("MPIR_" + function + "_inter_" + inter);
        }
    }

    private static final String TABLE = """
        allgather     allgather  total local_gather_remote_bcast - \
        bruck-mpich=brucks recursive-doubling=recursive_doubling ring=ring
        allgatherv    allgatherv total remote_gather_local_bcast - \
        bruck-mpich=brucks recursive-doubling=recursive_doubling ring=ring
        allreduce     allreduce  avg   reduce_exchange_bcast recursive-doubling \
        recursive-doubling=recursive_doubling rabenseifner-mpich=reduce_scatter_allgather ring=ring
        alltoall      alltoall   avg   pairwise_exchange - bruck=brucks pairwise=pairwise scattered=scattered
        bcast         bcast      avg   remote_send_local_bcast - \
        binomial=binomial scatter-allgather=scatter_recursive_doubling_allgather scatter-ring=scatter_ring_allgather
        reduce        reduce     avg   local_reduce_remote_send binomial \
        binomial=binomial rabenseifner-mpich=reduce_scatter_gather
        reducescatter reduce_scatter total remote_reduce_local_scatter recursive-doubling \
        pairwise=pairwise recursive-doubling=recursive_doubling recursive-halving=recursive_halving
        reducescatterblock reduce_scatter_block total remote_reduce_local_scatter recursive-doubling \
        pairwise=pairwise recursive-doubling=recursive_doubling recursive-halving=recursive_halving
        """;

    private MpichAlgorithms() {}

    private static Map<String, Object> algorithm(String name) {
        return ImmutableMap.of("algorithm=" + name, ImmutableMap.of());
    }

    private static Map<Kind, Known> known() {
        Map<Kind, Known> known = new EnumMap<>(Kind.class);
        TABLE.lines().forEach(line -> {
            List<String> words = Splitter.on(' ').omitEmptyStrings().splitToList(line);
            Map<String, String> algorithms = new TreeMap<>();
            for (String pair : words.subList(5, words.size())) {
                algorithms.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
            }
            String name = words.get(1);
            known.put(
                    CollectiveAlgorithms.kind(words.get(0)),
                    new Known(
                            name,
                            name.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + name.substring(1),
                            words.get(2) + "_msg_size",
                            words.get(3),
                            algorithms,
                            words.get(4).equals("-") ? "" : words.get(4)));
        });
        return known;
    }

    static Known of(Kind kind) {
        Map<Kind, Known> all = known();
        Known known = all.get(kind);
        if (known == null) {
            throw InputException.at(
                    "--decision-rules",
                    "there are no selection files of MPICH for " + kind.label(),
                    "There are for "
                            + all.keySet().stream().map(Kind::label).sorted().collect(Collectors.joining(", ")));
        }
        return known;
    }

    /** Returns MPICH's choices without a file, for communicators of any size. */
    static Map<String, Object> own(Kind kind) {
        Known known = of(kind);
        Map<String, Object> tree = new LinkedHashMap<>();
        String size = known.sizeKey();
        switch (kind) {
            case ALLGATHER, ALLGATHERV -> {
                tree.put("comm_size=pow2", upTo(known, size, 524_287, "recursive-doubling", "ring"));
                tree.put("comm_size=any", upTo(known, size, 81_919, "bruck-mpich", "ring"));
            }
            case ALLREDUCE -> tree.putAll(upTo(known, size, 2_048, "recursive-doubling", "rabenseifner-mpich"));
            case REDUCE -> tree.putAll(upTo(known, size, 2_048, "binomial", "rabenseifner-mpich"));
            case ALLTOALL -> {
                tree.put("comm_size<=7", upTo(known, size, 32_768, "scattered", "pairwise"));
                Map<String, Object> large = new LinkedHashMap<>();
                large.put(size + "<=256", known.tree("bruck"));
                large.putAll(upTo(known, size, 32_768, "scattered", "pairwise"));
                tree.put("comm_size=any", large);
            }
            case BCAST -> {
                tree.put("comm_size<=7", known.tree("binomial"));
                Map<String, Object> powers = new LinkedHashMap<>();
                powers.put(size + "<=12287", known.tree("binomial"));
                powers.putAll(upTo(known, size, 524_287, "scatter-allgather", "scatter-ring"));
                tree.put("comm_size=pow2", powers);
                tree.put("comm_size=any", upTo(known, size, 12_287, "binomial", "scatter-ring"));
            }
            default -> tree.putAll(upTo(known, size, 524_287, "recursive-halving", "pairwise"));
        }
        return tree;
    }

    private static Map<String, Object> upTo(Known known, String size, int bytes, String small, String large) {
        return ImmutableMap.of(size + "<=" + bytes, known.tree(small), size + "=any", known.tree(large));
    }
}
