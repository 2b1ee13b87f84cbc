package org.tailback.error;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.IntFunction;
import org.tailback.stability.Internal;

/** Decoder of UTF-8 text. Invalid bytes are errors; a lenient decoder would replace them silently. */
@Internal
public final class Utf8 {
    private static final int MOST_BYTES = 64 << 20;

    private Utf8() {}

    /**
     * Returns the text of a file. Devices and pipes are rejected, because they may never end.
     *
     * @param what the file's name in messages, such as {@code platform file}
     * @throws InputException if it is not a file, is larger than 64 MiB, cannot be read, or is not UTF-8; in the last
     *     case with line and column
     */
    public static String read(Path file, String what) {
        requireFile(file, what);
        try {
            long size = Files.size(file);
            if (size > MOST_BYTES) {
                throw InputException.at(
                        file.toString(),
                        "the " + what + " has " + size + " bytes; at most " + MOST_BYTES + " are read",
                        "Check the path, or divide the file");
            }
            return text(Files.readAllBytes(file), file);
        } catch (IOException e) {
            throw InputException.unreadable(file, e);
        }
    }

    /** Throws an {@link InputException} unless the path is a regular file. */
    public static void requireFile(Path file, String what) {
        if (!Files.exists(file)) {
            throw InputException.at(file.toString(), "there is no such " + what, "Check the path");
        }
        if (!Files.isRegularFile(file)) {
            throw InputException.at(
                    file.toString(),
                    "expected a " + what + ", found a " + (Files.isDirectory(file) ? "folder" : "device or pipe"),
                    "");
        }
    }

    /**
     * Returns the text of a file's content.
     *
     * @throws InputException if it is not UTF-8; with line and column
     */
    public static String text(byte[] content, Path file) {
        return text(content, 0, content.length, position -> {
            String before = new String(content, 0, position, StandardCharsets.UTF_8);
            long line = before.chars().filter(each -> each == '\n').count() + 1;
            return file + ":" + line + ":" + (before.length() - before.lastIndexOf('\n'));
        });
    }

    /**
     * Returns the text of a range of bytes.
     *
     * @param begin position of the first byte
     * @param end position after the last byte
     * @param place returns the place of the byte at a position, for messages
     * @throws InputException if the bytes are not UTF-8
     */
    public static String text(byte[] bytes, int begin, int end, IntFunction<String> place) {
        ByteBuffer rest = ByteBuffer.wrap(bytes, begin, end - begin);
        try {
            // unlike new String(…), the decoder reports malformed input
            return StandardCharsets.UTF_8.newDecoder().decode(rest).toString();
        } catch (CharacterCodingException e) {
            int position = rest.position();
            throw new InputException(
                    String.format(
                            Locale.ROOT,
                            "%s: expected text in UTF-8, found the byte 0x%02x. Is the text in another encoding?",
                            place.apply(position),
                            bytes[position]),
                    e);
        }
    }
}
