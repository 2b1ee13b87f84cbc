package org.tailback.study.sweep;

import com.google.common.hash.Funnels;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.FileErrors;
import org.tailback.platformfile.BundledPlatforms;
import org.tailback.platformfile.PlacementText;
import org.tailback.trace.Traces;

/**
 * Short fingerprints of the inputs of runs. When a sweep is resumed, they reveal rows whose input files have changed. A
 * fingerprint is the first 12 hexadecimal digits of SHA-256 over the contents of the trace, platform and placement
 * files. Every file is read once.
 */
final class Fingerprints {
    private static final int DIGITS = 12;

    private final Map<Path, String> known = new ConcurrentHashMap<>();

    /**
     * Returns the fingerprint of a run's inputs.
     *
     * @param trace file of the trace; null without a trace
     * @param platform a platform file, or the name of a built-in platform
     * @param placement text of the chosen placement, or null
     */
    String of(@Nullable Path trace, Path platform, @Nullable String placement) {
        Path placementFile = placement == null ? null : PlacementText.pathOf(placement);
        String contents = (trace == null ? "" : ofContent(trace))
                + (BundledPlatforms.isName(platform) ? BundledPlatforms.text(platform.toString()) : ofContent(platform))
                + (placementFile == null ? "" : ofContent(placementFile));
        return Hashing.sha256()
                .hashString(contents, StandardCharsets.UTF_8)
                .toString()
                .substring(0, DIGITS);
    }

    private String ofContent(Path path) {
        return known.computeIfAbsent(path, Fingerprints::read);
    }

    /**
     * Returns the fingerprint of a file, of all files in a folder with their names, or of a generated program and its
     * files.
     */
    private static String read(Path path) {
        if (Traces.isGenerated(path)) {
            return path
                    + Traces.formatOf(path, null).files(path).stream()
                            .flatMap(List::stream)
                            .map(Fingerprints::read)
                            .collect(Collectors.joining());
        }
        Hasher hasher = Hashing.sha256().newHasher();
        try (Stream<Path> walk = Files.walk(path)) {
            for (Path file : walk.filter(Files::isRegularFile)
                    .sorted(Comparator.comparing(Path::toString))
                    .toList()) {
                hasher.putString(path.relativize(file).toString() + '\n', StandardCharsets.UTF_8);
                Files.copy(file, Funnels.asOutputStream(hasher));
            }
        } catch (IOException e) {
            throw FileErrors.unreadable(path, e);
        }
        return hasher.hash().toString();
    }
}
