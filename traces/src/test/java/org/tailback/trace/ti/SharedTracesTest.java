package org.tailback.trace.ti;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.generator.Operation;
import org.tailback.generator.OperationRecorder;
import org.tailback.generator.OperationWords;
import org.tailback.generator.ProgramExecutor;
import org.tailback.program.Program;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceSummary;
import org.tailback.trace.Traces;

/**
 * Recorded traces that are not part of the repository: their README files tell how many actions of each keyword,
 * messages and bytes they have, counted by another program.
 */
class SharedTracesTest {
    private static final Path SHARED = SharedSamples.traces().resolve("ti");

    private static void assumeShared() {
        assumeTrue(Files.isDirectory(SHARED), "there are no recorded traces at " + SHARED);
    }

    private static List<Path> folders() throws IOException {
        try (Stream<Path> entries = Files.list(SHARED)) {
            return entries.filter(folder ->
                            Files.exists(folder.resolve("rank-0.txt")) || Files.exists(folder.resolve("rank-0.txt.gz")))
                    .sorted()
                    .toList();
        }
    }

    @TestFactory
    List<DynamicTest> summary_isWhatTheReadmeSays() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        if (!Files.isDirectory(SHARED)) {
            tests.add(DynamicTest.dynamicTest("recorded traces", SharedTracesTest::assumeShared));
            return tests;
        }
        for (Path folder : folders()) {
            tests.add(DynamicTest.dynamicTest(folder.getFileName().toString(), () -> assertReadme(folder)));
        }
        return tests;
    }

    private static void assertReadme(Path folder) throws IOException {
        String readme = Files.readString(folder.resolve("README.md"));
        Map<String, Long> keywords = new TreeMap<>();
        Matcher words = Pattern.compile("(\\w+)=(\\d+)").matcher(line(readme, "- keywords: "));
        while (words.find()) {
            keywords.put(words.group(1), Long.parseLong(words.group(2)));
        }
        String totals = line(readme, "ranks=");
        try (Trace trace = Traces.open(folder)) {
            TraceSummary summary = TraceSummary.of(trace);

            assertThat(summary.ranks()).isEqualTo((int) number(totals, "ranks"));
            assertThat(summary.operations()).isEqualTo(keywords);
            assertThat(summary.messages()).isEqualTo(number(totals, "p2p_msgs"));
            assertThat(summary.bytes()).isEqualTo(number(totals, "p2p_bytes"));
        }
    }

    private static String line(String readme, String word) {
        return readme.lines().filter(line -> line.contains(word)).findFirst().orElseThrow();
    }

    private static long number(String line, String name) {
        Matcher matcher = Pattern.compile("\\b" + name + "=(\\d+)").matcher(line);
        assertThat(matcher.find()).as(name).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** Real programs with their collectives expanded finish, every message matched. */
    @TestFactory
    List<DynamicTest> expanded_smallTraces_finishWithEveryMessageMatched() {
        return Stream.of(
                        "npb-ft-S-8",
                        "npb-is-S-8",
                        "npb-mg-S-8",
                        "npb-lu-S-8",
                        "lulesh-27",
                        "npb-ft-A-32",
                        "hpl-N4000-32")
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    try (Trace trace = Traces.open(SharedSamples.require("ti/" + name))) {
                        long messages = TraceSummary.of(trace).messages();
                        assertThat(ProgramExecutor.messagesOfEager(CollectiveExpansion.of(trace)))
                                .isGreaterThanOrEqualTo(messages);
                    }
                }))
                .toList();
    }

    /**
     * The waits of LULESH were written anew by hand (lulesh-27-fixedwaits): each waitall as the waits for the sends
     * that are open. The raw recording means the same.
     */
    @Test
    void luleshRaw_everyRank_performsWhatTheFixedTracePerforms() {
        assumeShared();
        try (Trace raw = Traces.open(SHARED.resolve("lulesh-27"));
                Trace fixed = Traces.open(SHARED.resolve("lulesh-27-fixedwaits"))) {
            for (int rank = 0; rank < 27; rank++) {
                assertThat(waitsOneByOne(raw, rank)).as("rank %s", rank).isEqualTo(waitsOneByOne(fixed, rank));
            }
            assertThat(raw.approximations())
                    .noneMatch(sentence -> sentence.contains("wait ignored"))
                    .anyMatch(sentence -> sentence.contains("request that a waitall leaves open"));
        }
    }

    /** The operations of a rank, a wait for several requests as waits for each of them. */
    private static List<String> waitsOneByOne(Trace trace, int rank) {
        List<Operation> operations = new ArrayList<>();
        try (Program program = trace.open(rank)) {
            OperationRecorder recorder = new OperationRecorder(operations);
            program.produceAll(recorder);
        }
        // request numbers are used again in another order: messages are named by their posts
        Map<Integer, String> posted = new HashMap<>();
        List<String> names = new ArrayList<>();
        for (Operation operation : operations) {
            if (operation instanceof Operation.Isend isend) {
                posted.put(isend.request(), "to " + isend.destination() + " tag " + isend.tag() + ", " + isend.bytes());
                names.add("isend " + posted.get(isend.request()));
            } else if (operation instanceof Operation.Irecv irecv) {
                posted.put(irecv.request(), "from " + irecv.source() + " tag " + irecv.tag() + ", " + irecv.bytes());
                names.add("irecv " + posted.get(irecv.request()));
            } else if (operation instanceof Operation.Await await) {
                names.add("wait " + posted.remove(await.request()));
            } else if (operation instanceof Operation.AwaitAll all) {
                all.requests().forEach(request -> names.add("wait " + posted.remove(request)));
            } else {
                names.add(OperationWords.of(operation));
            }
        }
        return names;
    }

    @Test
    void simgridExamples_areRead() throws IOException {
        Path folder = SharedSamples.require("ti/simgrid-examples");
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> merged = files.filter(
                            file -> file.getFileName().toString().startsWith("actions_"))
                    .sorted()
                    .toList();
            assertThat(merged).hasSize(11);
            for (Path file : merged) {
                try (Trace trace = Traces.open(file)) {
                    assertThat(ProgramExecutor.messagesOfRendezvous(CollectiveExpansion.of(trace)))
                            .as(file.toString())
                            .isPositive();
                }
            }
        }
        try (Trace trace = Traces.open(folder.resolve("split_traces"))) {
            assertThat(trace.ranks()).isEqualTo(2);
            assertThat(ProgramExecutor.messagesOfEager(trace)).isEqualTo(3);
        }
    }
}
