package org.tailback.trace.nativeformat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.GroupedSink;
import org.tailback.program.OperationKind;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.io.TextOutput;

/** Writer of the operations of one program as lines. */
final class NativeTextSink extends GroupedSink {
    /** Longest name of a call, in characters. */
    static final int LONGEST_NAME = 200;

    private final TextOutput out;
    private final RecordedTimes.@Nullable Cursor times;
    /** True while the cursor of times is at an operation that has not been written. */
    private boolean more;
    /** True if the fields below hold the values of the last operation. */
    private boolean known;

    private double enter;
    private double leave;
    private @Nullable String call;
    private long callNumber;
    private final int depth;
    private final Map<Integer, int[]> groups = new HashMap<>();
    /** Number of operations written. */
    long operations;

    /**
     * Creates a sink.
     *
     * @param times times of the operations; null to write none
     * @param depth 1 for a rank, 2 for its progress threads, …
     */
    NativeTextSink(TextOutput out, RecordedTimes.@Nullable Cursor times, int depth) {
        this.out = out;
        this.times = times;
        this.more = times != null && times.next();
        this.depth = depth;
    }

    private TextOutput line(String word) {
        for (int i = 1; i < depth; i++) {
            out.text("  ");
        }
        return out.text(word);
    }

    private TextOutput operation(String word) {
        if (times != null) {
            times(times);
        }
        operations++;
        return line(word);
    }

    /**
     * Writes the times of the next operation if they differ from the previous times, or the operation belongs to
     * another call.
     */
    private void times(RecordedTimes.Cursor cursor) {
        boolean wasKnown = known;
        known = more && cursor.operation() == operations;
        if (!known) {
            if (wasKnown) {
                line("@ -\n");
            }
            return;
        }
        boolean changed = !wasKnown
                || callNumber != cursor.callNumber()
                || Double.doubleToRawLongBits(enter) != Double.doubleToRawLongBits(cursor.enter())
                || Double.doubleToRawLongBits(leave) != Double.doubleToRawLongBits(cursor.leave())
                || !Objects.equals(call, cursor.call());
        enter = cursor.enter();
        leave = cursor.leave();
        call = cursor.call();
        callNumber = cursor.callNumber();
        more = cursor.next();
        if (changed) {
            if (!(Math.abs(enter) < Double.POSITIVE_INFINITY && leave >= enter && leave < 1e300)) {
                throw new InputException("The recorded times of operation " + operations + " are from " + enter + " to "
                        + leave + " s: expected finite times, the second not before the first");
            }
            line("@").decimal(enter).decimal(leave);
            if (call != null) {
                out.character(' ').text(callName(call));
            }
            out.character('\n');
        }
    }

    private static String callName(String name) {
        String line = oneLine(name);
        return line.isEmpty() ? "?" : line.substring(0, Math.min(LONGEST_NAME, line.length()));
    }

    /** Returns a text without line breaks. */
    static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.strip().codePoints().map(c -> c < ' ' || c == 0x7f ? ' ' : c).forEach(line::appendCodePoint);
        return line.toString();
    }

    @Override
    protected void message(
            OperationKind kind, int request, int peer, int tag, int communicator, long bytes, SendMode mode) {
        operation(kind.label());
        if (request != NO_REQUEST) {
            out.number(request);
        }
        if (peer == ANY_SOURCE) {
            out.text(" any");
        } else {
            out.number(peer);
        }
        if (kind != OperationKind.PROBE) {
            out.number(bytes);
        }
        if (tag == ANY_TAG) {
            out.text(" tag any");
        } else if (tag != 0) {
            out.text(" tag").number(tag);
        }
        on(communicator);
        if (mode != SendMode.STANDARD) {
            out.text(" mode ").text(mode.name().toLowerCase(Locale.ROOT));
        }
        out.character('\n');
    }

    private void on(int communicator) {
        if (communicator != WORLD) {
            out.text(" on").number(communicator);
        }
    }

    @Override
    protected void request(OperationKind kind, int request) {
        operation(kind.label()).number(request).character('\n');
    }

    @Override
    protected void requests(OperationKind kind, int[] requests, int count) {
        operation("");
        numbers(kind.label(), requests, count);
        out.character('\n');
    }

    @Override
    public void compute(double seconds) {
        operation("compute").decimal(seconds).character('\n');
    }

    @Override
    public void kernel(String name, long m, long n, long k) {
        operation("kernel ").text(name).number(m).number(n).number(k).character('\n');
    }

    @Override
    public void collective(CollectiveCall call) {
        define(call);
        operation(call.kind().label());
        arguments(call);
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        define(call);
        operation("i" + call.kind().label()).number(request);
        arguments(call);
    }

    private void define(CollectiveCall call) {
        int[] group = call.group();
        int[] before = group == null ? groups.remove(call.communicator()) : groups.put(call.communicator(), group);
        if (!Arrays.equals(before, group)) {
            line("communicator").number(call.communicator());
            int[] members = group == null ? new int[0] : group;
            numbers(group == null ? " all" : "", members, members.length);
            out.character('\n');
        }
    }

    private void arguments(CollectiveCall call) {
        out.number(call.kind() == CollectiveCall.Kind.BARRIER ? 0 : call.bytes());
        if (call.root() != 0) {
            out.text(" root").number(call.root());
        }
        on(call.communicator());
        sizes(" send", call.sendCounts());
        sizes(" receive", call.receiveCounts());
        CollectiveCall.Neighbours neighbours = call.neighbours();
        if (neighbours != null) {
            numbers(" from", neighbours.sources(), neighbours.sources().length);
            numbers(" to", neighbours.destinations(), neighbours.destinations().length);
        }
        if (Double.doubleToRawLongBits(call.computeSeconds()) != 0) {
            out.text(" work").decimal(call.computeSeconds());
        }
        out.character('\n');
    }

    private void sizes(String word, long @Nullable [] sizes) {
        if (sizes != null) {
            out.text(word);
            for (long size : sizes) {
                out.number(size);
            }
        }
    }

    private void numbers(String word, int[] numbers, int count) {
        out.text(word);
        for (int i = 0; i < count; i++) {
            out.number(numbers[i]);
        }
    }

    @Override
    public void start(int request, Program progressThread) {
        operation("start").number(request).text(" {\n");
        if (depth > NativeTextProgram.MOST_NESTED) {
            throw new InputException("Progress threads that start progress threads can be nested "
                    + NativeTextProgram.MOST_NESTED + " deep; the program nests them deeper");
        }
        try (progressThread) {
            progressThread.produceAll(new NativeTextSink(out, null, depth + 1));
        }
        line("}\n");
    }
}
