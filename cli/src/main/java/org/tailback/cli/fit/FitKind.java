package org.tailback.cli.fit;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.tailback.cli.option.Command;
import org.tailback.error.Utf8;
import org.tailback.fit.fragment.PlatformFragment;
import picocli.CommandLine.Parameters;

/** A fit of one file of measurements. */
abstract class FitKind extends Command {
    @Parameters(index = "0", paramLabel = "FILE", description = "the measurements")
    Path file = Path.of("");

    /** Fits and writes the result. */
    abstract void fit();

    @Override
    public final void run() {
        Utf8.requireFile(file, "file of measurements");
        fit();
    }

    /** Writes the result; warnings are a field of JSON, but easily overlooked in the comments of a platform file. */
    final void output(PlatformFragment fragment, Record json, Consumer<PrintWriter> csv, List<String> remarks) {
        output(out -> out.print(fragment.text()), json, csv);
        common.warn(remarks, console);
    }
}
