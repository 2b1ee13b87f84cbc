package org.tailback.table;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.trace.io.WholeFile;

/** Writer of result files. Each file is written completely or not at all. */
public final class ResultFile {
    private ResultFile() {}

    /**
     * Writes a text.
     *
     * @throws InputException if the file cannot be written
     */
    public static void write(Path file, String text) {
        WholeFile.write(file, part -> Files.writeString(part, text));
    }

    /**
     * Checks that the name of a file has one of the expected endings. Called before the work whose result the file
     * contains.
     *
     * @param file to write; null without a file
     * @param what noun for the written result, such as {@code a chart}
     * @param endings accepted endings in lower case, at least one
     * @throws InputException if the name has none of the endings
     */
    public static void requireEnding(@Nullable Path file, String what, String... endings) {
        if (file != null && !hasEnding(file, endings)) {
            throw InputException.at(
                    file.toString(),
                    what + " is written as " + String.join(" or ", endings),
                    "Choose a name with " + (endings.length == 1 ? "that ending" : "one of these endings"));
        }
    }

    /** Returns whether the file's name has one of the endings, in upper or lower case. */
    public static boolean hasEnding(Path file, String... endings) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        for (String ending : endings) {
            if (name.endsWith(ending)) {
                return true;
            }
        }
        return false;
    }
}
