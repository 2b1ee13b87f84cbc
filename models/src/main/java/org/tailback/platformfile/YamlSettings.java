package org.tailback.platformfile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.settings.Settings;
import org.tailback.stability.Internal;

/**
 * Reader of YAML 1.2 files into {@link Settings} with the line and column of every key and value, counted from 1.
 *
 * <p>Scalars remain text: the caller reads units and numbers. Aliases, tags ({@code !!int}), keys that are not scalars,
 * keys without a value, duplicate keys and several documents in one file are errors. Objects are never constructed. The
 * time to read a file is proportional to its size, regardless of its contents.
 */
@Internal
public final class YamlSettings {
    /** Maximum size of a file in bytes. */
    public static final int MAX_BYTES = 4 << 20;

    /** Maximum nesting depth of sections and lists. */
    public static final int MAX_DEPTH = 32;

    private YamlSettings() {}

    /**
     * Reads a file in UTF-8.
     *
     * @param name kind of file, for messages, such as {@code platform file}
     * @throws InputException if the file cannot be read or is not such YAML; the messages of syntax errors contain the
     *     line and column
     */
    public static Settings read(Path file, String name) {
        return parse(text(file, name), file.toString(), name);
    }

    /**
     * Reads a text.
     *
     * @param source name before line and column in messages, such as a file's name
     * @param name kind of text, for messages
     * @throws InputException if the text is not such YAML; the message contains the line and column
     */
    public static Settings parse(String text, String source, String name) {
        return parse(text, source, name, false);
    }

    /** Reads a text in YAML, as {@link #parse} does, or JSON, in which nulls are the scalar {@code null}. */
    public static Settings parseWithNulls(String text, String source, String name) {
        return parse(text, source, name, true);
    }

    private static Settings parse(String text, String source, String name, boolean nulls) {
        if (text.length() > MAX_BYTES) {
            throw InputException.at(
                    source, "a " + name + " may have " + MAX_BYTES + " bytes, found " + text.length(), "");
        }
        return new YamlParser(text, source, false, nulls).settings(name);
    }

    /**
     * Reads a text generated from a file in a different format: locations contain only the file, and the length is not
     * limited.
     */
    static Settings parseMade(String text, String source) {
        return new YamlParser(text, source, true, false).settings("platform file");
    }

    /** Returns the text of a file in UTF-8 of at most {@link #MAX_BYTES}. */
    public static String text(Path file, String name) {
        Utf8.requireFile(file, name);
        try {
            long size = Files.size(file);
            if (size > MAX_BYTES) {
                throw InputException.at(
                        file.toString(), "a " + name + " may have " + MAX_BYTES + " bytes, found " + size, "");
            }
        } catch (IOException e) {
            throw InputException.unreadable(file, e);
        }
        return Utf8.read(file, name);
    }
}
