package org.tailback.trace;

import com.google.common.collect.ImmutableList;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;
import org.tailback.stability.Beta;
import org.tailback.trace.io.FileSource;
import org.tailback.trace.io.SourceStream;

/** First bytes of a file, or names of the entries of a folder, from which a format is recognised. Immutable. */
public final class TraceSample {
    /** Number of leading bytes in a sample. */
    public static final int LEADING_BYTES = 8192;

    /** Largest number of names in a folder with which a misspelt name is compared. */
    private static final int MOST_NAMES = 10_000;

    private final Path path;
    private final boolean folder;
    private final ImmutableList<String> names;
    private final byte[] leading;

    private TraceSample(Path path, boolean folder, List<String> names, byte[] leading) {
        this.path = path;
        this.folder = folder;
        this.names = ImmutableList.copyOf(names);
        this.leading = leading;
    }

    /**
     * Creates the sample of a file or folder.
     *
     * @throws InputException if the file or folder does not exist or cannot be read
     */
    public static TraceSample of(Path path) {
        if (!Files.exists(path)) {
            throw new InputException(path + ": there is no such file or folder" + similar(path));
        }
        try {
            if (Files.isDirectory(path)) {
                List<String> names = new ArrayList<>();
                try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
                    for (Path entry : entries) {
                        names.add(entry.getFileName().toString());
                    }
                } catch (DirectoryIteratorException e) {
                    throw e.getCause();
                }
                Collections.sort(names);
                return new TraceSample(path, true, names, new byte[0]);
            }
            if (!Files.isRegularFile(path)) {
                throw new InputException(path + ": is neither a file nor a folder. Traces are read more than once, "
                        + "which pipes and devices do not allow: save it to a file");
            }
            return new TraceSample(path, false, List.of(), leading(path));
        } catch (IOException e) {
            throw FileErrors.unreadable(path, e);
        }
    }

    private static byte[] leading(Path path) throws IOException {
        FileSource source = new FileSource(path);
        try (InputStream content = SourceStream.decompressed(source)) {
            return content.readNBytes(LEADING_BYTES);
        } catch (ZipException | EOFException damaged) {
            return new SourceStream(source, 0, LEADING_BYTES).readAllBytes();
        }
    }

    public Path path() {
        return path;
    }

    /** Returns whether the sample is from a folder rather than a file. */
    public boolean isFolder() {
        return folder;
    }

    /** Returns the names of the folder's entries, sorted; empty for a file. */
    public List<String> names() {
        return names;
    }

    /** Returns the names of the folder's entries that end with one of the suffixes, sorted; empty for a file. */
    @Beta
    public List<String> namesEnding(String... suffixes) {
        return names.stream()
                .filter(name -> Arrays.stream(suffixes).anyMatch(name::endsWith))
                .toList();
    }

    /** Returns a copy of the first bytes of the file; empty for a folder. Gzip files are decompressed first. */
    public byte[] leadingBytes() {
        return leading.clone();
    }

    boolean isDamagedGzip() {
        return leading.length > 1 && leading[0] == 0x1f && leading[1] == (byte) 0x8b;
    }

    /** Returns the first leading line that is neither blank nor a comment (#), without leading and trailing blanks. */
    public Optional<String> firstLine() {
        return leadingText()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .findFirst();
    }

    /** Returns the leading bytes as text, one character per byte. */
    public String leadingText() {
        return new String(leading, StandardCharsets.ISO_8859_1);
    }

    /** Returns a sentence that suggests the most similar name in the same folder; empty if no name is similar. */
    private static String similar(Path path) {
        Path folder = path.toAbsolutePath().getParent();
        Path name = path.getFileName();
        if (folder == null || name == null || !Files.isDirectory(folder)) {
            return "";
        }
        try (Stream<Path> entries = Files.list(folder)) {
            // the entry of a broken link has the same name as the missing file
            List<String> names = entries.map(entry -> String.valueOf(entry.getFileName()))
                    .filter(entry -> !entry.equals(name.toString()))
                    .sorted()
                    .limit(MOST_NAMES)
                    .toList();
            String suggestion = Suggestion.of(name.toString(), names);
            return suggestion.isEmpty() ? "" : ". " + suggestion.strip();
        } catch (IOException | UncheckedIOException unreadable) {
            return "";
        }
    }
}
