package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.settings.Suggestion;
import org.tailback.units.Quantity;

/** Finds the algorithms of collective operations. */
public final class CollectiveAlgorithms {
    private CollectiveAlgorithms() {}

    /** Returns those of this library and those found on the class path, sorted by name and first kind. */
    public static List<CollectiveAlgorithm> all() {
        return Found.ALL;
    }

    /** Looked for once: a selector asks for an algorithm of each kind. */
    private static final class Found {
        static final ImmutableList<CollectiveAlgorithm> ALL = find();
    }

    private static ImmutableList<CollectiveAlgorithm> find() {
        ImmutableList.Builder<CollectiveAlgorithm> found = ImmutableList.builder();
        found.addAll(Barriers.all()).addAll(Broadcasts.all()).addAll(Reductions.ofReduce());
        found.addAll(Reductions.ofAllreduce()).addAll(ReduceScatters.all()).addAll(GathersAndScatters.all());
        found.addAll(Allgathers.all())
                .addAll(Alltoalls.all())
                .addAll(Scans.all())
                .addAll(Neighbourhoods.all())
                .addAll(NcclAlgorithm.all());
        ServiceLoader.load(CollectiveAlgorithm.class, CollectiveAlgorithms.class.getClassLoader())
                .forEach(found::add);
        return ImmutableList.sortedCopyOf(
                Comparator.comparing(CollectiveAlgorithm::name)
                        .thenComparing(algorithm -> Collections.min(algorithm.kinds())),
                found.build());
    }

    /** Returns the algorithms of one kind, sorted by name. */
    public static List<CollectiveAlgorithm> of(Kind kind) {
        return all().stream()
                .filter(algorithm -> algorithm.kinds().contains(kind))
                .collect(ImmutableList.toImmutableList());
    }

    /**
     * Returns the algorithm of a kind by its name; a segment size may follow those that work with segments: {@code
     * pipeline/64KiB}.
     *
     * @throws InputException if there is none
     */
    public static CollectiveAlgorithm named(Kind kind, String name) {
        int slash = name.indexOf('/');
        String base = slash < 0 ? name : name.substring(0, slash).strip();
        List<CollectiveAlgorithm> ofKind = of(kind);
        List<String> names = ofKind.stream().map(CollectiveAlgorithm::name).toList();
        CollectiveAlgorithm found = ofKind.stream()
                .filter(algorithm -> algorithm.name().equals(base))
                .findFirst()
                .orElseThrow(() -> new InputException("Unknown algorithm '" + base + "' for " + kind.label() + ". "
                        + Suggestion.of(base, names) + "Algorithms: " + String.join(", ", names)));
        if (slash < 0) {
            return found;
        }
        double bytes = Quantity.parse(name.substring(slash + 1).strip(), Quantity.Kind.BYTES);
        if (!(found instanceof SegmentedAlgorithm segmented)) {
            throw new InputException("The algorithm '" + base + "' for " + kind.label()
                    + " does not work with segments. Write it without '" + name.substring(slash) + "'");
        }
        if (bytes < 1) {
            throw new InputException("A segment must have at least one byte, found '" + name + "'");
        }
        return segmented.withSegments((long) bytes);
    }

    /**
     * Returns the kind with a label, such as {@code allreduce}.
     *
     * @throws InputException if there is none
     */
    public static Kind kind(String label) {
        List<String> labels = Stream.of(Kind.values()).map(Kind::label).toList();
        int index = labels.indexOf(label);
        if (index < 0) {
            throw new InputException("Unknown collective operation '" + label + "'. " + Suggestion.of(label, labels)
                    + "Operations: " + String.join(", ", labels));
        }
        return Kind.values()[index];
    }
}
