package org.tailback.trace.nativeformat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.trace.io.LineReader;

/** Program of a rank or progress thread, read line by line while it runs. */
final class NativeTextProgram implements Program {
    /** Greatest depth of progress threads that start progress threads. */
    static final int MOST_NESTED = 8;

    /** Largest excess of a request's number over the number of earlier requests. */
    private static final int REQUESTS_AHEAD = 1 << 16;

    private static final int BATCH = 32;
    private static final SendMode[] MODES = SendMode.values();
    private static final String[] MODE_NAMES =
            Stream.of(MODES).map(mode -> mode.name().toLowerCase(Locale.ROOT)).toArray(String[]::new);

    private final int ranks;
    private final boolean timed;
    private final int depth;
    private final Supplier<NativeLine> opener;
    /** Members of communicators; all ranks for communicators without a definition. */
    private final Map<Integer, int[]> groups = new HashMap<>();

    private @Nullable NativeLine line;
    private long operations;
    /**
     * Requests started so far. A wait may refer to any of them: a request that has ended is a null request, as in MPI.
     */
    private final BitSet started = new BitSet();

    private long startedInAll;
    private boolean ended;

    /**
     * Creates a program.
     *
     * @param timed whether lines of times may occur
     * @param depth 0 for a rank, 1 for its progress threads, …
     * @param opener opens the lines after {@code rank R} or after the opening brace
     */
    NativeTextProgram(int ranks, boolean timed, int depth, Supplier<NativeLine> opener) {
        this.ranks = ranks;
        this.timed = timed;
        this.depth = depth;
        this.opener = opener;
    }

    @Override
    public boolean produce(OperationSink sink) {
        if (ended) {
            return false;
        }
        NativeLine lines = line;
        if (lines == null) {
            lines = opener.get();
            line = lines;
        }
        long before = operations;
        while (operations - before < BATCH) {
            if (!lines.next()) {
                if (depth == 0) {
                    throw lines.atEnd("the file ends within a rank; expected a line 'end'", "Is it complete?");
                }
                close();
                break;
            }
            Word word = lines.word();
            if (word.meaning() == Word.Meaning.END && depth == 0) {
                if (lines.hasMore()) {
                    long expected = lines.integer("the number of operations", 0, Long.MAX_VALUE);
                    if (expected != operations) {
                        throw lines.problem(
                                "the rank has " + operations + " operations of the " + expected + " in its line 'end'",
                                "Is the file complete?");
                    }
                }
                lines.finish();
                close();
                break;
            }
            perform(lines, word, sink);
        }
        return operations > before;
    }

    private void perform(NativeLine line, Word word, OperationSink sink) {
        switch (word.meaning()) {
            case COMPUTE -> {
                double seconds = line.number("a number of seconds", 0);
                line.finish();
                sink.compute(seconds);
            }
            case KERNEL -> {
                String name = line.name();
                long m = line.integer("a size", 1, Long.MAX_VALUE);
                long n = line.integer("a size", 1, Long.MAX_VALUE);
                long k = line.integer("a size", 1, Long.MAX_VALUE);
                line.finish();
                sink.kernel(name, m, n, k);
            }
            case SEND, ISEND, RECV, IRECV, PROBE -> message(line, word.meaning(), sink);
            case WAIT -> sink.await(lastRequest(line));
            case FREE -> sink.free(lastRequest(line));
            case CANCEL -> sink.cancel(lastRequest(line));
            case WAITALL, WAITANY, WAITSOME -> {
                int[] requests = requests(line);
                switch (word.meaning()) {
                    case WAITALL -> sink.awaitAll(requests, requests.length);
                    case WAITANY -> sink.awaitAny(requests, requests.length);
                    default -> sink.awaitSome(requests, requests.length);
                }
            }
            case START -> start(line, sink);
            case COLLECTIVE -> sink.collective(call(line, word));
            case ICOLLECTIVE -> {
                int request = started(line);
                sink.icollective(request, call(line, word));
            }
            case COMMUNICATOR -> {
                define(line);
                return;
            }
            case TIMES -> {
                if (!timed) {
                    throw line.problem(
                            depth > 0
                                    ? "progress threads have no times"
                                    : "found times, and the header of the trace has no line 'times'",
                            "");
                }
                return;
            }
            default ->
                throw line.problem(
                        "'" + word.text() + "' is not allowed within a program",
                        depth > 0 ? "Is a '}' missing?" : "Is a line 'end' missing?");
        }
        operations++;
    }

