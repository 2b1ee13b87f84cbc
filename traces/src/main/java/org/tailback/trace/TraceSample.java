package org.tailback.trace;

import com.google.common.collect.ImmutableList;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.tailback.error.InputException;
import org.tailback.trace.io.FileSource;
import org.tailback.trace.io.SourceStream;

/** The first bytes of a file, or the names in a folder, by which a format is recognised. Immutable. */
public final class TraceSample {
    /** Number of leading bytes that a sample holds. */
    public static final int LEADING_BYTES = 8192;

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
     * Examines a file or folder.
     *
     * @throws InputException if there is none, or it cannot be read
     */
    public static TraceSample of(Path path) {
        if (!Files.exists(path)) {
            throw new InputException(path + ": there is no such file or folder");
        }
        try {
            if (Files.isDirectory(path)) {
                try (Stream<Path> entries = Files.list(path)) {
                    return new TraceSample(
                            path,
                            true,
                            entries.map(entry -> entry.getFileName().toString())
                                    .sorted()
                                    .toList(),
                            new byte[0]);
                }
            }
            if (!Files.isRegularFile(path)) {
                throw new InputException(path + ": is neither a file nor a folder. Traces are read more than once, "
                        + "so that pipes and devices will not do: save it to a file");
            }
            return new TraceSample(path, false, List.of(), leading(path));
        } catch (IOException e) {
            throw new InputException(path + ": cannot be read (" + e + ")", e);
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

    /** Returns the examined path. */
    public Path path() {
        return path;
    }

    /** Returns true for a folder, false for a file. */
    public boolean isFolder() {
        return folder;
    }

    /** Returns the names of what is in the folder, sorted; empty for a file. */
    public List<String> names() {
        return names;
    }

    /** Returns a copy of the first bytes of the file, after decompression if it is gzip; empty for a folder. */
    public byte[] leadingBytes() {
        return leading.clone();
    }

    /** Returns the first of the leading lines that is neither blank nor a comment (#), without blanks at its ends. */
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
}
