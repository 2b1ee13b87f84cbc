package org.tailback.study.sweep;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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
 * Short fingerprints of a run's inputs, so that rows of other files are noticed when a sweep is resumed:
 * the first 12 hexadecimal digits of SHA-256 over the contents of trace, platform file and placement file. Every file
 * is read once.
 */
final class Fingerprints {
    private static final int DIGITS = 12;

    private final Map<Path, String> known = new ConcurrentHashMap<>();

    /**
     * Returns the fingerprint of a run's inputs.
     *
     * @param trace or null
     * @param platform a file, or the name of one that comes with the program
     * @param placement as it was chosen, or null
     */
    String of(@Nullable Path trace, Path platform, @Nullable String placement) {
        MessageDigest digest = sha256();
        digest.update(bytes(trace == null ? "" : ofContent(trace)));
        digest.update(bytes(
                BundledPlatforms.isName(platform) ? BundledPlatforms.text(platform.toString()) : ofContent(platform)));
        Path placementFile = placement == null ? null : PlacementText.pathOf(placement);
        if (placementFile != null) {
            digest.update(bytes(ofContent(placementFile)));
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
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
        MessageDigest digest = sha256();
        try (Stream<Path> walk = Files.walk(path)) {
            List<Path> files = walk.filter(Files::isRegularFile)
                    .sorted((a, b) -> a.toString().compareTo(b.toString()))
                    .toList();
            byte[] buffer = new byte[1 << 16];
            for (Path file : files) {
                digest.update(bytes(path.relativize(file).toString() + '\n'));
                try (InputStream in = Files.newInputStream(file)) {
                    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                        digest.update(buffer, 0, count);
                    }
                }
            }
        } catch (IOException e) {
            throw FileErrors.unreadable(path, e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
