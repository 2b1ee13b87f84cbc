package org.tailback.study.workload;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveSelector;
import org.tailback.error.InputException;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;
import org.tailback.trace.Unmatched;

/**
 * Traces that are held in memory from their second use on, until one of their files changes. Those used longest ago are
 * released when there is no room. Thread-safe.
 *
 * <p>A trace is held if its format knows all files that it is made of; others are read anew.
 */
public final class WorkloadCache {
    /** Bytes of memory per operation, roughly. */
    public static final int BYTES_PER_OPERATION = 40;

    private static final int MOST_TRACES = 1_000;

    private final long mostOperations;
    private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long operations;

    private record Key(
            Path path, @Nullable String format, double computeSpeed, boolean rawClock, Unmatched unmatched) {}

    /** @param workload null if it is not held: after the first use, or as it is unfit for that */
    private record Entry(
            TraceFormat format, FileStates files, @Nullable Workload workload, long operations, boolean unfit) {}

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
        if (mostOperations == 0 || !Files.exists(path)) {
            return Workload.stream(path, format, selector, options);
        }
        Key key = new Key(
                path.toAbsolutePath(),
                format,
                options.hasComputeSpeed() ? options.computeSpeed() : -1,
                options.hasRawClock(),
                options.unmatched());
        Entry known = use(key);
        if (known != null && states(known.format(), path).equals(Optional.of(known.files()))) {
            if (known.workload() != null) {
                return known.workload().with(selector);
            }
            if (!known.unfit()) {
                return hold(key, known, path, format, selector, options);
            }
            return Workload.stream(path, format, selector, options);
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
            // whoever reads the trace finds the same
            return Optional.empty();
        }
    }

    private synchronized @Nullable Entry use(Key key) {
        return entries.get(key);
    }

    private Workload hold(
            Key key,
            Entry known,
            Path path,
            @Nullable String format,
            CollectiveSelector selector,
            TraceOptions options) {
        Workload held;
        try {
            held = Workload.open(
                    path, format, selector, options, Math.min(mostOperations, Workload.MOST_OPERATIONS_HELD));
        } catch (InputException e) {
            // the replay finds the same, after what comes before it
            return Workload.stream(path, format, selector, options);
        }
        long count = held.operationsHeld();
        boolean isUnchanged = states(known.format(), path).equals(Optional.of(known.files()));
        if (count == 0 || !isUnchanged) {
            put(key, new Entry(known.format(), known.files(), null, 0, isUnchanged));
            held.close();
            return Workload.stream(path, format, selector, options);
        }
        put(key, new Entry(known.format(), known.files(), held, count, false));
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