    private void message(NativeLine line, Word.Meaning meaning, OperationSink sink) {
        boolean sends = meaning == Word.Meaning.SEND || meaning == Word.Meaning.ISEND;
        int request = meaning == Word.Meaning.ISEND || meaning == Word.Meaning.IRECV ? started(line) : 0;
        int peer = sends ? line.rank(ranks) : line.source(ranks);
        long bytes = meaning == Word.Meaning.PROBE ? 0 : line.size();
        int tag = 0;
        int communicator = OperationSink.WORLD;
        SendMode mode = SendMode.STANDARD;
        if (line.hasMore()) {
            tag = line.skip("tag") ? line.tag(!sends) : tag;
            communicator = line.skip("on") ? line.communicator() : communicator;
            mode = sends && line.skip("mode") ? MODES[line.oneOf(MODE_NAMES)] : mode;
            line.finish();
        }
        switch (meaning) {
            case SEND -> sink.send(peer, tag, communicator, bytes, mode);
            case ISEND -> sink.isend(request, peer, tag, communicator, bytes, mode);
            case RECV -> sink.recv(peer, tag, communicator, bytes);
            case IRECV -> sink.irecv(request, peer, tag, communicator, bytes);
            default -> sink.probe(peer, tag, communicator);
        }
    }

    private int started(NativeLine line) {
        long most = Math.min(Integer.MAX_VALUE, startedInAll + REQUESTS_AHEAD);
        int request = (int) line.integer("the number of a request", 0, most);
        started.set(request);
        startedInAll++;
        return request;
    }

    private int lastRequest(NativeLine line) {
        int request = (int) line.integer("the number of a request", 0, Integer.MAX_VALUE);
        checkStarted(line, request);
        line.finish();
        return request;
    }

    private void checkStarted(NativeLine line, int request) {
        if (!started.get(request)) {
            throw line.problem(
                    "request " + request + " was never started: no isend, irecv, start or non-blocking collective"
                            + " operation above has that number",
                    "");
        }
    }

    private int[] requests(NativeLine line) {
        int[] requests = line.integers("the number of a request", 0, Integer.MAX_VALUE);
        for (int request : requests) {
            checkStarted(line, request);
        }
        line.finish();
        return requests;
    }

    private CollectiveCall call(NativeLine line, Word word) {
        long bytes = line.size();
        int root = line.skip("root") ? (int) line.integer("a position in the group", 0, Integer.MAX_VALUE) : 0;
        int communicator = line.skip("on") ? line.communicator() : OperationSink.WORLD;
        long[] send = line.skip("send") ? line.sizes() : null;
        long[] receive = line.skip("receive") ? line.sizes() : null;
        CollectiveCall.Neighbours neighbours = null;
        if (line.skip("from")) {
            int[] sources = line.integers("a position in the group", 0, ranks - 1L);
            if (!line.skip("to")) {
                line.oneOf("to");
            }
            neighbours =
                    new CollectiveCall.Neighbours(sources, line.integers("a position in the group", 0, ranks - 1L));
        }
        double work = line.skip("work") ? line.number("a number of seconds", 0) : 0;
        line.finish();
        CollectiveCall.Kind kind = word.collective();
        if (kind == null) {
            throw new IllegalStateException(word + " is not a collective operation");
        }
        if (kind == CollectiveCall.Kind.BARRIER && bytes != 0) {
            throw line.problem("expected a barrier of 0 B, found " + bytes + " B", "A barrier moves no data: write 0");
        }
        return new CollectiveCall(kind, root, bytes, send, receive, work)
                .on(communicator, groups.get(communicator))
                .with(neighbours);
    }

    private void define(NativeLine line) {
        int communicator = line.communicator();
        if (line.skip("all")) {
            groups.remove(communicator);
        } else {
            groups.put(communicator, line.integers("a rank, or -1 for none", -1, ranks - 1L));
        }
        line.finish();
    }

    /** Starts a progress thread. Its lines are stored, and read when it runs. */
    private void start(NativeLine line, OperationSink sink) {
        int request = started(line);
        line.oneOf("{");
        line.finish();
        if (depth == MOST_NESTED) {
            throw line.problem("progress threads may start progress threads " + MOST_NESTED + " deep only", "");
        }
        long before = line.lineNumber();
        ByteArrayOutputStream inside = new ByteArrayOutputStream();
        long written = before;
        int open = 1;
        while (true) {
            if (!line.next()) {
                throw line.atEnd("the file ends within a progress thread; expected a line '}'", "Is it complete?");
            }
            Word.Meaning meaning = line.meaning();
            if (meaning == Word.Meaning.START) {
                open++;
            } else if (meaning == Word.Meaning.CLOSE && --open == 0) {
                line.finish();
                break;
            } else if (meaning == Word.Meaning.END) {
                throw line.problem("'end' is not allowed within a progress thread", "Is a '}' missing?");
            }
            for (; written < line.lineNumber() - 1; written++) {
                inside.write('\n');
            }
            inside.writeBytes(line.bytes());
            inside.write('\n');
            written++;
        }
        byte[] lines = inside.toByteArray();
        LongFunction<String> places = line.places();
        sink.start(
                request,
                new NativeTextProgram(
                        ranks,
                        false,
                        depth + 1,
                        () -> new NativeLine(new LineReader(
                                new ByteArrayInputStream(lines),
                                Math.max(1, lines.length),
                                number -> places.apply(before + number)))));
    }

    @Override
    public void close() {
        ended = true;
        if (line != null) {
            line.close();
            line = null;
        }
    }
}
