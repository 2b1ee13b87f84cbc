package org.tailback.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveSelector;
import org.tailback.error.InputException;
import org.tailback.stability.Beta;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;

/**
 * Cache of traces that are held in memory from their second use on, until one of their files changes. The least
 * recently used traces are evicted when the cache is full. Thread-safe.
 *
 * <p>A trace is held if its format lists all its files; other traces are read again for each use.
 */
@Beta
public final class WorkloadCache {
    /** Approximate memory per operation, in bytes. */
    public static final int BYTES_PER_OPERATION = 40;

    private static final int MOST_TRACES = 1_000;

    private final long mostOperations;
    private final Map<Key, Entry> entries = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true));
    private long operations;

    private record Key(Path path, @Nullable String format, TraceOptions options) {}

    /**
     * An entry of the cache.
     *
     * @param workload workload held in memory; null after the first use, or if the workload cannot be held
     */
    private record Entry(
            TraceFormat format, FileStates files, @Nullable Workload workload, long operations, boolean unfit) {}

    /**
     * Creates an empty cache.
     *
     * @param mostOperations largest number of operations held in total, >= 0; 0 for a cache that holds nothing
     */
    public WorkloadCache(long mostOperations) {
        this.mostOperations = mostOperations;
    }

    /**
     * Opens a trace or schedule as {@link Workload#stream} does, from memory if the cache holds it.
     *
     * @throws InputException if the trace or schedule cannot be used
     */
    public Workload open(Path path, @Nullable String format, CollectiveSelector selector, TraceOptions options) {
        if (mostOperations == 0 || !Files.exists(path)) {
            return Workload.stream(path, format, selector, options);
        }
        Key key = new Key(path.toAbsolutePath(), format, options);
        Entry known = entries.get(key);
        if (known != null && states(known.format(), path).equals(Optional.of(known.files()))) {
            if (known.workload() != null) {
                return known.workload().with(selector);
            }
            return known.unfit() ? Workload.stream(path, format, selector, options) : hold(key, known, path, selector);
        }
        Workload stream = Workload.stream(path, format, selector, options);
        TraceFormat found = Traces.named(stream.format());
        states(found, path).ifPresent(files -> put(key, new Entry(found, files, null, 0, false)));
        return stream;
    }

    private static Optional<FileStates> states(TraceFormat format, Path path) {
        try {
            return format.files(path).flatMap(FileStates::of);
        } catch (InputException e) {
            // the reader of the trace reports the same error
            return Optional.empty();
        }
    }

    private Workload hold(Key key, Entry known, Path path, CollectiveSelector selector) {
        Workload held;
        try {
            long most = Math.min(mostOperations, Workload.MOST_OPERATIONS_HELD);
            held = Workload.open(path, key.format(), selector, key.options(), most);
        } catch (InputException e) {
            // the replay reports the same error
            return Workload.stream(path, key.format(), selector, key.options());
        }
        long count = held.operationsHeld();
        boolean isUnchanged = states(known.format(), path).equals(Optional.of(known.files()));
        if (count == 0 || !isUnchanged) {
            put(key, new Entry(known.format(), known.files(), null, 0, isUnchanged));
            held.close();
            return Workload.stream(path, key.format(), selector, key.options());
        }
        put(key, new Entry(known.format(), known.files(), held, count, false));
        return held;
    }

    private void put(Key key, Entry entry) {
        synchronized (entries) {
            Entry before = entries.put(key, entry);
            operations += entry.operations() - (before == null ? 0 : before.operations());
            Iterator<Entry> oldest = entries.values().iterator();
            while (operations > mostOperations || entries.size() > MOST_TRACES) {
                operations -= oldest.next().operations();
                oldest.remove();
            }
        }
    }

    /**
     * State of the files of a trace: the file of each path, its size, and the times of the last changes of its content
     * and its status. A change of the content changes the state, except within one tick of the file system's clock.
     *
     * @param files attributes by path
     */
    record FileStates(Map<Path, List<Object>> files) {
        /** A tick in milliseconds, coarser than the clock of any file system. */
        private static final long TICK_MILLIS = 2_500;

        private static final List<String> ATTRIBUTES = List.of("ino", "dev", "size", "lastModifiedTime", "ctime");
        private static final int MOST_FILES = 100_000;

        /**
         * Returns the state of files, and of all files in folders; empty if there are too many files or the state is
         * unknown.
         */
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

        /**
         * Adds the attributes of the files of a path. Returns false if there are too many files, or one has just
         * changed.
         */
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
}
