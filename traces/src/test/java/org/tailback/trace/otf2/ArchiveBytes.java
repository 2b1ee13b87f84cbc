package org.tailback.trace.otf2;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes little-endian archives byte by byte, right or wrong. */
final class ArchiveBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** A chunked file: its first chunk's header. */
    static ArchiveBytes chunk() {
        return new ArchiveBytes().raw(3, 0x42).fixed(8, 1).fixed(8, 0);
    }

    ArchiveBytes raw(int... values) {
        for (int value : values) {
            bytes.write(value);
        }
        return this;
    }

    /** The lowest bytes of a number, in full. */
    ArchiveBytes fixed(int count, long value) {
        for (int i = 0; i < count; i++) {
            bytes.write((int) (value >>> 8 * i));
        }
        return this;
    }

    /** A compressed number. */
    ArchiveBytes number(long value) {
        int count = (71 - Long.numberOfLeadingZeros(value)) / 8;
        return raw(count).fixed(count, value);
    }

    ArchiveBytes text(String text) {
        bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        return raw(0);
    }

    /** A record with its length. */
    ArchiveBytes record(int kind, ArchiveBytes content) {
        byte[] inside = content.bytes.toByteArray();
        raw(kind);
        if (inside.length < 255) {
            raw(inside.length);
        } else {
            raw(0xff).fixed(8, inside.length);
        }
        bytes.writeBytes(inside);
        return this;
    }

    ArchiveBytes time(long ticks) {
        return raw(5).fixed(8, ticks);
    }

    /** Enters or leaves a region. */
    ArchiveBytes enter(int region) {
        return raw(12).number(region);
    }

    ArchiveBytes leave(int region) {
        return raw(13).number(region);
    }

    ArchiveBytes send(int receiver, int tag, long length) {
        return record(
                14, new ArchiveBytes().number(receiver).number(0).number(tag).number(length));
    }

    ArchiveBytes padTo(int size) {
        while (bytes.size() < size) {
            bytes.write(0);
        }
        return this;
    }

    ArchiveBytes append(ArchiveBytes other) {
        bytes.writeBytes(other.bytes.toByteArray());
        return this;
    }

    ArchiveBytes end() {
        return raw(2, 1);
    }

    int size() {
        return bytes.size();
    }

    void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, bytes.toByteArray());
    }

    static ArchiveBytes anchor(long eventChunkSize, long definitionChunkSize, int substrate, int compression) {
        return anchor(eventChunkSize, definitionChunkSize, substrate, compression, "creator");
    }

    static ArchiveBytes anchor(
            long eventChunkSize, long definitionChunkSize, int substrate, int compression, String creator) {
        return new ArchiveBytes()
                .raw(3, 0x42)
                .text("OTF2")
                .raw(3, 2, 3, 0, 2)
                .fixed(8, eventChunkSize)
                .fixed(8, definitionChunkSize)
                .raw(substrate, compression)
                .fixed(8, 1_000_000_000L)
                .fixed(8, 1_000_000_000L)
                .text("machine")
                .text(creator)
                .text("description")
                .fixed(4, 0)
                .fixed(8, 0)
                .fixed(4, 0)
                .fixed(4, 0)
                .raw(2, 1, 0);
    }

    /** Definitions of a world of some ranks, location r for rank r, and the regions MPI_Send (0) and MPI_Recv (1). */
    static ArchiveBytes definitions(int ranks) {
        ArchiveBytes file = chunk();
        file.record(5, new ArchiveBytes().number(1_000_000_000L).number(0).number(1000));
        String[] strings = {"", "MPI_Send", "MPI_Recv", "MPI_COMM_WORLD", "rank"};
        for (int i = 0; i < strings.length; i++) {
            file.record(10, new ArchiveBytes().number(i).text(strings[i]));
        }
        for (int region = 0; region < 2; region++) {
            file.record(
                    15,
                    new ArchiveBytes()
                            .number(region)
                            .number(1 + region)
                            .number(0)
                            .raw(0)
                            .number(0)
                            .number(0)
                            .number(0)
                            .number(1 + region)
                            .raw(28, 4)
                            .number(0));
        }
        ArchiveBytes locations = new ArchiveBytes().number(0).number(0).raw(0).number(ranks);
        ArchiveBytes group = new ArchiveBytes().number(1).number(0).raw(0).number(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            file.record(
                    14,
                    new ArchiveBytes().number(rank).number(4).raw(1).number(0).number(0));
            locations.number(rank);
            group.number(rank);
        }
        file.record(18, locations.raw(4, 4).number(0));
        file.record(18, group.raw(5, 4).number(0));
        return file.record(
                22, new ArchiveBytes().number(0).number(3).number(1).raw(0xff).number(0));
    }
}
