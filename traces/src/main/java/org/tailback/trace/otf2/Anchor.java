package org.tailback.trace.otf2;

import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;

/**
 * Anchor file of an archive, which contains its creator and chunk sizes.
 *
 * @param eventChunkSize size of the chunks of event files, bytes, 32 to 16 Mi
 * @param definitionChunkSize size of the chunks of definition files, bytes, 32 to 16 Mi
 * @param creator free text, such as "Score-P 6.0"
 */
record Anchor(long eventChunkSize, long definitionChunkSize, String creator) {
    private static final byte[] MAGIC = "OTF2\0".getBytes(StandardCharsets.US_ASCII);
    private static final int LARGEST = 1 << 20;
    private static final int SMALLEST_CHUNK = 32;
    private static final int POSIX = 1;
    private static final int SION = 2;
    private static final int UNCOMPRESSED = 1;

    static boolean begins(byte[] bytes) {
        return ChunkedFile.beginsLikeOtf2(bytes)
                && bytes.length >= 2 + MAGIC.length
                && ByteBuffer.wrap(bytes, 2, MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
    }

    static Anchor read(Path file) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(LARGEST);
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        }
        if (!begins(bytes)) {
            throw InputException.at(
                    file + ": byte 0", "not an OTF2 anchor file", "Give the archive's .otf2 file, or its folder");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes)
                .order(ChunkedFile.isLittleEndian(bytes) ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
                .position(2 + MAGIC.length);
        try {
            return read(file, in);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw problem(file, in, "the file ends within the description of the archive");
        }
    }

    private static Anchor read(Path file, ByteBuffer in) {
        int format = in.get() & 0xff;
        in.position(in.position() + 4); // format of the other files, and version of the library
        long eventChunkSize = chunkSize(file, in, "events");
        long definitionChunkSize = chunkSize(file, in, "definitions");
        int substrate = in.get() & 0xff;
        if (substrate != POSIX) {
            throw problem(
                    file,
                    in,
                    substrate == SION
                            ? "the archive is kept in SIONlib containers, which are not supported. Record it with "
                                    + "SCOREP_TRACING_USE_SION=false"
                            : "expected an archive of plain files (substrate 1), found substrate " + substrate);
        }
        int compression = in.get() & 0xff;
        if (compression != UNCOMPRESSED) {
            throw problem(
                    file, in, "the archive is compressed (" + compression + "), which OTF2 abandoned in version 3");
        }
        in.position(in.position() + 16); // numbers of locations and definitions, which are not always correct
        text(in); // machine
        String creator = text(in);
        text(in); // description
        for (long texts = format < 2 ? 0 : 2 * (in.getInt() & 0xffffffffL); texts > 0; texts--) {
            text(in); // name or value of a property
        }
        return new Anchor(eventChunkSize, definitionChunkSize, creator);
    }

    private static long chunkSize(Path file, ByteBuffer in, String part) {
        long size = in.getLong();
        if (size < SMALLEST_CHUNK || size > ChunkedFile.LARGEST_CHUNK) {
            throw problem(
                    file,
                    in.position(in.position() - 8),
                    "the chunk size of " + part + " is " + Long.toUnsignedString(size) + " bytes; expected "
                            + SMALLEST_CHUNK + " to " + ChunkedFile.LARGEST_CHUNK);
        }
        return size;
    }

    private static String text(ByteBuffer in) {
        int begin = in.position();
        while (in.get() != 0) {
            // the byte is part of the text
        }
        return new String(in.array(), begin, in.position() - 1 - begin, StandardCharsets.UTF_8);
    }

    private static InputException problem(Path file, ByteBuffer in, String problem) {
        return InputException.at(file + ": byte " + in.position(), problem, "");
    }
}
