package org.tailback.trace.nativeformat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.tailback.program.ParallelProgram;
import org.tailback.trace.OperationTimesFeed;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.TraceWriting;
import org.tailback.trace.WrittenTrace;
import org.tailback.trace.io.WholeFile;

/**
 * Writes the native binary form, see {@link NativeBinaryLayout}. Memory: 24 bytes per rank and some buffers. Nothing is
 * lost.
 */
public final class NativeBinaryWriter implements TraceWriter {
    @Override
    public String name() {
        return NativeBinaryReader.NAME;
    }

    @Override
    public String format() {
        return NativeBinaryReader.NAME;
    }

    @Override
    public String summary() {
        return "native binary, compact and quick to read";
    }

    @Override
    public List<String> suffixes() {
        return List.of(".tailbin");
    }

    @Override
    public WrittenTrace write(ParallelProgram program, Path target, boolean strict) {
        TraceWriting.during(
                target,
                () -> WholeFile.write(target, file -> {
                    try (FileChannel channel =
                            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                        write(program, channel);
                    }
                }));
        return new WrittenTrace(List.of(), List.of());
    }

    private static void write(ParallelProgram program, FileChannel channel) throws IOException {
        NativeHead head = NativeHead.of(program);
        long[] index = new long[3 * head.ranks()];
        channel.position(NativeBinaryLayout.HEAD_BYTES);
        RecordBytes bytes = new RecordBytes(1 << 17);
        for (int rank = 0; rank < head.ranks(); rank++) {
            long begin = channel.position();
            try (OperationTimesFeed times = OperationTimesFeed.of(program, rank)) {
                NativeBinarySink sink = new NativeBinarySink(bytes, full -> drain(full, channel), times);
                NativeLimits.runToEnd(program.open(rank), sink);
                sink.end();
                index[3 * rank] = begin;
                index[3 * rank + 1] = channel.position() - begin;
                index[3 * rank + 2] = sink.operations();
            }
        }
        long indexAt = channel.position();
        for (long value : index) {
            bytes.fixed(value);
            if (bytes.size() > 1 << 16) {
                drain(bytes, channel);
            }
        }
        List<String> notes = program.approximations();
        bytes.fixed(notes.size());
        for (String note : notes) {
            byte[] text = note.getBytes(StandardCharsets.UTF_8);
            bytes.fixed(text.length).all(text, text.length);
        }
        bytes.all(NativeBinaryLayout.SIGNATURE, NativeBinaryLayout.SIGNATURE.length);
        drain(bytes, channel);
        // last, so that a file whose writing was broken off is not taken for a trace
        ByteBuffer first = ByteBuffer.allocate(NativeBinaryLayout.HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        first.put(NativeBinaryLayout.SIGNATURE)
                .putInt(NativeLimits.VERSION)
                .putInt(head.timed() ? NativeBinaryLayout.FLAG_TIMES : 0)
                .putLong(head.ranks())
                .putLong(indexAt)
                .putDouble(head.span())
                .putLong(head.communicators())
                .putDouble(head.ticksPerSecond())
                .flip();
        channel.position(0);
        channel.write(first);
    }

    private static void drain(RecordBytes bytes, FileChannel channel) {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes.array(), 0, bytes.size());
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            bytes.clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
