package org.tailback.benchmarks.otf2;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes OTF2 archives of any size, which the OTF2 library reads too: {@code main FOLDER RANKS ITERATIONS}. In an
 * iteration, every rank starts a receive from its left neighbour, sends to its right one, and waits: 9 events with 6
 * times.
 */
public final class RingArchive {
    private static final int CHUNK = 1 << 20;
    private static final int CHUNK_HEADER = 18;
    /** No iteration takes more. */
    private static final int LONGEST_ITERATION = 160;

    private static final int EVENTS = 9;
    private static final int TICKS_PER_CALL = 1000;
    private static final int BYTES_SENT = 4096;

    private static final String[] STRINGS = {"", "MPI_Irecv", "MPI_Send", "MPI_Wait", "MPI_COMM_WORLD", "rank", "node"};
    private static final int IRECV = 0;
    private static final int SEND = 1;
    private static final int WAIT = 2;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private RingArchive() {}

    /** Writes an archive. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        int ranks = Integer.parseInt(arguments[1]);
        long iterations = Long.parseLong(arguments[2]);
        Files.createDirectories(folder.resolve("traces"));
        Files.write(folder.resolve("traces.otf2"), anchor(ranks));
        Files.write(folder.resolve("traces.def"), definitions(ranks, iterations));
        for (int rank = 0; rank < ranks; rank++) {
            Files.write(
                    folder.resolve("traces/" + rank + ".def"),
                    chunkHeader(1, 0).raw(2, 1).bytes.toByteArray());
            writeEvents(folder.resolve("traces/" + rank + ".evt"), rank, ranks, iterations);
        }
    }

    private static void writeEvents(Path file, int rank, int ranks, long iterations) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            long time = 0;
            long events = 0;
            long iteration = 0;
            while (true) {
                RingArchive chunk = new RingArchive();
                long first = events + 1;
                while (iteration < iterations && chunk.bytes.size() < CHUNK - CHUNK_HEADER - LONGEST_ITERATION) {
                    time = chunk.iteration(time, (rank + ranks - 1) % ranks, (rank + 1) % ranks, iteration);
                    iteration++;
                    events += EVENTS;
                }
                out.write(chunkHeader(first, events).bytes.toByteArray());
                boolean last = iteration == iterations;
                chunk.raw(last ? 2 : 0, last ? 1 : 0);
                out.write(chunk.bytes.toByteArray());
                if (last) {
                    return;
                }
                out.write(new byte[CHUNK - CHUNK_HEADER - chunk.bytes.size()]);
            }
        }
    }

    private long iteration(long start, int left, int right, long request) {
        long time = start;
        time(time += TICKS_PER_CALL).raw(12).number(IRECV).raw(17).number(request);
        time(time += TICKS_PER_CALL).raw(13).number(IRECV);
        time(time += TICKS_PER_CALL).raw(12).number(SEND);
        record(14, new RingArchive().number(right).number(0).number(0).number(BYTES_SENT));
        time(time += TICKS_PER_CALL).raw(13).number(SEND);
        time(time += TICKS_PER_CALL).raw(12).number(WAIT);
        record(
                19,
                new RingArchive()
                        .number(left)
                        .number(0)
                        .number(0)
                        .number(BYTES_SENT)
                        .number(request));
        time(time += TICKS_PER_CALL).raw(13).number(WAIT);
        return time;
    }

    private static byte[] anchor(int ranks) {
        int definitions = 1 + STRINGS.length + 3 + 1 + 2 * ranks + 2 + 1;
        return new RingArchive()
                .raw(3, 0x42)
                .text("OTF2")
                .raw(1, 1, 2, 0, 0)
                .fixed(8, CHUNK)
                .fixed(8, CHUNK)
                .raw(1, 1)
                .fixed(8, ranks)
                .fixed(8, definitions)
                .text("machine")
                .text("ring")
                .text("")
                .raw(2, 1, 0)
                .bytes
                .toByteArray();
    }

    private static byte[] definitions(int ranks, long iterations) {
        RingArchive file = chunkHeader(1, 0);
        file.record(5, new RingArchive().number(1_000_000_000).number(0).number(6 * TICKS_PER_CALL * iterations));
        for (int i = 0; i < STRINGS.length; i++) {
            file.record(10, new RingArchive().number(i).text(STRINGS[i]));
        }
        for (int region = IRECV; region <= WAIT; region++) {
            file.record(
                    15,
                    new RingArchive()
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
        file.record(12, new RingArchive().number(0).number(6).number(6).raw(0xff));
        RingArchive locations = new RingArchive().number(0).number(0).raw(0).number(ranks);
        RingArchive group = new RingArchive().number(1).number(0).raw(0).number(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            file.record(13, new RingArchive().number(rank).number(5).raw(1).number(0));
            file.record(
                    14,
                    new RingArchive()
                            .number(rank)
                            .number(5)
                            .raw(1)
                            .number(EVENTS * iterations)
                            .number(rank));
            locations.number(rank);
            group.number(rank);
        }
        file.record(18, locations.raw(4, 4).number(0));
        file.record(18, group.raw(5, 4).number(0));
        return file.record(22, new RingArchive().number(0).number(4).number(1).raw(0xff))
                .raw(2, 1)
                .bytes
                .toByteArray();
    }

    private static RingArchive chunkHeader(long first, long last) {
        return new RingArchive().raw(3, 0x42).fixed(8, first).fixed(8, last);
    }

    private RingArchive raw(int... values) {
        for (int value : values) {
            bytes.write(value);
        }
        return this;
    }

    private RingArchive fixed(int count, long value) {
        for (int i = 0; i < count; i++) {
            bytes.write((int) (value >>> 8 * i));
        }
        return this;
    }

    private RingArchive number(long value) {
        int count = (71 - Long.numberOfLeadingZeros(value)) / 8;
        return raw(count).fixed(count, value);
    }

    private RingArchive text(String text) {
        bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        return raw(0);
    }

    private RingArchive time(long ticks) {
        return raw(5).fixed(8, ticks);
    }

    private RingArchive record(int kind, RingArchive content) {
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
}
