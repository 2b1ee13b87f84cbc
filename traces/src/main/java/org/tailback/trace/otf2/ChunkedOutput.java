package org.tailback.trace.otf2;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.tailback.error.InputException;

/** Writes a chunked file; see {@link ChunkedFile} for the layout. Records never straddle chunks. */
final class ChunkedOutput implements Closeable {
    private static final int HEAD = 18;
    /** Behind the last record of a chunk or of the file. */
    private static final int TAIL = 2;

    private static final int TIME_BYTES = 9;

    private final Path file;
    private final OutputStream output;
    private final byte[] chunk;
    private final boolean events;
    private int filled;
    private long eventsBefore;
    private long count;
    private long time;
    private boolean timeWritten;

    /** @param events whether it holds events, which are counted in the heads of chunks, and times */
    ChunkedOutput(Path file, int chunkSize, boolean events) throws IOException {
        this.file = file;
        this.output = Files.newOutputStream(file);
        this.chunk = new byte[chunkSize];
        this.events = events;
        begin();
    }

    private void begin() {
        eventsBefore = count;
        filled = HEAD;
        timeWritten = false;
    }

    /** Events so far. */
    long count() {
        return count;
    }

    /** Sets the time of the following events; never less than before. */
    void time(long ticks) {
        if (ticks != time) {
            time = ticks;
            timeWritten = false;
        }
    }

    long time() {
        return time;
    }

    /** Appends a record. */
    void append(RecordWriter record) {
        int needed = record.size() + (events && !timeWritten ? TIME_BYTES : 0) + TAIL;
        if (filled + needed > chunk.length) {
            if (HEAD + TIME_BYTES + record.size() + TAIL > chunk.length) {
                throw new InputException(
                        file + ": a record of " + record.size() + " bytes does not fit into a chunk of " + chunk.length
                                + ". The trace has too many ranks to be written as OTF2");
            }
            endChunk();
        }
        if (events && !timeWritten) {
            chunk[filled++] = 5;
            putFixed(filled, time);
            filled += 8;
            timeWritten = true;
        }
        System.arraycopy(record.array(), 0, chunk, filled, record.size());
        filled += record.size();
        count++;
    }

    private void putFixed(int at, long value) {
        for (int i = 0; i < 8; i++) {
            chunk[at + i] = (byte) (value >>> 8 * i);
        }
    }

    private void head() {
        chunk[0] = 3;
        chunk[1] = 0x42;
        putFixed(2, events ? eventsBefore + 1 : 1);
        putFixed(10, events ? count : 0);
    }

    private void endChunk() {
        head();
        Arrays.fill(chunk, filled, chunk.length, (byte) 0);
        write(chunk.length);
        begin();
    }

    private void write(int length) {
        try {
            output.write(chunk, 0, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the end of the file. */
    void finish() {
        head();
        chunk[filled++] = 2;
        chunk[filled++] = 1;
        write(filled);
    }

    @Override
    public void close() throws IOException {
        output.close();
    }
}
