package org.tailback.trace.io;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes files that are there as a whole or not at all: the data are written to another file in the same folder, which
 * takes the place of the target at the end. Until then the target stays as it was, so that it may be what is read
 * meanwhile. When the JVM is asked to end before, the other file is removed.
 */
public final class WholeFile {
    private WholeFile() {}

    /** Writes to a path. */
    @FunctionalInterface
    public interface Writing {
        /** @param file where to write; there is nothing yet */
        void to(Path file) throws IOException;
    }

    /**
     * Writes a file or replaces it. A symbolic link is followed.
     *
     * @throws IOException if that fails; nothing is left behind then, and exceptions of {@code writing} pass through
     */
    public static void write(Path target, Writing writing) throws IOException {
        Path real = Files.exists(target) ? target.toRealPath() : target.toAbsolutePath();
        if (Files.exists(real) && !Files.isRegularFile(real)) {
            throw new IOException("it is no file that could be replaced");
        }
        if (real.getParent() == null || !Files.isDirectory(real.getParent())) {
            throw new IOException("there is no folder for it");
        }
        Path part = real.resolveSibling(
                "." + real.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try (Unfinished unfinished = new Unfinished(part)) {
            writing.to(part);
            unfinished.check();
            move(part, real);
        }
    }

    private static void move(Path part, Path target) throws IOException {
        try {
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
