package org.tailback.observe;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;
import org.tailback.stability.Beta;
import org.tailback.stability.Internal;

/** Loads of all links of a network over the time of a measurement. Immutable. */
@Beta
public final class LinkLoads {
    private final double seconds;
    private final double intervalSeconds;
    private final ImmutableMap<String, LinkLoad> byName;

    /**
     * Creates the loads of a measurement.
     *
     * @param seconds duration of the measurement, >= 0
     * @param intervalSeconds of {@link LinkLoad#overTime}, > 0
     * @param loads of links with different names, in the order of the network
     */
    public LinkLoads(double seconds, double intervalSeconds, List<LinkLoad> loads) {
        this.seconds = seconds;
        this.intervalSeconds = intervalSeconds;
        byName = Maps.uniqueIndex(loads, LinkLoad::name);
    }

    /** Returns the duration of the measurement, in seconds. */
    public double seconds() {
        return seconds;
    }

    /** Returns the length of the intervals of {@link LinkLoad#overTime}, in seconds. */
    public double intervalSeconds() {
        return intervalSeconds;
    }

    /** Returns all links, in the order of the network. */
    public List<LinkLoad> all() {
        return byName.values().asList();
    }

    /**
     * Returns the load of one link. O(1).
     *
     * @throws InputException if there is no such link
     */
    public LinkLoad of(String link) {
        LinkLoad load = byName.get(Objects.requireNonNull(link, "link"));
        if (load == null) {
            throw unknown(link, byName.keySet().asList());
        }
        return load;
    }

    /**
     * Returns the links with the highest mean loads, the highest first; equal loads are in the order of the network.
     *
     * @param links largest number of links returned, >= 0
     */
    public List<LinkLoad> top(int links) {
        Preconditions.checkArgument(links >= 0, "the number of links must be >= 0, not %s", links);
        return byName.values().stream()
                .sorted(Comparator.comparingDouble(LinkLoad::mean).reversed())
                .limit(links)
                .toList();
    }

    /** Returns the exception for the name of an unknown link, with the nearest name as a suggestion. */
    @Internal
    public static InputException unknown(String link, List<String> names) {
        return new InputException("unknown link '" + link + "'. " + Suggestion.of(link, names) + "There are "
                + names.size() + " links, from '" + names.get(0) + "' to '" + names.get(names.size() - 1) + "'");
    }
}
