package org.tailback.trace.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes folders that are there as a whole or not at all: the data are written to another folder beside the target,
 * which takes its place at the end. An existing folder must be empty.
 */
public final class WholeFolder {
    private WholeFolder() {}

    /** Writes into a folder. */
    @FunctionalInterface
    public interface Writing {
        /** @param folder there, and empty */
        void into(Path folder) throws IOException;
    }

    /** Returns whether nothing is in a folder. */
    public static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    /**
     * Writes a folder.
     *
     * @throws IOException if that fails; nothing is left behind then, and exceptions of {@code writing} pass through
     */
    public static void write(Path target, Writing writing) throws IOException {
        Path real = target.toAbsolutePath().normalize();
        if (Files.exists(real)) {
            if (!Files.isDirectory(real)) {
                throw new IOException("there is a file of this name, and a folder is to be written");
            }
            if (!isEmpty(real)) {
                throw new IOException("the folder is not empty; name another one, or remove what is there");
            }
        }
        Path name = real.getFileName();
        if (name == null || real.getParent() == null || !Files.isDirectory(real.getParent())) {
            throw new IOException("there is no folder for it");
        }
        Path part =
                real.resolveSibling("." + name + "." + ProcessHandle.current().pid() + ".part");
        try (Unfinished unfinished = new Unfinished(part)) {
            Files.createDirectory(part);
            writing.into(part);
            unfinished.check();
            Files.deleteIfExists(real);
            Files.move(part, real);
        }
    }

    /** Removes a folder with what is in it, if it is there. Symbolic links are not followed. */
    static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> found;
        try (Stream<Path> all = Files.walk(folder)) {
            found = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : found) {
            Files.deleteIfExists(path);
        }
    }
}
