package org.tailback.study.workload;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveSelector;
import org.tailback.error.InputException;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Unmatched;

/**
 * Traces that are held in memory from their second use on, until one of their files changes. Those used longest ago are
 * released when there is no room. Thread-safe.
 *
 * <p>A trace is held if it is a folder, or a file in a format that refers to no other file; others are read anew.
 */
public final class WorkloadCache {
    /** Bytes of memory per operation, roughly. */
    public static final int BYTES_PER_OPERATION = 40;

    private static final int MOST_TRACES = 1_000;
    private static final Set<String> IN_ONE_FILE = Set.of("tailback", "tailback-binary", "clog2");

    private final long mostOperations;
    private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long operations;

    private record Key(
            Path path, @Nullable String format, double computeSpeed, boolean rawClock, Unmatched unmatched) {}

    /** @param workload null if it is not held: after the first use, or as it is unfit for that */
    private record Entry(FileStates files, @Nullable Workload workload, long operations, boolean unfit) {}

    /** @param mostOperations that are held in all, >= 0; 0 for a cache that holds nothing */
    public WorkloadCache(long mostOperations) {
        this.mostOperations = mostOperations;
    }

    /**
     * Opens a trace or schedule as {@link Workload#stream} does, from memory if it is held there.
     *
     * @throws InputException if it cannot be used
     */
    public Workload open(Path path, @Nullable String format, CollectiveSelector selector, TraceOptions options) {
        Optional<FileStates> files =
                mostOperations == 0 || !Files.exists(path) ? Optional.empty() : FileStates.of(path);
        if (files.isEmpty()) {
            return Workload.stream(path, format, selector, options);
        }
        Key key = new Key(
                path.toAbsolutePath(),
                format,
                options.hasComputeSpeed() ? options.computeSpeed() : -1,
                options.hasRawClock(),
                options.unmatched());
        Entry known = use(key, files.get());
        if (known == null || known.unfit()) {
            return Workload.stream(path, format, selector, options);
        }
        return known.workload() == null
                ? hold(key, path, format, selector, options, files.get())
                : known.workload().with(selector);
    }

    /** Returns what is known of files in this state; null at their first use. */
    private synchronized @Nullable Entry use(Key key, FileStates files) {
        Entry entry = entries.get(key);
        if (entry == null || !entry.files().equals(files)) {
            put(key, new Entry(files, null, 0, false));
            return null;
        }
        return entry;
    }

    private Workload hold(
            Key key,
            Path path,
            @Nullable String format,
            CollectiveSelector selector,
            TraceOptions options,
            FileStates files) {
        Workload stream = Workload.stream(path, format, selector, options);
        if (!Files.isDirectory(path) && !IN_ONE_FILE.contains(stream.format())) {
            put(key, new Entry(files, null, 0, true));
            return stream;
        }
        Workload held;
        try {
            held = Workload.open(
                    path, format, selector, options, Math.min(mostOperations, Workload.MOST_OPERATIONS_HELD));
        } catch (InputException e) {
            // the replay finds the same, after what comes before it
            return stream;
        }
        long count = held.operationsHeld();
        boolean isUnchanged = FileStates.of(path).equals(Optional.of(files));
        if (count == 0 || !isUnchanged) {
            put(key, new Entry(files, null, 0, isUnchanged));
            return stream;
        }
        stream.close();
        put(key, new Entry(files, held, count, false));
        return held;
    }

    private synchronized void put(Key key, Entry entry) {
        Entry before = entries.put(key, entry);
        operations += entry.operations() - (before == null ? 0 : before.operations());
        Iterator<Entry> oldest = entries.values().iterator();
        while (operations > mostOperations || entries.size() > MOST_TRACES) {
            operations -= oldest.next().operations();
            oldest.remove();
        }
    }
}
