package org.tailback.registry;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;

/** Providers of models of one sort by their names. */
final class Providers<P, M> {
    private static final Logger LOG = LoggerFactory.getLogger(Registry.class);

    private final String sort;
    private final Function<P, Description> describe;
    private final BiFunction<P, Settings, M> create;
    private final ImmutableSortedMap<String, P> byName;

    /**
     * @param sort name of the provided models, for messages
     * @throws IllegalArgumentException if two have the same name
     */
    Providers(
            String sort, Iterable<P> providers, Function<P, Description> describe, BiFunction<P, Settings, M> create) {
        this.sort = sort;
        this.describe = describe;
        this.create = create;
        TreeMap<String, P> sorted = new TreeMap<>();
        for (P provider : providers) {
            String name = describe.apply(provider).name();
            P other = sorted.put(name, provider);
            if (other != null) {
                throw new IllegalArgumentException("two providers of the " + sort + " '" + name + "': "
                        + other.getClass().getName() + " and "
                        + provider.getClass().getName());
            }
        }
        byName = ImmutableSortedMap.copyOfSorted(sorted);
    }

    /** Returns the descriptions in the order of their names. */
    List<Description> descriptions() {
        return byName.values().stream().map(describe).collect(ImmutableList.toImmutableList());
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

    Description describe(String name, String place) {
        return describe.apply(named(name, place));
    }

    M make(ModelChoice choice) {
        P provider = named(choice.name(), choice.place());
        Description description = describe.apply(provider);
        Settings settings = choice.settings();
        LOG.debug("Model {} with {}", description.name(), settings);
        description.retired().forEach((key, remedy) -> {
            if (settings.has(key)) {
                throw settings.problem(key, "'" + key + "' of " + description.name() + " is retired", remedy);
            }
        });
        settings.rejectUnknown(
                description.parameters().stream().map(Parameter::name).toList());
        return create.apply(provider, settings);
    }
}
