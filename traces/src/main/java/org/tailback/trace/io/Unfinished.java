package org.tailback.trace.io;

import java.io.IOException;
import java.nio.file.Path;

/** A file or folder that is removed when it is closed, or when the JVM is asked to end before. */
final class Unfinished implements AutoCloseable {
    private final Path path;
    private final Thread atEnd;
    private final boolean watched;
    private volatile boolean ending;

    Unfinished(Path path) {
        this.path = path;
        this.atEnd = new Thread(this::removeAtEnd, "remove " + path.getFileName());
        this.watched = watch();
    }

    private boolean watch() {
        try {
            Runtime.getRuntime().addShutdownHook(atEnd);
            return true;
        } catch (IllegalStateException e) {
            // the JVM ends already, and waits for whoever writes now: results of interrupted work
            return false;
        }
    }

    private void removeAtEnd() {
        ending = true;
        // the writing thread runs until the JVM ends and may put another file into the folder: then once more
        for (int attempt = 0; attempt < 3 && !removed(); attempt++) {
            Thread.onSpinWait();
        }
    }

    private boolean removed() {
        try {
            WholeFolder.remove(path);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends the writing if the JVM is about to end. */
    void check() throws IOException {
        if (ending) {
            throw new IOException("interrupted");
        }
    }

    @Override
    public void close() throws IOException {
        if (watched && !ending) {
            try {
                Runtime.getRuntime().removeShutdownHook(atEnd);
            } catch (IllegalStateException e) {
                // the JVM ends: the hook does it
                return;
            }
        }
        WholeFolder.remove(path);
    }
}
