package org.tailback.trace.nativeformat;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.WrittenTrace;
import org.tailback.trace.io.TextOutput;
import org.tailback.trace.io.WholeFile;

/**
 * Writer of native text with all ranks in one file, compressed if its name ends with {@code .gz}. The format is
 * lossless.
 */
public final class NativeTextWriter extends TraceWriter {
    public NativeTextWriter() {
        super(
                NativeTextReader.NAME,
                NativeTextReader.NAME,
                "native text, all ranks in one file",
                ".tailback",
                ".tailback.gz");
    }

    @Override
    public WrittenTrace write(ParallelProgram program, Path target, boolean strict) {
        boolean compressed = target.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
        WholeFile.write(target, file -> {
            OutputStream plain = Files.newOutputStream(file);
            try (TextOutput out = new TextOutput(compressed ? new GZIPOutputStream(plain, 1 << 16) : plain)) {
                NativeHead head = NativeHead.of(program);
                head.writeTo(out);
                for (int rank = 0; rank < head.ranks(); rank++) {
                    writeRank(program, rank, out);
                }
                writeNotes(program.approximations(), out);
            }
        });
        return new WrittenTrace(List.of(), List.of());
    }

    private static void writeRank(ParallelProgram program, int rank, TextOutput out) {
        out.text("rank").number(rank).character('\n');
        try (RecordedTimes.Cursor times =
                        program instanceof RecordedTimes recorded ? recorded.recordedTimes(rank) : null;
                Program operations = program.open(rank)) {
            NativeTextSink sink = new NativeTextSink(out, times, 1);
            operations.produceAll(sink);
            out.text("end").number(sink.operations).character('\n');
        }
    }

    private static void writeNotes(List<String> notes, TextOutput out) {
        for (String note : notes) {
            out.text("note ").text(NativeTextSink.oneLine(note)).character('\n');
        }
    }
}
