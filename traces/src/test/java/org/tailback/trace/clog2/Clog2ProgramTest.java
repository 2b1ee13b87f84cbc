package org.tailback.trace.clog2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.error.InputException;
import org.tailback.program.Program;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.mpi.TextSink;

/** The programs that CLOG-2 files become, beside their dumps, read as text by the simplest means. */
class Clog2ProgramTest {
    static Stream<Path> files() {
        return Clog2GoldenTest.files();
    }

    private static Trace open(Path path) {
        return new Clog2TraceReader().open(path, TraceOptions.DEFAULTS);
    }

    private static List<String> program(Trace trace, int rank) {
        TextSink sink = new TextSink();
        try (Program program = trace.open(rank)) {
            program.produceAll(sink);
        }
        return sink.lines();
    }

    @Test
    void receives_startWhereTheyWere_andCommunicatorsAreTranslated() {
        // lines "rank=0" of communicators 0 and 2 in comm1-isr-6.records.txt
        try (Trace trace = open(Clog2Samples.file("comm1-isr-6.clog2.gz"))) {
            assertThat(trace.ranks()).isEqualTo(6);
            assertThat(program(trace, 0).stream()
                            .filter(line -> !line.startsWith("compute"))
                            .limit(6))
                    .containsExactly(
                            "irecv #0 from 5 tag 99 comm 0 bytes 4",
                            "send to 1 tag 99 comm 0 bytes 4",
                            "wait #0",
                            "irecv #0 from 4 tag 999 comm 4 bytes 4",
                            "send to 2 tag 999 comm 4 bytes 4",
                            "wait #0");
            assertThat(program(trace, 0)).contains("send to 1 tag 9999 comm 13 bytes 4");
            assertThat(program(trace, 1)).contains("irecv #0 from 0 tag 9999 comm 13 bytes 4");
        }
    }

    @Test
    void collectives_haveTheSizesThatAreThere_andTheOthersAreReported() {
        try (Trace trace = open(Clog2Samples.file("npb-is-S-4-blk4k.clog2"))) {
            assertThat(program(trace, 0))
                    .contains("alltoall comm 0 root 0 bytes 4", "allreduce comm 0 root 0 bytes 0")
                    // each rank sends 65536 in all; they receive 66672, 64844, 65480 and 65148
                    .contains("alltoallv comm 0 root 0 bytes 65536 sends [16668, 16211, 16370, 16287]"
                            + " receives [16668, 16668, 16668, 16668]");
            assertThat(trace.approximations())
                    .anyMatch(sentence -> sentence.startsWith("14 x collective operation without sizes"));
        }
    }

    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("files")
    void messages_areThoseOfTheDumpAndAllReceived(Path file) throws IOException {
        Map<String, Long> sent = new TreeMap<>();
        Map<String, Long> received = new TreeMap<>();
        try (Trace trace = open(file)) {
            for (int rank = 0; rank < trace.ranks(); rank++) {
                List<String> operations = program(trace, rank);
                for (String line : operations) {
                    String[] words = line.replaceFirst(" #\\d+", "").split(" ");
                    if (words[0].endsWith("send")) {
                        sent.merge(rank + ">" + words[2] + " tag " + words[4] + " bytes " + words[8], 1L, Long::sum);
                    } else if (words[0].endsWith("recv")) {
                        received.merge(
                                words[2] + ">" + rank + " tag " + words[4] + " bytes " + words[8], 1L, Long::sum);
                    }
                }
                try (RecordedTimes.Cursor times = ((RecordedTimes) trace).recordedTimes(rank)) {
                    int count = 0;
                    while (times.next()) {
                        count++;
                        assertThat(times.leave()).isGreaterThanOrEqualTo(times.enter());
                    }
                    assertThat(count).isEqualTo(operations.size());
                }
            }
        }
        String name = file.getFileName().toString().replace(".clog2", "").replace(".gz", "");
        Path records = file.resolveSibling(name + ".records.txt");
        Dump dump = Dump.read(Files.exists(records) ? records : file.resolveSibling(name + ".clog2_print.txt"));
        assertThat(sent).isEqualTo(dump.sent);
        assertThat(received).isEqualTo(dump.received);
        assertThat(received).as("every message is received").isEqualTo(sent);
    }

