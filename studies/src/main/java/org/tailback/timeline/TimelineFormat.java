package org.tailback.timeline;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import org.tailback.error.InputException;

/** Formats of timelines, chosen by the ending of the file's name. An additional {@code .gz} compresses the file. */
public enum TimelineFormat {
    /** Chrome's trace events, for ui.perfetto.dev and chrome://tracing. */
    TRACE_EVENTS(".json"),
    /** Paje, for ViTE and pajeng. */
    PAJE(".trace"),
    /** CSV with one line per operation, collective and message. */
    CSV(".csv");

    private static final String COMPRESSED = ".gz";

    private final String ending;

    TimelineFormat(String ending) {
        this.ending = ending;
    }

    /**
     * Returns the format for the ending of a file's name.
     *
     * @throws InputException if no format has this ending
     */
    public static TimelineFormat of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        String plain = isCompressed(file) ? name.substring(0, name.length() - COMPRESSED.length()) : name;
        for (TimelineFormat format : values()) {
            if (plain.endsWith(format.ending)) {
                return format;
            }
        }
        String expected = ".json (Perfetto, Chrome), .trace (Paje, ViTE) or .csv, each optionally followed by .gz";
        throw new InputException(
                plain.endsWith(".prv")
                        ? file + ": timelines for Paraver are no longer written. Choose a name with " + expected
                        : file + ": the name does not have the ending of a timeline; expected " + expected);
    }

    static boolean isCompressed(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(COMPRESSED);
    }

    /** Begins a timeline; closing the writer closes the stream. */
    TimelineWriter writer(OutputStream out) {
        return switch (this) {
            case TRACE_EVENTS -> new TraceEventWriter(out);
            case PAJE -> new PajeWriter(out);
            case CSV -> new CsvTimelineWriter(out);
        };
    }
}
