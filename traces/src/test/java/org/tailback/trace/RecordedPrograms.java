package org.tailback.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.tailback.program.Program;
import org.tailback.trace.mpi.TextSink;

/** What tests ask of the programs and times of opened traces. */
public final class RecordedPrograms {
    private RecordedPrograms() {}

    /** A file or folder of this repository's test resources, by its name below org/tailback/trace. */
    public static Path resource(String name) {
        URL found = RecordedPrograms.class.getResource(name);
        try {
            return Path.of(Objects.requireNonNull(found, name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The operations of a rank, as {@link TextSink} writes them. */
    public static List<String> program(Trace trace, int rank) {
        TextSink sink = new TextSink();
        try (Program program = trace.open(rank)) {
            program.produceAll(sink);
        }
        return sink.lines();
    }

    /** "call enter leave" of each operation; "-" as the call of a computation. Seconds times a factor, rounded. */
    public static List<String> times(Trace trace, int rank, double factor) {
        List<String> times = new ArrayList<>();
        try (RecordedTimes.Cursor cursor = ((RecordedTimes) trace).recordedTimes(rank)) {
            while (cursor.next()) {
                times.add((cursor.call() == null ? "-" : cursor.call()) + " " + Math.round(cursor.enter() * factor)
                        + " " + Math.round(cursor.leave() * factor));
            }
        }
        return times;
    }

    /** Asserts that every message that is sent is received and the reverse; all receives name their sources. */
    public static void assertMatched(Trace trace) {
        Map<String, Integer> balance = new TreeMap<>();
        for (int rank = 0; rank < trace.ranks(); rank++) {
            for (String line : program(trace, rank)) {
                String[] words = line.replaceFirst(" #\\d+", "").split(" ");
                if (words[0].endsWith("send") || words[0].endsWith("recv")) {
                    boolean send = words[0].endsWith("send");
                    String key = (send ? rank + ">" + words[2] : words[2] + ">" + rank) + " tag " + words[4] + " comm "
                            + words[6] + " bytes " + words[8];
                    balance.merge(key, send ? 1 : -1, Integer::sum);
                }
            }
        }
        balance.values().removeIf(count -> count == 0);
        assertThat(balance).isEmpty();
    }
}
