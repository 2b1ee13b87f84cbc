package org.tailback.cli.console;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Terminal behind a stream, if there is one, with its width and colours. {@code COLUMNS} sets the width; without it,
 * {@code stty} is run. Colours are used on a terminal only, unless {@code CLICOLOR_FORCE} is set; {@code NO_COLOR} and
 * {@code TERM=dumb} disable them.
 */
public final class Terminal {
    /** Width without a terminal, in columns. */
    public static final int WIDTH = 100;

    /** Terminal of a stream that is not a terminal: default width, no colours. */
    public static final Terminal NONE = new Terminal(null, false, WIDTH);

    private static final int LEAST = 40;
    /** Largest width, in columns: longer lines are hard to read. */
    private static final int MOST = 120;

    private static final String BOLD = "\u001b[1m";
    private static final String RED = "\u001b[1;31m";
    private static final String YELLOW = "\u001b[1;33m";
    private static final String END = "\u001b[0m";

    private final @Nullable Path device;
    private final boolean hasColours;
    /** Width in columns; 0 before the first query. */
    private int width;

    private Terminal(@Nullable Path device, boolean hasColours, int width) {
        this.device = device;
        this.hasColours = hasColours;
        this.width = width;
    }

    /** Returns the terminal of a standard stream of this process: 1 for results, 2 for messages. */
    static Terminal ofStream(int descriptor) {
        return of(System.getenv(), Path.of("/proc/self/fd/" + descriptor));
    }

    /**
     * Returns the terminal behind a file descriptor. {@code System.console()} is not a substitute: it requires that
     * standard input and output are terminals, and from Java 22 on it also exists without terminals.
     */
    static Terminal of(Map<String, String> environment, Path descriptor) {
        Path device = device(descriptor);
        boolean hasColours = environment.getOrDefault("NO_COLOR", "").isEmpty()
                && (!environment.getOrDefault("CLICOLOR_FORCE", "0").equals("0")
                        || device != null
                                && !environment.getOrDefault("TERM", "").equals("dumb")
                                && !environment.getOrDefault("CLICOLOR", "1").equals("0"));
        return new Terminal(device, hasColours, columns(environment.getOrDefault("COLUMNS", "")));
    }

    private static @Nullable Path device(Path descriptor) {
        try {
            Path target = Files.readSymbolicLink(descriptor);
            String name = target.toString();
            return name.startsWith("/dev/pts/") || name.startsWith("/dev/tty") || name.equals("/dev/console")
                    ? target
                    : null;
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    /** Parses a number of columns, and limits it to the valid range; returns 0 if the text is not a number. */
    private static int columns(String text) {
        return text.matches("[1-9]\\d{0,5}") ? Math.max(LEAST, Math.min(MOST, Integer.parseInt(text))) : 0;
    }

    public boolean isPresent() {
        return device != null;
    }

    /** Returns the number of columns of a line. */
    public synchronized int width() {
        if (width == 0) {
            int asked = device == null ? 0 : columns(askedColumns(device));
            width = asked == 0 ? WIDTH : asked;
        }
        return width;
    }

    private static String askedColumns(Path device) {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File(device.toString()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String rowsAndColumns = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return rowsAndColumns.substring(rowsAndColumns.indexOf(' ') + 1);
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns a text in bold, if the terminal has colours. */
    public String strong(String text) {
        return coloured(BOLD, text);
    }

    String error(String text) {
        return coloured(RED, text);
    }

    String warning(String text) {
        return coloured(YELLOW, text);
    }

    private String coloured(String colour, String text) {
        return hasColours ? colour + text + END : text;
    }
}
