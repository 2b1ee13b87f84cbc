package org.tailback.trace.nativeformat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.tailback.program.ParallelProgram;
import org.tailback.trace.OperationTimesFeed;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.TraceWriting;
import org.tailback.trace.WrittenTrace;
import org.tailback.trace.io.TextOutput;
import org.tailback.trace.io.WholeFile;

/** Writes native text with all ranks in one file, compressed if its name ends with {@code .gz}. Nothing is lost. */
public final class NativeTextWriter implements TraceWriter {
    @Override
    public String name() {
        return NativeTextReader.NAME;
    }

    @Override
    public String format() {
        return NativeTextReader.NAME;
    }

    @Override
    public String summary() {
        return "native text, all ranks in one file";
    }

    @Override
    public List<String> suffixes() {
        return List.of(".tailback", ".tailback.gz");
    }

    @Override
    public WrittenTrace write(ParallelProgram program, Path target, boolean strict) {
        boolean compressed = target.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
        TraceWriting.during(
                target,
                () -> WholeFile.write(target, file -> {
                    try (TextOutput out = new TextOutput(stream(file, compressed))) {
                        NativeHead head = NativeHead.of(program);
                        head.writeTo(out);
                        for (int rank = 0; rank < head.ranks(); rank++) {
                            writeRank(program, rank, out);
                        }
                        writeNotes(program.approximations(), out);
                    }
                }));
        return new WrittenTrace(List.of(), List.of());
    }

    static OutputStream stream(Path file, boolean compressed) throws IOException {
        OutputStream plain = Files.newOutputStream(file);
        return compressed ? new GZIPOutputStream(plain, 1 << 16) : plain;
    }

    static void writeRank(ParallelProgram program, int rank, TextOutput out) {
        out.text("rank").number(rank).character('\n');
        try (OperationTimesFeed times = OperationTimesFeed.of(program, rank)) {
            NativeTextSink sink = new NativeTextSink(out, times);
            NativeLimits.runToEnd(program.open(rank), sink);
            out.text("end").number(sink.operations()).character('\n');
        }
    }

    static void writeNotes(List<String> notes, TextOutput out) {
        for (String note : notes) {
            out.text("note ").text(NativeLimits.oneLine(note)).character('\n');
        }
    }
}