    /** Messages of a dump, by maps of text. */
    private static final class Dump {
        private final Map<String, String> worldRanks = new HashMap<>();
        private final Map<String, Long> sent = new TreeMap<>();
        private final Map<String, Long> received = new TreeMap<>();

        static Dump read(Path file) throws IOException {
            Dump dump = new Dump();
            for (String type : List.of("type=comm", "type=msg")) {
                try (BufferedReader lines = SharedSamples.text(file)) {
                    lines.lines().filter(line -> line.contains(type)).forEach(dump::add);
                }
            }
            return dump;
        }

        private void add(String line) {
            // ts icomm rank thd type et icomm rank …
            String[] words = line.split(" +");
            String own = words[1] + " " + words[2];
            String named = words[6] + " " + words[7];
            if (words[4].equals("type=comm")) {
                worldRanks.putIfAbsent(named, words[8].substring("wrank=".length()));
                return;
            }
            String me = worldRanks.get(own);
            String partner = worldRanks.get(named);
            String message = words[8].replace("tag=", " tag ") + words[9].replace("sz=", " bytes ");
            if (words[5].equals("et=send")) {
                sent.merge(me + ">" + partner + message, 1L, Long::sum);
            } else {
                received.merge(partner + ">" + me + message, 1L, Long::sum);
            }
        }
    }

    @Test
    void files_areRecognisedByContent() {
        Clog2TraceReader reader = new Clog2TraceReader();
        assertThat(reader.recognises(TraceSample.of(Clog2Samples.file("npb-is-S-4-blk4k.clog2"))))
                .isTrue();
        assertThat(reader.recognises(TraceSample.of(Clog2Samples.file("comm1-isr-6.clog2.gz"))))
                .isTrue();
        assertThat(reader.recognises(TraceSample.of(Clog2Samples.file("README.md"))))
                .isFalse();
    }

    @Test
    void damagedHeaders_areRefused(@TempDir Path folder) throws IOException {
        byte[] bytes = Files.readAllBytes(Clog2Samples.file("npb-is-S-4-blk4k.clog2"));
        String text = new String(bytes, 0, 1024, StandardCharsets.ISO_8859_1);
        assertRefused(folder, bytes, text, "CLOG-02.44", "CLOG-02.30", "CLOG-02.30");
        assertRefused(folder, bytes, text, "CLOG-02.44", "GLOG-02.44", "not a CLOG-2 file");
        assertRefused(folder, bytes, text, text, text.replace('\0', '\n'), "not a CLOG-2 file");
        assertRefused(folder, bytes, text, "finalzed=\0TRUE", "finalzed=\0NOPE", "not finished");
        assertRefused(folder, bytes, text, "size=\0" + "4096", "size=\0" + "4x96", "block_size");
        assertRefused(folder, bytes, text, "size=\0" + "4096", "size=\0" + "0000", "block_size");
        assertRefused(folder, bytes, text, "size=\0" + "4096", "size=\0" + "0010", "does not fit into its block");
        assertRefused(folder, Arrays.copyOf(bytes, 5000), text, "CLOG", "CLOG", "the file ends after");
        assertRefused(folder, Arrays.copyOf(bytes, 500), text.substring(0, 500), "CLOG", "CLOG", "ends after 500");
    }

    private static void assertRefused(Path folder, byte[] bytes, String header, String from, String to, String message)
            throws IOException {
        byte[] changed = bytes.clone();
        byte[] start = header.replace(from, to).getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(start, 0, changed, 0, Math.min(start.length, changed.length));
        Path file = folder.resolve("damaged.clog2");
        Files.write(file, changed);
        assertThatThrownBy(() -> open(file))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("damaged.clog2", message);
    }
}
