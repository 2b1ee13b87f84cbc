package org.tailback.trace.mpi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tailback.trace.RecordedRun;
import org.tailback.units.Readable;

/**
 * Recorded time of one rank, or of all ranks, in calls that a replay does not perform, and in file input and output.
 * Times are in seconds.
 */
final class LeftOutTime {
    private static final int NAMED = 4;

    /** Number of calls or pauses, and their total time. */
    static final class Calls {
        long count;
        double seconds;

        void add(double time) {
            count++;
            seconds += time;
        }

        void add(Calls other) {
            count += other.count;
            seconds += other.seconds;
        }
    }

    private final Map<String, Calls> byName = new HashMap<>();
    private final Calls files = new Calls();
    private double firstMessage = Double.POSITIVE_INFINITY;

    /** Records the time at which the rank called its first message or collective operation. */
    void messageAt(double seconds) {
        firstMessage = Math.min(firstMessage, seconds);
    }

    void leftOut(String name, double seconds) {
        byName.computeIfAbsent(name, any -> new Calls()).add(seconds);
    }

    void file(double seconds) {
        files.add(seconds);
    }

    void add(LeftOutTime other) {
        other.byName.forEach((name, calls) ->
                byName.computeIfAbsent(name, any -> new Calls()).add(calls));
        files.add(other.files);
        firstMessage = Math.min(firstMessage, other.firstMessage);
    }

    /**
     * Returns the summary of all ranks.
     *
     * @param span duration of the recorded run, seconds
     * @param dropsFiles whether file input and output is also omitted
     */
    RecordedRun of(double span, int ranks, boolean dropsFiles) {
        List<RecordedRun.Calls> calls = new ArrayList<>();
        byName.forEach((name, its) -> calls.add(new RecordedRun.Calls(name, its.count, its.seconds)));
        if (dropsFiles && files.count > 0) {
            calls.add(new RecordedRun.Calls("file input and output", files.count, files.seconds));
        }
        calls.sort(Comparator.comparingDouble(RecordedRun.Calls::seconds)
                .reversed()
                .thenComparing(RecordedRun.Calls::name));
        double seconds = sum(calls);
        return new RecordedRun(
                span,
                Math.min(firstMessage, span),
                seconds,
                share(seconds, span * ranks),
                files.seconds,
                !dropsFiles,
                calls);
    }

    private static double sum(List<RecordedRun.Calls> calls) {
        return calls.stream().mapToDouble(RecordedRun.Calls::seconds).sum();
    }

    private static double share(double seconds, double recorded) {
        return recorded > 0 ? Math.min(1, seconds / recorded) : Double.NaN;
    }

    /**
     * Returns sentences about the calls and about files, for the same parameters as {@link #of}; the span is NaN if it
     * is unknown.
     */
    List<String> sentences(double span, int ranks, boolean dropsFiles) {
        List<String> sentences = new ArrayList<>();
        RecordedRun run = of(span, ranks, dropsFiles);
        if (files.count > 0) {
            sentences.add(files.count + " x call of file input or output: "
                    + (files.seconds > 0 ? time(files.seconds, span * ranks) + ", " : "")
                    + (dropsFiles ? "left out, as requested." : "kept as computation."));
        }
        if (run.leftOut() > 0) {
            List<RecordedRun.Calls> calls =
                    run.calls().stream().filter(its -> its.seconds() > 0).toList();
            int named = calls.size() <= NAMED + 1 ? calls.size() : NAMED;
            List<String> names = new ArrayList<>();
            calls.subList(0, named).forEach(its -> names.add(its.name() + ' ' + Readable.seconds(its.seconds())));
            if (named < calls.size()) {
                double others = sum(calls.subList(named, calls.size()));
                names.add(calls.size() - named + " others " + Readable.seconds(others));
            }
            sentences.add("Calls that are not replayed took " + time(run.leftOut(), span * ranks)
                    + ", and are left out: " + String.join(", ", names) + ".");
        }
        return sentences;
    }

    private static String time(double seconds, double recorded) {
        double percent = 100 * share(seconds, recorded);
        if (Double.isNaN(percent)) {
            return Readable.seconds(seconds) + " of all ranks together";
        }
        String words = percent < 0.01
                ? "less than 0.01 %"
                : String.format(Locale.ROOT, percent < 10 ? "%.2g %%" : "%.0f %%", percent);
        return Readable.seconds(seconds) + " of all ranks together, " + words + " of the recorded time";
    }
}
