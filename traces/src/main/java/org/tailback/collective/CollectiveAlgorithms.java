package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.settings.Suggestion;

/** Finds the algorithms of collective operations. */
public final class CollectiveAlgorithms {
    private CollectiveAlgorithms() {}

    /** All algorithms found on the class path, sorted by name and class. */
    public static List<CollectiveAlgorithm> all() {
        return ServiceLoader.load(CollectiveAlgorithm.class, CollectiveAlgorithms.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(CollectiveAlgorithm::name)
                        .thenComparing(algorithm -> algorithm.getClass().getName()))
                .collect(ImmutableList.toImmutableList());
    }

    /** The algorithms of one kind, sorted by name. */
    public static List<CollectiveAlgorithm> of(Kind kind) {
        return all().stream()
                .filter(algorithm -> algorithm.kinds().contains(kind))
                .collect(ImmutableList.toImmutableList());
    }

    /**
     * The algorithm of a kind by its name.
     *
     * @throws InputException if there is none
     */
    public static CollectiveAlgorithm named(Kind kind, String name) {
        List<CollectiveAlgorithm> ofKind = of(kind);
        List<String> names = ofKind.stream().map(CollectiveAlgorithm::name).toList();
        return ofKind.stream()
                .filter(algorithm -> algorithm.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InputException("Unknown algorithm '" + name + "' for " + kind.label() + ". "
                        + Suggestion.of(name, names) + "Algorithms: " + String.join(", ", names)));
    }
}
