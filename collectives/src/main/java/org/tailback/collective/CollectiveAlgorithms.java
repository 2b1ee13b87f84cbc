package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.settings.Suggestion;
import org.tailback.stability.Beta;
import org.tailback.units.Quantity;

/** Registry of the algorithms of collective operations. */
public final class CollectiveAlgorithms {
    private CollectiveAlgorithms() {}

    /** Returns the algorithms of this library and of the class path, sorted by name and first kind. */
    public static List<CollectiveAlgorithm> all() {
        return Found.ALL;
    }

    /** Holder of the algorithms, which are searched for once because selectors need one algorithm of each kind. */
    private static final class Found {
        static final ImmutableList<CollectiveAlgorithm> ALL = find();
    }

    private static ImmutableList<CollectiveAlgorithm> find() {
        ImmutableList.Builder<CollectiveAlgorithm> found = ImmutableList.builder();
        for (Kind kind : Kind.values()) {
            family(kind).stream()
                    .filter(algorithm -> Collections.min(algorithm.kinds()) == kind)
                    .forEach(found::add);
        }
        found.addAll(NcclAlgorithm.ALL);
        ServiceLoader.load(CollectiveAlgorithm.class, CollectiveAlgorithms.class.getClassLoader())
                .forEach(found::add);
        return ImmutableList.sortedCopyOf(
                Comparator.comparing(CollectiveAlgorithm::name)
                        .thenComparing(algorithm -> Collections.min(algorithm.kinds())),
                found.build());
    }

    /**
     * Returns the common algorithms of a kind, and possibly of similar kinds. A short run loads no other algorithms.
     */
    private static ImmutableList<CollectiveAlgorithm> family(Kind kind) {
        return switch (kind) {
            case BARRIER -> Barriers.all();
            case BCAST -> Broadcasts.all();
            case REDUCE -> Reductions.ofReduce();
            case ALLREDUCE -> Reductions.ofAllreduce();
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> ReduceScatters.all();
            case GATHER, GATHERV, SCATTER, SCATTERV -> GathersAndScatters.all();
            case ALLGATHER, ALLGATHERV -> Allgathers.all();
            case ALLTOALL, ALLTOALLV, ALLTOALLW -> Alltoalls.all();
            case SCAN, EXSCAN -> Scans.all();
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
                Neighbourhoods.all();
        };
    }

    private static Optional<CollectiveAlgorithm> find(List<CollectiveAlgorithm> among, Kind kind, String name) {
        return among.stream()
                .filter(algorithm ->
                        algorithm.name().equals(name) && algorithm.kinds().contains(kind))
                .findFirst();
    }

    /** Returns the algorithms of one kind, sorted by name. */
    public static List<CollectiveAlgorithm> of(Kind kind) {
        return all().stream()
                .filter(algorithm -> algorithm.kinds().contains(kind))
                .toList();
    }

    /**
     * Returns the algorithms of one kind that are candidates even if they are not named, sorted by name.
     *
     * @param gpus whether the ranks run on GPUs; otherwise algorithms of GPU libraries are omitted
     */
    @Beta
    public static List<CollectiveAlgorithm> offered(Kind kind, boolean gpus) {
        return of(kind).stream()
                .filter(algorithm -> gpus || !algorithm.isForGpus())
                .toList();
    }

    /**
     * Returns the algorithm of a kind by its name; a segment size may follow the names of algorithms that work with
     * segments: {@code pipeline/64KiB}.
     *
     * @throws InputException if there is no such algorithm
     */
    public static CollectiveAlgorithm named(Kind kind, String name) {
        int slash = name.indexOf('/');
        String base = slash < 0 ? name : name.substring(0, slash).strip();
        CollectiveAlgorithm found = find(family(kind), kind, base)
                .or(() -> find(all(), kind, base))
                .orElseThrow(() -> {
                    List<String> names =
                            of(kind).stream().map(CollectiveAlgorithm::name).toList();
                    return unknown("algorithm '" + base + "' for " + kind.label(), base, "Algorithms", names);
                });
        if (slash < 0) {
            return found;
        }
        double bytes = Quantity.parse(name.substring(slash + 1).strip(), Quantity.Kind.BYTES);
        if (!found.hasSegments()) {
            throw new InputException("The algorithm '" + base + "' for " + kind.label()
                    + " does not work with segments. Write it without '" + name.substring(slash) + "'");
        }
        if (bytes < 1) {
            throw new InputException("A segment must have at least one byte, found '" + name + "'");
        }
        return found.withSegments((long) bytes);
    }

    /**
     * Returns the kind with a label, such as {@code allreduce}.
     *
     * @throws InputException if there is no such kind
     */
    public static Kind kind(String label) {
        List<String> labels = Stream.of(Kind.values()).map(Kind::label).toList();
        if (!labels.contains(label)) {
            throw unknown("collective operation '" + label + "'", label, "Operations", labels);
        }
        return Kind.values()[labels.indexOf(label)];
    }

    private static InputException unknown(String what, String name, String title, List<String> names) {
        return new InputException(
                "Unknown " + what + ". " + Suggestion.of(name, names) + title + ": " + String.join(", ", names));
    }
}
