package org.tailback.trace.otf2;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.tailback.error.InputException;

/**
 * The anchor file of an archive: who wrote it and how large its chunks are.
 *
 * @param version of the OTF2 library that wrote it, such as 3.0.2
 * @param eventChunkSize bytes, 32 to 16 Mi
 * @param definitionChunkSize bytes, 32 to 16 Mi
 * @param locations number of locations that it announces, unsigned; not always right
 * @param definitions number of global definitions that it announces, unsigned; not always right
 * @param machine free text
 * @param creator free text, such as "Score-P 6.0"
 * @param description free text
 * @param properties name to value
 * @param traceId unsigned; 0 in the oldest format
 */
record Anchor(
        String version,
        long eventChunkSize,
        long definitionChunkSize,
        long locations,
        long definitions,
        String machine,
        String creator,
        String description,
        Map<String, String> properties,
        long traceId) {
    private static final byte[] MAGIC = "OTF2\0".getBytes(StandardCharsets.US_ASCII);
    private static final int LARGEST = 1 << 20;
    private static final int SMALLEST_CHUNK = 32;
    private static final int POSIX = 1;
    private static final int SION = 2;
    private static final int UNCOMPRESSED = 1;

    Anchor {
        properties = ImmutableMap.copyOf(properties);
    }

    /** Returns whether a file that begins so is an anchor file. */
    static boolean begins(byte[] bytes) {
        return ChunkedFile.beginsLikeOtf2(bytes)
                && bytes.length >= 2 + MAGIC.length
                && ByteBuffer.wrap(bytes, 2, MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
    }

    /** Reads an anchor file. */
    static Anchor read(Path file) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(LARGEST);
        } catch (IOException e) {
            throw ChunkedFile.unreadable(file, e);
        }
        if (!begins(bytes)) {
            throw InputException.at(
                    file + ": byte 0",
                    "this is not an OTF2 anchor file",
                    "Give the archive's .otf2 file, or the folder in which it lies");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes)
                .order(ChunkedFile.isLittleEndian(bytes) ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
                .position(2 + MAGIC.length);
        try {
            return read(file, in);
        } catch (BufferUnderflowException e) {
            throw problem(file, in, "the file ends within the description of the archive");
        }
    }

    private static Anchor read(Path file, ByteBuffer in) {
        int format = in.get() & 0xff;
        in.get(); // the format of the other files: 1 and 2 do not differ in what is read here
        String version = (in.get() & 0xff) + "." + (in.get() & 0xff) + "." + (in.get() & 0xff);
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
                    file,
                    in,
                    "the archive is compressed (" + compression + "), which OTF2 itself gave up in version 3");
        }
        long locations = in.getLong();
        long definitions = in.getLong();
        String machine = text(file, in);
        String creator = text(file, in);
        String description = text(file, in);
        ImmutableMap.Builder<String, String> properties = ImmutableMap.builder();
        long traceId = 0;
        if (format >= 2) {
            long count = in.getInt() & 0xffffffffL;
            for (long i = 0; i < count; i++) {
                properties.put(text(file, in), text(file, in));
            }
            traceId = in.getLong();
        }
        return new Anchor(
                version,
                eventChunkSize,
                definitionChunkSize,
                locations,
                definitions,
                machine,
                creator,
                description,
                properties.buildKeepingLast(),
                traceId);
    }

    private static long chunkSize(Path file, ByteBuffer in, String what) {
        long size = in.getLong();
        if (size < SMALLEST_CHUNK || size > ChunkedFile.LARGEST_CHUNK) {
            throw problem(
                    file,
                    in.position(in.position() - 8),
                    "the chunk size of " + what + " is " + Long.toUnsignedString(size) + " bytes; expected "
                            + SMALLEST_CHUNK + " to " + ChunkedFile.LARGEST_CHUNK);
        }
        return size;
    }

    private static String text(Path file, ByteBuffer in) {
        int begin = in.position();
        while (in.hasRemaining()) {
            if (in.get() == 0) {
                return new String(in.array(), begin, in.position() - 1 - begin, StandardCharsets.UTF_8);
            }
        }
        throw problem(file, in, "the file ends within a text");
    }

    private static InputException problem(Path file, ByteBuffer in, String problem) {
        return InputException.at(file + ": byte " + in.position(), problem, "");
    }
}
