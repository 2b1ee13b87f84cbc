package org.tailback.cli.option;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.platform.Platform;
import org.tailback.platform.StatedError;
import org.tailback.platform.Use;
import org.tailback.platform.Validity;

/**
 * The origin of a platform's numbers, and the results outside their domain.
 *
 * @param platform name of the platform
 * @param basis origin of most numbers
 * @param outside differences, such as {@code 32 ranks per node (measured: 1)}; each is a warning, too
 * @param bound bound of the errors, used for verdicts if there are no intervals; null if there is no valid bound
 */
public record PlatformValidity(
        String platform,
        Validity.Basis basis,
        List<String> outside,
        @Nullable StatedError bound) {
    public PlatformValidity {
        outside = List.copyOf(outside);
        bound = outside.isEmpty() ? bound : null;
    }

    public static PlatformValidity of(String name, Platform platform, Use use) {
        return of(name, platform.validity(), platform.outside(use));
    }

    public static PlatformValidity of(String name, Validity validity, List<String> outside) {
        return of(name, validity.basis(), outside, validity.errors());
    }

    /** Returns the validity, with the first stated error that is a bound. */
    public static PlatformValidity of(
            String name, Validity.Basis basis, List<String> outside, List<StatedError> stated) {
        return new PlatformValidity(
                name,
                basis,
                outside,
                stated.stream().filter(StatedError::isBound).findFirst().orElse(null));
    }

    /** Returns the validity of each platform, with the differences of all its runs. */
    public static List<PlatformValidity> byPlatform(Collection<PlatformValidity> runs) {
        Map<String, PlatformValidity> all = new LinkedHashMap<>();
        runs.forEach(run -> all.merge(run.platform, run, PlatformValidity::and));
        return List.copyOf(all.values());
    }

    private PlatformValidity and(PlatformValidity other) {
        Set<String> both = new LinkedHashSet<>(outside);
        both.addAll(other.outside);
        return new PlatformValidity(platform, basis, List.copyOf(both), bound);
    }

    /** Returns a line of text about the differences; empty if all runs are inside the domain. */
    String text() {
        return outside.isEmpty()
                ? ""
                : "validity: " + platform + " is extrapolated: " + String.join("; ", outside) + "\n";
    }
}
