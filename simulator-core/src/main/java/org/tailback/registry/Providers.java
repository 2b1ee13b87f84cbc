package org.tailback.registry;

import com.google.common.collect.ImmutableList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;

/** Providers of one sort by their names. */
final class Providers<P> {
    private final String sort;
    private final SortedMap<String, P> byName;
    private final ImmutableList<Description> descriptions;

    /**
     * @param sort what they provide, for messages
     * @throws IllegalArgumentException if two have the same name
     */
    Providers(String sort, Iterable<P> providers, Function<P, Description> describe) {
        this.sort = sort;
        TreeMap<String, P> sorted = new TreeMap<>();
        TreeMap<String, Description> described = new TreeMap<>();
        for (P provider : providers) {
            Description description = describe.apply(provider);
            String name = description.name();
            described.put(name, description);
            P other = sorted.put(name, provider);
            if (other != null) {
                throw new IllegalArgumentException("two providers of the " + sort + " '" + name + "': "
                        + other.getClass().getName() + " and "
                        + provider.getClass().getName());
            }
        }
        this.byName = Collections.unmodifiableSortedMap(sorted);
        this.descriptions = ImmutableList.copyOf(described.values());
    }

    List<Description> descriptions() {
        return descriptions;
    }

    P named(String name, String place) {
        P provider = byName.get(name);
        if (provider == null) {
            throw InputException.at(
                    place,
                    "unknown " + sort + " '" + name + "'",
                    Suggestion.of(name, byName.keySet()) + "Valid: "
                            + (byName.isEmpty()
                                    ? "none, as no provider is on the class path"
                                    : String.join(", ", byName.keySet())));
        }
        return provider;
    }
}
