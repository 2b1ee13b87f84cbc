package org.tailback.platformfile;

import com.google.common.collect.ImmutableSortedSet;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;
import org.tailback.stability.Internal;

/**
 * Registry of the platform files bundled with the program, taken from {@code docs/platforms}. The name of a platform is
 * the file's name without {@code .yaml}.
 */
@Internal
public final class BundledPlatforms {
    private static final String FOLDER = "platforms/";
    private static final String EXTENSION = ".yaml";

    private BundledPlatforms() {}

    /** Returns the names of the bundled platforms, sorted. O(entries of the jar). */
    public static List<String> names() {
        String anchor = BundledPlatforms.class.getSimpleName() + ".class";
        URL url = Objects.requireNonNull(BundledPlatforms.class.getResource(anchor), anchor);
        try {
            Stream<String> entries;
            if (url.openConnection() instanceof JarURLConnection jar) {
                String folder = jar.getEntryName().replace(anchor, FOLDER);
                entries = jar.getJarFile().stream()
                        .map(entry -> entry.getName())
                        .filter(entry -> entry.startsWith(folder));
            } else {
                Path folder = Path.of(URI.create(url.toString())).resolveSibling(FOLDER);
                entries = list(folder).stream();
            }
            return entries.filter(entry -> entry.endsWith(EXTENSION))
                    .map(entry -> entry.substring(entry.lastIndexOf('/') + 1, entry.length() - EXTENSION.length()))
                    .collect(ImmutableSortedSet.toImmutableSortedSet(String::compareTo))
                    .asList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    /**
     * Returns the text of a bundled file.
     *
     * @throws InputException if there is no such name; the message lists all names and suggests the most similar one if
     *     it is similar enough
     */
    public static String text(String name) {
        String text = resource(name + EXTENSION);
        if (text == null) {
            List<String> names = names();
            throw InputException.at(
                    name,
                    "neither a platform file nor the name of a bundled platform",
                    Suggestion.of(name, names) + "Names: " + String.join(", ", names));
        }
        return text;
    }

    private static @Nullable String resource(String file) {
        try (InputStream resource = BundledPlatforms.class.getResourceAsStream(FOLDER + file)) {
            return resource == null ? null : new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the text of a table bundled with the platforms; null if no table has this name. */
    static @Nullable String table(String name) {
        return name.matches("[\\w-]+\\.csv") ? resource(name) : null;
    }

    /**
     * Returns the first line of the comment of a file, without the {@code #}; empty if the file does not begin with a
     * comment.
     */
    public static String summary(String name) {
        String first = text(name).lines().findFirst().orElse("");
        return first.startsWith("#") ? first.substring(1).strip() : "";
    }

    /**
     * Returns whether a path has the form of the name of a bundled platform: a single name without extension that is
     * not an existing file.
     */
    public static boolean isName(Path path) {
        return !path.isAbsolute()
                && path.getNameCount() == 1
                && path.toString().matches("[\\w-]+")
                && !Files.exists(path);
    }

    /**
     * Returns the path of a platform given by name or path in another file. An existing file of the folder takes
     * precedence over a name.
     *
     * @param folder base of relative paths, except those with the {@linkplain #isName form of a name}
     */
    public static Path resolve(Path folder, String text) {
        Path file = folder.resolve(text);
        return !Files.exists(file) && isName(Path.of(text)) ? Path.of(text) : file;
    }
}
