package org.tailback.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether standard error is a terminal, on which a line can be overwritten. Java does not know:
 * {@code System.console()} speaks of standard input and output, and of neither from Java 22 on. So, in this order:
 *
 * <ol>
 *   <li>the environment variable {@code TAILBACK_PROGRESS}, {@code on} or {@code off};
 *   <li>{@code TERM=dumb} or the variable {@code CI}: no;
 *   <li>the file behind descriptor 2, where the system shows it in {@code /proc/self/fd/2}: yes for a terminal device;
 *   <li>elsewhere no.
 * </ol>
 */
final class Terminal {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private Terminal() {}

    static boolean isStandardError() {
        return isStandardError(System.getenv(), STANDARD_ERROR);
    }

    static boolean isStandardError(Map<String, String> environment, Path descriptor) {
        @Nullable String wish = environment.get("TAILBACK_PROGRESS");
        if (wish != null) {
            return wish.equals("on");
        }
        if ("dumb".equals(environment.get("TERM")) || environment.containsKey("CI")) {
            return false;
        }
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
