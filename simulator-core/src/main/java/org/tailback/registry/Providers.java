package org.tailback.registry;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.List;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;

/** Providers of models of one kind by their names. */
final class Providers<M, P extends ModelProvider<M>> {
    private static final Logger LOG = LoggerFactory.getLogger(Registry.class);

    private final String sort;
    private final ImmutableSortedMap<String, P> byName;

    /**
     * Creates the set of providers.
     *
     * @param sort name of the kind of models, for messages
     * @throws IllegalArgumentException if two providers have the same name
     */
    Providers(String sort, Iterable<P> providers) {
        this.sort = sort;
        TreeMap<String, P> sorted = new TreeMap<>();
        for (P provider : providers) {
            String name = provider.description().name();
            P other = sorted.put(name, provider);
            if (other != null) {
                throw new IllegalArgumentException("two providers of the " + sort + " '" + name + "': "
                        + other.getClass().getName() + " and "
                        + provider.getClass().getName());
            }
        }
        byName = ImmutableSortedMap.copyOfSorted(sorted);
    }

    /** Returns the descriptions, sorted by name. */
    List<Description> descriptions() {
        return byName.values().stream().map(ModelProvider::description).collect(ImmutableList.toImmutableList());
    }

    P named(String name, String place) {
        P provider = byName.get(name);
        if (provider == null) {
            throw InputException.at(
                    place,
                    "unknown " + sort + " '" + name + "'",
                    Suggestion.of(name, byName.keySet()) + "Valid: "
                            + (byName.isEmpty()
                                    ? "none (no provider is on the class path)"
                                    : String.join(", ", byName.keySet())));
        }
        return provider;
    }

    Description describe(String name, String place) {
        return named(name, place).description();
    }

    M make(ModelChoice choice) {
        P provider = named(choice.name(), choice.place());
        Description description = provider.description();
        Settings settings = choice.settings();
        LOG.debug("Model {} with {}", description.name(), settings);
        description.retired().forEach((key, remedy) -> {
            if (settings.has(key)) {
                throw settings.problem(key, "'" + key + "' of " + description.name() + " is retired", remedy);
            }
        });
        settings.rejectUnknown(
                description.parameters().stream().map(Parameter::name).toList());
        return provider.create(settings);
    }
}
