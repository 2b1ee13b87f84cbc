package org.tailback.study.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The state of the files that a trace is made of: which file each path names, its size, and when its content and its
 * status changed. Content does not change without the state, unless within the tick of the file system's clock.
 *
 * @param files the attributes by path
 */
record FileStates(Map<Path, List<Object>> files) {
    /** Coarser than the clock of any file system. */
    private static final long TICK_MILLIS = 2_500;

    private static final List<String> ATTRIBUTES = List.of("ino", "dev", "size", "lastModifiedTime", "ctime");
    private static final int MOST_FILES = 100_000;

    /** Returns the state of files, and of all files in folders; empty if there are too many or it is unknown. */
    static Optional<FileStates> of(List<Path> paths) {
        Map<Path, List<Object>> files = new HashMap<>();
        try {
            for (Path path : paths) {
                if (!addAll(path, files)) {
                    return Optional.empty();
                }
            }
            return Optional.of(new FileStates(files));
        } catch (IOException | UncheckedIOException | UnsupportedOperationException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns false if there are too many files, or one has just changed. */
    private static boolean addAll(Path path, Map<Path, List<Object>> files) throws IOException {
        try (Stream<Path> below = Files.walk(path, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : (Iterable<Path>) below::iterator) {
                Map<String, Object> state = Files.readAttributes(file, "unix:" + String.join(",", ATTRIBUTES));
                files.put(file, ATTRIBUTES.stream().map(state::get).toList());
                boolean isSettled = state.get("ctime") instanceof FileTime changed
                        && System.currentTimeMillis() - changed.toMillis() > TICK_MILLIS;
                if (files.size() > MOST_FILES || !isSettled) {
                    return false;
                }
            }
        }
        return true;
    }
}
