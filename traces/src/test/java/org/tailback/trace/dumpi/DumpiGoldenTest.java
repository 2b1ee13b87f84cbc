package org.tailback.trace.dumpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.generator.ProgramExecutor;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.TraceSummary;
import org.tailback.trace.Traces;

/** Real traces beside what the tools of DUMPI print of them; skipped where they are missing. */
class DumpiGoldenTest {
    private static final String TESTTRACE = "dumpi/sst-dumpi-testtrace";
    private static final Pattern TIMES =
            Pattern.compile("(\\w+) (entering|returning) at walltime (\\d+)\\.(\\d{9}), cputime [\\d.]+ seconds.*");
    private static final Pattern STATUS =
            Pattern.compile("\\{bytes=(-?\\d+), cancelled=(-?\\d+), source=(-?\\d+), tag=(-?\\d+), error=(-?\\d+)\\}");

    /** The calls of dumpi2ascii's output as lines that {@link #line} writes too. */
    private static List<String> golden(Path file) throws IOException {
        List<String> calls = new ArrayList<>();
        try (BufferedReader in = SharedSamples.text(file)) {
            StringBuilder call = new StringBuilder();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Matcher times = TIMES.matcher(line);
                if (times.matches()) {
                    long time = Long.parseLong(times.group(3)) * 1_000_000_000L + Long.parseLong(times.group(4));
                    if (times.group(2).equals("entering")) {
                        call = new StringBuilder(times.group(1) + " from " + time);
                    } else {
                        calls.add(call + " to " + time);
                    }
                } else if (call.length() > 0 && line.contains("=")) {
                    call.append(argument(line));
                }
            }
        }
        return calls;
    }

    private static String argument(String line) {
        String value = line.substring(line.indexOf('=') + 1);
        Matcher status = STATUS.matcher(value);
        if (status.find()) {
            return " " + status.group(1) + " " + status.group(3) + " " + status.group(2) + " " + status.group(5) + " "
                    + status.group(4);
        }
        return value.equals("<IGNORED>")
                ? ""
                : " " + value.replaceAll(" \\(.*\\)", "").replaceAll("[\\[\\]\",]", "");
    }

    private static String line(DumpiCursor record) {
        StringBuilder line = new StringBuilder(record.function().name() + " from " + record.enter());
        for (int i = 0; i < record.function().arguments().size(); i++) {
            DumpiFunction.Field argument = record.function().arguments().get(i);
            if (argument.depth() == 2) {
                line.append(' ').append(record.count(i)); // the golden output has the number and then the texts
                int at = 0;
                for (int j = 0; j < record.count(i); j++) {
                    int length = record.element(i, at++);
                    line.append(' ');
                    for (int k = 0; k < length; k++) {
                        line.append((char) record.element(i, at++));
                    }
                }
            } else if (argument.depth() == 0) {
                line.append(' ').append(record.value(i));
            } else {
                int numbers = argument.isStatuses() ? DumpiCursor.STATUS_NUMBERS : 1;
                for (int j = 0; j < numbers * record.count(i); j++) {
                    line.append(' ').append(record.element(i, j));
                }
            }
        }
        return line + " to " + record.leave();
    }

    @Test
    void everyCallAndArgument_agreesWithDumpi2ascii() throws IOException {
        Path folder = SharedSamples.require(TESTTRACE);
        DumpiCursor record = new DumpiCursor(DumpiFile.open(folder.resolve("testtrace-0000.bin")), 64);
        List<String> calls = new ArrayList<>();
        while (record.next()) {
            calls.add(line(record));
        }
        assertThat(calls)
                .isEqualTo(golden(folder.resolve("testtrace-0000.txt")))
                .hasSize(9);
    }

    @Test
    void functions_haveTheIdsOfTheTracer() throws IOException {
        Path counts = SharedSamples.require(TESTTRACE).resolve("callcounts-single.txt");
        List<String> names = new ArrayList<>();
        try (BufferedReader in = SharedSamples.text(counts)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.startsWith("MPI_ALL_FUNCTIONS")) {
                    names.add(line.substring(0, line.indexOf(' ')));
                }
            }
        }
        assertThat(DumpiFunctions.all().stream().map(DumpiFunction::name)).containsExactlyElementsOf(names);
    }

    @ParameterizedTest
    @ValueSource(strings = {TESTTRACE, "dumpi/sst-macro-testbgp"})
    void calls_areAsManyAsTheFootersSay_andMessagesMatch(String name) {
        Path folder = SharedSamples.require(name);
        assertThat(Traces.recognise(TraceSample.of(folder)).name()).isEqualTo("dumpi");
        try (Trace trace = new DumpiTraceReader().open(folder, TraceOptions.DEFAULTS)) {
            long messages = TraceSummary.of(trace).messages();
            assertThat(ProgramExecutor.messagesOfEager(CollectiveExpansion.of(trace)))
                    .isEqualTo(ProgramExecutor.messagesOfRendezvous(CollectiveExpansion.of(trace)))
                    .isGreaterThan(messages);
            // differences from the footers would be among them
            assertThat(trace.approximations())
                    .allMatch(sentence -> sentence.contains("creation or destruction of a communicator")
                            || sentence.startsWith("Calls that are not replayed took"));
        }
    }

    @Test
    void bluegeneTrace_hasTheCallsOfItsFooters() {
        try (Trace trace = new DumpiTraceReader()
                .open(SharedSamples.require("dumpi/sst-macro-testbgp/testbgp.meta"), TraceOptions.DEFAULTS)) {
            TraceSummary summary = TraceSummary.of(trace);
            // per rank: 84 isend, 84 irecv, 14 waitall, 7 alltoall, 3 barrier and a Comm_create
            assertThat(summary.ranks()).isEqualTo(7);
            assertThat(summary.operations())
                    .containsEntry("isend", 588L)
                    .containsEntry("irecv", 588L)
                    .containsEntry("waitall", 98L)
                    .containsEntry("alltoall", 49L)
                    .containsEntry("barrier", 28L);
            assertThat(summary.bytes()).isEqualTo(588 * 89 * 8);
            assertThat(summary.communicators()).isEqualTo(2);
            assertThat(summary.span()).isBetween(0.01, 0.02);
        }
    }
}
