package org.tailback.trace.nativeformat;

import java.nio.file.Path;
import java.util.List;
import org.tailback.program.ParallelProgram;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.TraceWriting;
import org.tailback.trace.WrittenTrace;
import org.tailback.trace.io.TextOutput;
import org.tailback.trace.io.WholeFolder;

/** Writes native text as a folder with a file per rank: any rank can be examined, compressed and sent on its own. */
public final class NativeFolderWriter implements TraceWriter {
    /** Name of the form. */
    public static final String NAME = "tailback-folder";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String format() {
        return NativeTextReader.NAME;
    }

    @Override
    public String summary() {
        return "native text, a folder with a file per rank";
    }

    @Override
    public List<String> suffixes() {
        return List.of(".tailback.d");
    }

    @Override
    public WrittenTrace write(ParallelProgram program, Path target, boolean strict) {
        TraceWriting.during(
                target,
                () -> WholeFolder.write(target, folder -> {
                    NativeHead head = NativeHead.of(program);
                    for (int rank = 0; rank < head.ranks(); rank++) {
                        Path file = folder.resolve(NativeTextFolder.name(rank));
                        try (TextOutput out = new TextOutput(NativeTextWriter.stream(file, false))) {
                            out.text(NativeTextReader.FIRST_WORD)
                                    .number(NativeLimits.VERSION)
                                    .character('\n');
                            NativeTextWriter.writeRank(program, rank, out);
                        }
                    }
                    Path headFile = folder.resolve(NativeTextFolder.HEAD);
                    try (TextOutput out = new TextOutput(NativeTextWriter.stream(headFile, false))) {
                        head.writeTo(out);
                        NativeTextWriter.writeNotes(program.approximations(), out);
                    }
                }));
        return new WrittenTrace(List.of(), List.of());
    }
}
