package org.tailback.trace.io;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.stream.Stream;
import org.tailback.error.InputException;

/**
 * Writer of files and folders that are complete or absent: the data are written to a temporary file or folder next to
 * the target, which replaces the target at the end. Until then the target is unchanged and can be read. The temporary
 * file or folder is removed if the JVM is terminated before the end.
 */
public final class WholeFile {
    private WholeFile() {}

    /** Action that writes the data. */
    @FunctionalInterface
    public interface Writing {
        /**
         * Writes the data.
         *
         * @param path path of a file that does not exist yet, or of an empty folder
         */
        void to(Path path) throws IOException;
    }

    /**
     * Writes or replaces a file. A symbolic link is followed.
     *
     * @throws InputException if the file cannot be written; in this case no file is left behind. Exceptions of {@code
     *     writing} that do not concern input or output are passed on
     */
    public static void write(Path target, Writing writing) {
        during(target, path -> {
            Path real = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
            if (Files.exists(real) && !Files.isRegularFile(real)) {
                throw new IOException("it is not a regular file");
            }
            try (Unfinished unfinished = new Unfinished(real)) {
                writing.to(unfinished.part);
                move(unfinished.part, real);
            }
        });
    }

    /**
     * Writes a folder. An existing folder must be empty.
     *
     * @throws InputException under the conditions of {@link #write}
     */
    public static void writeFolder(Path target, Writing writing) {
        during(target, path -> {
            Path real = path.toAbsolutePath().normalize();
            if (Files.exists(real) && !Files.isDirectory(real)) {
                throw new IOException("a file with the name of the folder exists");
            }
            if (Files.exists(real) && !isEmpty(real)) {
                throw new IOException("the folder is not empty; empty it, or name another folder");
            }
            try (Unfinished unfinished = new Unfinished(real)) {
                Files.createDirectory(unfinished.part);
                writing.to(unfinished.part);
                if (unfinished.ending) {
                    throw new IOException("interrupted");
                }
                Files.deleteIfExists(real);
                Files.move(unfinished.part, real);
            }
        });
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    private static void during(Path target, Writing work) {
        try {
            work.to(target);
        } catch (UncheckedIOException e) {
            throw failed(target, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw failed(target, e);
        }
    }

    private static InputException failed(Path target, IOException e) {
        String reason = e.getClass() == IOException.class ? e.getMessage() : e.toString();
        return new InputException(target + ": cannot be written (" + reason + ")", e);
    }

    private static void move(Path part, Path target) throws IOException {
        try {
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** A file or folder that is removed when it is closed, or earlier when the JVM is terminated. */
    private static final class Unfinished implements AutoCloseable {
        private final Path part;
        private final Thread atEnd;
        private final boolean watched;
        /** True if files of the folder may have been removed, because the JVM is ending. */
        private volatile boolean ending;

        Unfinished(Path target) throws IOException {
            Path name = target.getFileName();
            if (name == null || target.getParent() == null || !Files.isDirectory(target.getParent())) {
                throw new IOException("its folder does not exist");
            }
            this.part = target.resolveSibling(
                    "." + name + "." + ProcessHandle.current().pid() + ".part");
            this.atEnd = new Thread(this::removeAtEnd, "remove " + name);
            this.watched = watch();
        }

        private boolean watch() {
            try {
                Runtime.getRuntime().addShutdownHook(atEnd);
                return true;
            } catch (IllegalStateException e) {
                // the JVM is ending and waits for threads that still write: the file is the result of interrupted work
                return false;
            }
        }

        private void removeAtEnd() {
            ending = true;
            // the writing thread runs until the JVM ends and may add another file to the folder: remove the folder once
            // more
            for (int attempt = 0; attempt < 3; attempt++) {
                try {
                    remove();
                    return;
                } catch (IOException e) {
                    Thread.onSpinWait();
                }
            }
        }

        /** Removes the file, or the folder with its contents. Symbolic links are not followed. */
        private void remove() throws IOException {
            if (Files.exists(part)) {
                MoreFiles.deleteRecursively(part, RecursiveDeleteOption.ALLOW_INSECURE);
            }
        }

        @Override
        public void close() throws IOException {
            if (watched) {
                try {
                    Runtime.getRuntime().removeShutdownHook(atEnd);
                } catch (IllegalStateException e) {
                    // the JVM is ending: the hook removes the file
                    return;
                }
            }
            remove();
        }
    }
}
