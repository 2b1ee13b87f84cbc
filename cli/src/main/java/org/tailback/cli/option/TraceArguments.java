package org.tailback.cli.option;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which trace a command reads. */
public final class TraceArguments {
    @Parameters(index = "0", paramLabel = "TRACE", description = "a file or folder; its format is recognised")
    private Path trace;

    @Option(names = "--input-format", paramLabel = "NAME", description = "the trace's format (see: tailback formats)")
    private @Nullable String inputFormat;

    /** The file or folder, or the words of a generated program. */
    public Path path() {
        return trace;
    }

    /** The name of its format; null if it is to be recognised. */
    public @Nullable String format() {
        return inputFormat;
    }
}
