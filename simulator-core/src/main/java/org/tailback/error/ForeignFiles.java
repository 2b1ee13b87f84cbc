package org.tailback.error;

import com.google.common.io.Resources;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.tailback.stability.Internal;

/**
 * Catalogue of files of other programs that users may confuse with a trace or a platform: their names, and the
 * alternatives.
 */
@Internal
public final class ForeignFiles {
    private static final int LEADING_BYTES = 8192;

    private static final String RECORD =
            "Record the program with Score-P (OTF2), or convert the trace with its own tools";

    /**
     * A kind of file.
     *
     * @param isNamed whether the pattern applies to file names; otherwise it applies to the leading bytes
     */
    private record Kind(boolean isNamed, Pattern pattern, String description, String remedy) {
        /** Reads a paragraph of three lines: {@code name} or {@code content} with a pattern; description; remedy. */
        static Kind of(String paragraph) {
            List<String> lines = paragraph.lines().toList();
            String[] words = lines.get(0).split(" ", 2);
            return new Kind(words[0].equals("name"), Pattern.compile(words[1]), lines.get(1), lines.get(2));
        }

        boolean matches(String name, String content) {
            return isNamed
                    ? pattern.matcher(name).matches()
                    : pattern.matcher(content).find();
        }
    }

    private static final List<Kind> KINDS = kinds();

    private ForeignFiles() {}

    private static List<Kind> kinds() {
        try {
            URL table = Resources.getResource(ForeignFiles.class, "foreign-files.txt");
            return Stream.of(Resources.toString(table, StandardCharsets.UTF_8).split("\n\n"))
                    .map(Kind::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Rejects a file or folder that belongs to another program. Reads at most 8 KiB. */
    public static void refuse(Path path) {
        advice(path).ifPresent(text -> {
            throw new InputException(path + ": " + text);
        });
    }

    /** Returns the kind of a file or folder and a remedy, in one line; empty if the kind is unknown. */
    public static Optional<String> advice(Path path) {
        String name = String.valueOf(path.toAbsolutePath().normalize().getFileName());
        if (Files.isDirectory(path)) {
            return folder(path, name);
        }
        if (!Files.isRegularFile(path)) {
            return Optional.empty();
        }
        String content;
        try {
            content = beginning(path);
        } catch (IOException e) {
            return Optional.empty();
        }
        for (Kind kind : KINDS) {
            if (kind.matches(name, content)) {
                return Optional.of("found " + kind.description + ". " + kind.remedy);
            }
        }
        Path folder = path.toAbsolutePath().normalize().getParent();
        return name.matches("\\d+\\.(evt|def|snap|thumb)|.*\\.def") && folder != null
                ? partOfArchive(folder)
                : Optional.empty();
    }

    /** Returns the leading bytes, decompressed if the file is a gzip file. */
    private static String beginning(Path path) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
            in.mark(2);
            boolean isPacked = in.read() == 0x1f && in.read() == 0x8b;
            in.reset();
            InputStream content = isPacked ? new GZIPInputStream(in) : in;
            return new String(content.readNBytes(LEADING_BYTES), StandardCharsets.ISO_8859_1);
        }
    }

    private static Optional<String> folder(Path path, String name) {
        List<String> names = names(path);
        if (names.contains("experiment.xml")
                || names.containsAll(List.of("meta.db", "profile.db"))
                || names.stream().anyMatch(each -> each.endsWith(".hpcrun"))) {
            return Optional.of(
                    "found a database or measurement of HPCToolkit, which cannot be read: it contains samples, not"
                            + " messages. " + RECORD);
        }
        boolean ofArchive = name.equals("traces") || names.stream().anyMatch(each -> each.matches("\\d+\\.evt"));
        return ofArchive ? partOfArchive(path) : Optional.empty();
    }

    /** Returns the advice for an event file in the folder of the anchor file or in a subfolder. */
    private static Optional<String> partOfArchive(Path folder) {
        Path outer = folder.toAbsolutePath().normalize().getParent();
        for (Path place : outer == null ? List.of(folder) : Arrays.asList(folder, outer)) {
            Optional<String> anchor = names(place).stream()
                    .filter(each -> each.endsWith(".otf2"))
                    .sorted()
                    .findFirst();
            if (anchor.isPresent()) {
                return Optional.of("found a part of an OTF2 archive. Name the archive: " + place.resolve(anchor.get()));
            }
        }
        return Optional.empty();
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> String.valueOf(entry.getFileName())).toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
