package org.tailback.trace.dumpi;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes files of one rank number by number, right or wrong; independent of the reader's table. */
public final class DumpiBytes {
    static final int WORLD = 2;
    static final int INT = 9;
    static final int DOUBLE = 14;
    static final int STATUSES = 1;
    static final int WALL = 8;

    private static final long MARK = 0xffaadd44_554d5049L;
    private static final int FUNCTIONS = 290;
    private static final int END = 293;
    /** Sizes of the datatypes of C on a 64-bit machine, as libdumpi writes them. */
    private static final int[] SIZES = {
        0, 0, 1, 1, 1, 1, 4, 2, 2, 4, 4, 8, 8, 4, 8, 16, 0, 8, 8, 1, 0, 0, 8, 12, 12, 6, 8, 20
    };

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int[] calls = new int[FUNCTIONS + 1];
    private int mask = STATUSES | WALL;
    private int second;
    private int[] version = {1, 1, 0};

    public DumpiBytes() {
        l(MARK);
        i(0).i(1000); // seconds from which CPU and wall clock count
    }

    DumpiBytes mask(int newMask) {
        mask = newMask;
        return this;
    }

    DumpiBytes version(int major, int minor, int patch) {
        version = new int[] {major, minor, patch};
        return this;
    }

    DumpiBytes b(int value) {
        bytes.write(value);
        return this;
    }

    DumpiBytes h(int value) {
        return b(value >> 8).b(value);
    }

    DumpiBytes i(long value) {
        return h((int) (value >> 16)).h((int) value);
    }

    DumpiBytes l(long value) {
        return i(value >> 32).i(value);
    }

    DumpiBytes ints(int... values) {
        i(values.length);
        for (int value : values) {
            i(value);
        }
        return this;
    }

    DumpiBytes text(String text) {
        i(text.length());
        bytes.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        return this;
    }

    DumpiBytes noStatus() {
        return i(0);
    }

    DumpiBytes status(int length, int source, int tag) {
        return i(length).i(source).b(0).b(0).i(tag);
    }

    /** A call from one second to the next, its arguments to follow. */
    DumpiBytes call(int function) {
        call(function, second, second + 1);
        second += 2;
        return this;
    }

    DumpiBytes call(int function, int enter, int leave) {
        h(function).b(mask);
        if (function < FUNCTIONS) {
            calls[function]++;
        }
        if ((mask & 64) != 0) {
            h(0);
        }
        for (int clock : new int[] {4, 8}) {
            if ((mask & clock) != 0) {
                h(enter).i(0).h(leave).i(0);
            }
        }
        return this;
    }

    // functions by their names

    public DumpiBytes init() {
        return call(124).i(1).text("./program");
    }

    public DumpiBytes send(int to, int tag, int count) {
        return call(0).i(count).h(INT).i(to).i(tag).h(WORLD);
    }

    public DumpiBytes recv(int from, int tag, int count) {
        return call(1).i(count).h(INT).i(from).i(tag).h(WORLD);
    }

    public DumpiBytes isend(int to, int tag, int count, int request) {
        return call(8).i(count).h(INT).i(to).i(tag).h(WORLD).i(request);
    }

    public DumpiBytes irecv(int from, int tag, int count, int request) {
        return call(12).i(count).h(INT).i(from).i(tag).h(WORLD).i(request);
    }

    public DumpiBytes waitFor(int request) {
        return call(13).i(request);
    }

    public DumpiBytes waitall(int... requests) {
        return call(18).i(requests.length).ints(requests);
    }

    public DumpiBytes barrier(int comm) {
        return call(52).h(comm);
    }

    public DumpiBytes split(int comm, int color, int key, int newComm) {
        return call(86).h(comm).i(color).i(key).h(newComm);
    }

    public DumpiBytes finish() {
        return call(125);
    }

    // the file

    private DumpiBytes shortText(String text) {
        h(text.length());
        bytes.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        return this;
    }

    /** The whole file: what has been written, and all that follows the records. */
    public byte[] file() {
        h(END);
        int header = bytes.size();
        b(version[0]).b(version[1]).b(version[2]).l(1000);
        shortText("host").shortText("user").i(0).i(0);
        int footer = bytes.size();
        l(0xf007fee7L);
        for (int count : calls) {
            i(count);
        }
        for (int i = 0; i <= FUNCTIONS; i++) {
            i(0);
        }
        int counters = bytes.size();
        i(0);
        int sizes = bytes.size();
        ints(SIZES);
        int addresses = bytes.size();
        i(0);
        l(MARK).l(sizes).l(addresses).l(counters).l(header).l(8).l(footer).l(0);
        return bytes.toByteArray();
    }

    /** Writes a trace: the files of the ranks, and the .meta file. */
    public static Path write(Path folder, DumpiBytes... ranks) throws IOException {
        Files.createDirectories(folder);
        for (int rank = 0; rank < ranks.length; rank++) {
            Files.write(folder.resolve(String.format("trace-%04d.bin", rank)), ranks[rank].file());
        }
        return Files.writeString(
                folder.resolve("trace.meta"), "hostname=host\nnumprocs=" + ranks.length + "\nfileprefix=trace\n");
    }

    /** A copy of a file with a number of 8 bytes replaced. */
    static byte[] withLong(byte[] file, int at, long value) {
        byte[] changed = file.clone();
        ByteBuffer.wrap(changed).putLong(at < 0 ? changed.length + at : at, value);
        return changed;
    }
}
