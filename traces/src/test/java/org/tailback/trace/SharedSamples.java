package org.tailback.trace;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Real traces, of which some lie beside the repository and not in it; tests that need these are skipped without them.
 */
public final class SharedSamples {
    private SharedSamples() {}

    /** The folder {@code shared} beside the repository, or the part of it that is in the repository. */
    public static Path root() {
        Path beside = Path.of(System.getProperty("tailback.shared", "../../shared"));
        return Files.isDirectory(beside) ? beside : Path.of("recorded");
    }

    /** The folder {@code traces} in it. */
    public static Path traces() {
        return root().resolve("traces");
    }

    /** A folder or file below it; the calling test is skipped if there is none. */
    public static Path require(String name) {
        Path path = traces().resolve(name);
        assumeTrue(
                Files.exists(path),
                () -> "skipped: there is no " + path + ". Set -Dtailback.shared to the shared files");
        return path;
    }

    /** All paths two levels below {@code shared/traces} whose parents have one of the names, sorted. */
    public static List<Path> below(String... names) {
        return Stream.of(names)
                .map(traces()::resolve)
                .filter(Files::isDirectory)
                .flatMap(SharedSamples::entries)
                .toList();
    }

    /** OTF2 archives; those whose reference takes seconds to read only with {@code -Pthorough}. */
    public static Stream<Path> archives() {
        return below("otf2", "otf2-bigendian", "otf2-real", "otf2-public").stream()
                .filter(folder -> Boolean.getBoolean("tailback.thorough")
                        || folder.resolve("golden-events.tsv.gz").toFile().length() < 1_000_000);
    }

    private static Stream<Path> entries(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens a text file, or its gzip twin with the suffix {@code .gz}. */
    public static BufferedReader text(Path file) throws IOException {
        Path zipped = file.resolveSibling(file.getFileName() + ".gz");
        return new BufferedReader(new InputStreamReader(
                Files.exists(file) ? Files.newInputStream(file) : new GZIPInputStream(Files.newInputStream(zipped)),
                StandardCharsets.UTF_8));
    }
}
