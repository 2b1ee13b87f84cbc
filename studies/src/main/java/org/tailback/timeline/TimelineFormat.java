package org.tailback.timeline;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import org.tailback.error.InputException;

/** The forms of timelines, chosen by the ending of the file's name; {@code .gz} after it compresses the file. */
public enum TimelineFormat {
    /** Trace events of Chrome, for ui.perfetto.dev and chrome://tracing. */
    TRACE_EVENTS(".json"),
    /** Paje, for ViTE and pajeng. */
    PAJE(".trace"),
    /** A line per operation, collective and message. */
    CSV(".csv"),
    /** Paraver, with a .pcf and a .row beside it. */
    PARAVER(".prv");

    private static final String COMPRESSED = ".gz";

    private final String ending;

    TimelineFormat(String ending) {
        this.ending = ending;
    }

    /**
     * Returns the form that a file's name asks for.
     *
     * @throws InputException if it asks for none
     */
    public static TimelineFormat of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        String plain = isCompressed(file) ? name.substring(0, name.length() - COMPRESSED.length()) : name;
        for (TimelineFormat format : values()) {
            if (plain.endsWith(format.ending)) {
                return format;
            }
        }
        throw new InputException(file + ": this name does not say which form of timeline to write; expected .json "
                + "(Perfetto, Chrome), .trace (Paje, ViTE), .prv (Paraver) or .csv, each also with .gz behind it");
    }

    static boolean isCompressed(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(COMPRESSED);
    }

    /** Returns a file beside another one, with another ending. */
    Path companion(Path file, String itsEnding) {
        String name = file.getFileName().toString();
        int plain = name.length() - ending.length() - (isCompressed(file) ? COMPRESSED.length() : 0);
        return file.resolveSibling(name.substring(0, plain) + itsEnding);
    }

    /** Begins a timeline; closing the writer closes the stream. */
    TimelineWriter writer(OutputStream out) {
        return switch (this) {
            case TRACE_EVENTS -> new TraceEventWriter(out);
            case PAJE -> new PajeWriter(out);
            case CSV -> new CsvTimelineWriter(out);
            case PARAVER -> new PrvWriter(out);
        };
    }
}
