package org.tailback.cli.option;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveSelector;
import org.tailback.error.InputException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which trace a command replays, and how it is read. */
public final class TraceArguments {
    @Parameters(index = "0", paramLabel = "TRACE", description = "a file or folder; its format is recognised")
    private Path trace;

    @Option(names = "--input-format", paramLabel = "NAME", description = "the trace's format (see: tailback formats)")
    private @Nullable String inputFormat;

    @Option(
            names = "--collectives",
            paramLabel = "SELECTOR",
            defaultValue = "basic",
            description = "algorithms of collective operations: basic, openmpi, mpich or fixed:kind=algorithm,…")
    private String collectives = "basic";

    /** The file or folder, or the words of a generated program. */
    public Path path() {
        return trace;
    }

    /** The name of its format; null if it is to be recognised. */
    public @Nullable String format() {
        return inputFormat;
    }

    /**
     * Who chooses the algorithms of its collective operations.
     *
     * @throws InputException if the option says nothing known
     */
    public CollectiveSelector selector() {
        return Collectives.selector(collectives);
    }
}
