package org.tailback.cli.fit;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.error.Utf8;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.table.ResultFile;

/** Command that fits numbers to one file of measurements. */
abstract class FitKind extends Command {
    private static final String DATE = "# date:";

    final Given<Path> file = argument(Path.class, Path.of(""), "0", "", "FILE");

    abstract void fit();

    @Override
    public final void run() {
        Utf8.requireFile(file.value(), "file of measurements");
        fit();
    }

    /**
     * Writes the result and prints its warnings, because warnings in the comments of a platform file are easily
     * overlooked. In JSON the warnings are a field.
     */
    final void output(PlatformFragment fragment, Record json, Consumer<PrintWriter> csv, List<String> remarks) {
        outputUnwrapped(fragment.text(), json, csv);
        common.warn(remarks, console);
    }

    /** Writes a text to a file of the user, if there is one. */
    static void written(@Nullable Path file, String text) {
        if (file != null) {
            ResultFile.write(file, text);
        }
    }

    /**
     * Returns the date of the data, for provenance: the file's line {@code # date: …}. The file's modification time
     * is not used, because a copy or a checkout changes it.
     */
    final String date() {
        return Utf8.read(file.value(), "file")
                .lines()
                .takeWhile(line -> line.startsWith("#"))
                .filter(line -> line.startsWith(DATE))
                .findFirst()
                .map(line -> "measured " + line.substring(DATE.length()).strip())
                .orElse("of data without a date");
    }
}
