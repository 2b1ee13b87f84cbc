package org.tailback.trace.otf2;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The small archives of this repository. */
final class Samples {
    /** Their names. */
    static final List<String> NAMES = List.of(
            "allevents-1",
            "allevents-1-bigendian",
            "anysource-tags-4",
            "collectives-8",
            "hybrid-2x3",
            "ring-isend-4",
            "scorep-corners-4",
            "subcomm-mapped-8",
            "subcomm-mapped-8-bigendian");

    private Samples() {}

    static Path folder(String name) {
        URL anchor = Samples.class.getResource(name + "/traces.otf2");
        try {
            return Path.of(Objects.requireNonNull(anchor, name).toURI()).getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The file of expected events, which the twins of other byte order share. */
    static Path golden(String name) {
        return folder(name.replace("-bigendian", "")).resolve("golden-events.tsv");
    }

    /** Copies an archive to a place where it can be changed; gives its files. */
    static List<Path> copy(String name, Path target) {
        Path source = folder(name);
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".tsv"))
                    .sorted()
                    .toList()) {
                Path copy = target.resolve(source.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (Stream<Path> files = Files.walk(target)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
