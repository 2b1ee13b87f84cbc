package org.tailback.cli.option;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tailback.platform.Platform;
import org.tailback.platform.Use;
import org.tailback.platform.Validity;

/**
 * What the numbers of a platform come from, and where results leave what they hold for.
 *
 * @param platform its name
 * @param basis what most numbers come from
 * @param outside differences, such as {@code 32 ranks a node (measured: 1)}; each is a warning, too
 */
public record PlatformValidity(String platform, Validity.Basis basis, List<String> outside) {
    public PlatformValidity {
        outside = List.copyOf(outside);
    }

    public static PlatformValidity of(String name, Platform platform, Use use) {
        return new PlatformValidity(name, platform.validity().basis(), platform.outside(use));
    }

    /** Returns one for each platform, with the differences of all its runs. */
    public static List<PlatformValidity> byPlatform(Collection<PlatformValidity> runs) {
        Map<String, Validity.Basis> basis = new LinkedHashMap<>();
        Map<String, Set<String>> outside = new LinkedHashMap<>();
        for (PlatformValidity run : runs) {
            basis.putIfAbsent(run.platform, run.basis);
            outside.computeIfAbsent(run.platform, name -> new LinkedHashSet<>()).addAll(run.outside);
        }
        return basis.entrySet().stream()
                .map(entry -> new PlatformValidity(
                        entry.getKey(), entry.getValue(), List.copyOf(outside.getOrDefault(entry.getKey(), Set.of()))))
                .toList();
    }

    /** Returns a line for people; empty inside. */
    String text() {
        return outside.isEmpty()
                ? ""
                : "validity: " + platform + " is extrapolated: " + String.join("; ", outside) + "\n";
    }
}
