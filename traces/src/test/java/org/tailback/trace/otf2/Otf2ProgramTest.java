package org.tailback.trace.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.program.Program;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.mpi.TextSink;

/** The programs that archives become, beside what the reference dumps say, read as text by the simplest means. */
class Otf2ProgramTest {
    private static final Set<String> WITHOUT_MPI = Set.of("fastotf2-mi300");
    /** Not one program: every kind of event once, or ranks that do not exist. */
    private static final Set<String> NO_PROGRAM = Set.of("allevents-1", "otf2-integrity-test", "eztrace-hpcc-4");

    private static List<String> program(Trace trace, int rank) {
        TextSink sink = new TextSink();
        try (Program program = trace.open(rank)) {
            program.produceAll(sink);
        }
        return sink.lines();
    }

    private static Trace open(Path path) {
        return new Otf2TraceReader().open(path, TraceOptions.DEFAULTS);
    }

    // golden-events.tsv shows the events behind every line

    @Test
    void receivesFromAnySource_haveTheSourceOfTheirCompletion() {
        try (Trace trace = open(Samples.folder("anysource-tags-4"))) {
            assertThat(program(trace, 0))
                    .containsExactly(
                            "recv from 2 tag 7 comm 0 bytes 128",
                            "compute 5.0E-6",
                            "recv from 3 tag 7 comm 0 bytes 192",
                            "compute 5.0E-6",
                            "recv from 1 tag 7 comm 0 bytes 64",
                            "compute 5.0E-6",
                            "recv from 3 tag 103 comm 0 bytes 193",
                            "compute 5.0E-6",
                            "recv from 1 tag 101 comm 0 bytes 65",
                            "compute 5.0E-6",
                            "recv from 2 tag 102 comm 0 bytes 129",
                            "compute 5.0E-6",
                            "irecv #0 from 3 tag 0 comm 0 bytes 4294967311",
                            "compute 3.0E-6",
                            "compute 2.2E-5",
                            "wait #0",
                            "compute 5.0E-6");
            assertThat(trace.approximations())
                    .anyMatch(sentence -> sentence.startsWith("1 x cancelled receive"))
                    .anyMatch(sentence -> sentence.startsWith("1 x MPI_Waitany"))
                    .anyMatch(sentence -> sentence.startsWith("2 x MPI_Test without success"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"subcomm-mapped-8", "subcomm-mapped-8-bigendian"})
    void ranksOfCommunicators_becomeRanksOfTheWorld(String name) {
        try (Trace trace = open(Samples.folder(name))) {
            assertThat(program(trace, 0).stream().filter(line -> !line.startsWith("compute")))
                    .containsExactly(
                            "send to 1 tag 20 comm 3 bytes 5000",
                            "recv from 3 tag 23 comm 3 bytes 5003",
                            "allreduce comm 5 of [0, 4] root 0 bytes 8",
                            "send to 1 tag 0 comm 9 bytes 1",
                            "send to 4 tag 77 comm 10 bytes 333");
        }
    }

    @Test
    void collectives_haveSizesOfOneBuffer() {
        // 8 ranks; the archive's generator gave every rank 4096 bytes where sizes are equal
        try (Trace trace = open(Samples.folder("collectives-8"))) {
            assertThat(program(trace, 0))
                    .contains(
                            "bcast comm 0 root 3 bytes 4096",
                            "gather comm 0 root 0 bytes 4096",
                            "scatter comm 0 root 2 bytes 4096",
                            "allgather comm 0 root 0 bytes 4096",
                            "alltoall comm 0 root 0 bytes 4096",
                            "reducescatterblock comm 0 root 0 bytes 4096",
                            "allreduce comm 0 root 0 bytes 8",
                            "reduce comm 0 root 5 bytes 1048576",
                            "scan comm 0 root 0 bytes 8",
                            "exscan comm 0 root 0 bytes 8");
            assertThat(program(trace, 7))
                    .filteredOn(line -> line.startsWith("scan") || line.startsWith("exscan"))
                    .containsExactly("scan comm 0 root 0 bytes 8", "exscan comm 0 root 0 bytes 8");
            // two non-blocking ones overlap, and complete in the other order
            assertThat(program(trace, 3))
                    .filteredOn(line -> line.startsWith("i") || line.startsWith("wait"))
                    .containsExactly(
                            "iallreduce comm 0 root 0 bytes 8 #0",
                            "ibarrier comm 0 root 0 bytes 0 #1",
                            "wait #1",
                            "wait #0");
        }
    }

    @Test
    void threadsAndAccelerators_areReportedAndNoRanks() {
        try (Trace trace = open(Samples.folder("hybrid-2x3"))) {
            assertThat(trace.ranks()).isEqualTo(2);
            assertThat(trace.approximations())
                    .anyMatch(sentence -> sentence.startsWith("4 x location") && sentence.contains("CPU thread"))
                    .anyMatch(sentence -> sentence.startsWith("2 x location") && sentence.contains("accelerator"));
        }
    }

    @Test
    void threadsWithCalls_areCountedApartFromThreadsWithoutCalls(@TempDir Path folder) throws IOException {
        Samples.copy("hybrid-2x3", folder);
        Files.copy(
                folder.resolve("traces/0.evt"),
                folder.resolve("traces/4294967296.evt"),
                StandardCopyOption.REPLACE_EXISTING);
        try (Trace trace = open(folder)) {
            assertThat(trace.approximations())
                    .anyMatch(sentence -> sentence.equals(
                            "3 x location that is not an MPI rank (CPU thread): left out, as it makes no MPI calls."))
                    .anyMatch(sentence -> sentence.startsWith(
                            "1 x additional thread of a rank that makes MPI calls: left out (calls: 1, time of all"
                                    + " threads together: 10 ns)"));
        }
    }

    @Test
    void recordedTimes_countTheOperationsOfTheProgram() {
        try (Trace trace = open(Samples.folder("ring-isend-4"))) {
            List<String> operations = program(trace, 0);
            List<String> calls = new ArrayList<>();
            try (RecordedTimes.Cursor times = ((RecordedTimes) trace).recordedTimes(0)) {
                while (times.next()) {
                    assertThat(times.operation()).isEqualTo(calls.size());
                    calls.add(times.call() == null ? "compute" : times.call());
                    if (times.call() == null) {
                        // a computation spans calls without an operation, such as MPI_Init, whose time is not its own
                        double seconds = Double.parseDouble(
                                operations.get(calls.size() - 1).substring(8));
                        assertThat(times.leave() - times.enter()).isGreaterThanOrEqualTo(seconds - 1e-15);
                    } else {
                        assertThat(times.leave()).isGreaterThan(times.enter());
                    }
                }
            }
            assertThat(calls).hasSameSizeAs(operations);
            assertThat(calls.subList(0, 6))
                    .containsExactly("compute", "MPI_Irecv", "compute", "MPI_Isend", "compute", "MPI_Waitall");
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void archives_areRecognisedByContent(String name) {
        Path folder = Samples.folder(name);
        Otf2TraceReader reader = new Otf2TraceReader();
        assertThat(reader.recognises(TraceSample.of(folder))).isTrue();
        assertThat(reader.recognises(TraceSample.of(folder.resolve("traces.otf2"))))
                .isTrue();
        assertThat(reader.recognises(TraceSample.of(folder.resolve("traces.def"))))
                .isFalse();
        assertThat(reader.recognises(TraceSample.of(folder.resolve("traces")))).isFalse();
    }

    static Stream<String> samples() {
        return Samples.NAMES.stream();
    }

    static Stream<Path> archives() {
        return SharedSamples.archives()
                .filter(path -> !WITHOUT_MPI.contains(path.getFileName().toString()));
    }

    static Stream<Path> programs() {
        return archives().filter(path -> !NO_PROGRAM.contains(path.getFileName().toString()));
    }

    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("archives")
    void everyArchive_isRead_withTimesForEveryOperation(Path folder) {
        try (Trace trace = open(folder)) {
            for (int rank = 0; rank < trace.ranks(); rank++) {
                int operations = program(trace, rank).size();
                try (RecordedTimes.Cursor times = ((RecordedTimes) trace).recordedTimes(rank)) {
                    int count = 0;
                    while (times.next()) {
                        count++;
                    }
                    assertThat(count).as("times of rank %d", rank).isEqualTo(operations);
                }
            }
        }
    }

    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("programs")
    void messagesAndComputation_areThoseOfTheReference(Path folder) throws IOException {
        Reference reference = Reference.read(folder);
        Map<String, Long> sent = new TreeMap<>();
        Map<String, Long> received = new TreeMap<>();
        try (Trace trace = open(folder)) {
            for (int rank = 0; rank < trace.ranks(); rank++) {
                double seconds = 0;
                for (String line : program(trace, rank)) {
                    // send to R tag T comm C bytes B, isend #N to R …
                    String[] words = line.replaceFirst(" #\\d+", "").split(" ");
                    if (words[0].endsWith("send")) {
                        sent.merge(rank + ">" + words[2] + " tag " + words[4] + " bytes " + words[8], 1L, Long::sum);
                    } else if (words[0].endsWith("recv")) {
                        received.merge(
                                words[2] + ">" + rank + " tag " + words[4] + " bytes " + words[8], 1L, Long::sum);
                    } else if (words[0].equals("compute")) {
                        seconds += Double.parseDouble(words[1]);
                    }
                }
                double outsideOfMpi = reference.ticksOutsideOfMpi(rank) / reference.ticksPerSecond;
                assertThat(seconds)
                        .as("computation of rank %d", rank)
                        .isCloseTo(outsideOfMpi, within(1e-9 * outsideOfMpi + 1e-12));
            }
        }
        assertThat(sent).isEqualTo(reference.sent);
        assertThat(received).isEqualTo(reference.received);
        assertThat(received).as("every message is received").isEqualTo(sent);
    }

    /** What the reference dumps say, by maps of text. */
    private static final class Reference {
        private final Map<String, String> strings = new HashMap<>();
        private final Map<String, String> regions = new HashMap<>();
        private final Map<String, List<String>> groups = new HashMap<>();
        private final Map<String, List<String>> comms = new HashMap<>();
        private final Set<String> selfGroups = new HashSet<>();
        private List<String> world = List.of();
        private double ticksPerSecond;
        private final Map<String, Long> sent = new TreeMap<>();
        private final Map<String, Long> received = new TreeMap<>();
        private final Map<String, long[]> clocks = new HashMap<>();

        static Reference read(Path folder) throws IOException {
            Reference reference = new Reference();
            try (BufferedReader lines = SharedSamples.text(folder.resolve("golden-defs.tsv"))) {
                lines.lines().forEach(line -> reference.define(line.split("\t", -1)));
            }
            try (BufferedReader lines = SharedSamples.text(folder.resolve("golden-events.tsv"))) {
                lines.lines().forEach(line -> reference.event(line.split("\t", -1)));
            }
            return reference;
        }

        private static Map<String, String> fields(String[] parts, int from) {
            Map<String, String> fields = new HashMap<>();
            for (int i = from; i < parts.length; i++) {
                int sign = parts[i].indexOf('=');
                fields.put(parts[i].substring(0, sign), parts[i].substring(sign + 1));
            }
            return fields;
        }

        private void define(String[] parts) {
            if (!List.of("ClockProperties", "String", "Region", "Group", "Comm", "InterComm")
                    .contains(parts[0])) {
                return;
            }
            Map<String, String> fields = fields(parts, 1);
            String self = fields.getOrDefault("self", "");
            switch (parts[0]) {
                case "ClockProperties" -> ticksPerSecond = Double.parseDouble(fields.get("timerResolution"));
                case "String" -> strings.put(self, fields.get("string"));
                case "Region" -> regions.put(self, strings.get(fields.get("name")));
                case "Group" -> {
                    if (fields.get("paradigm").equals("4")) {
                        List<String> members =
                                Arrays.asList(fields.get("members").split(","));
                        switch (fields.get("groupType")) {
                            case "4" -> world = members;
                            case "5" -> groups.put(self, members);
                            default -> selfGroups.add(self);
                        }
                    }
                }
                case "Comm" -> comms.put(self, List.of(fields.get("group")));
                default -> comms.put(self, List.of(fields.get("groupA"), fields.get("groupB")));
            }
        }

        private String worldRank(String comm, String rank, String me) {
            List<String> ofComm = comms.get(comm);
            if (ofComm.size() == 1 && selfGroups.contains(ofComm.get(0))) {
                return me;
            }
            String group = ofComm.size() == 2 && groups.get(ofComm.get(0)).contains(me) ? ofComm.get(1) : ofComm.get(0);
            return groups.get(group).get(Integer.parseInt(rank));
        }

        private void event(String[] parts) {
            int rank = world.indexOf(parts[0]);
            if (rank < 0) {
                return;
            }
            String me = Integer.toString(rank);
            long time = Long.parseUnsignedLong(parts[1]);
            // end of the last call, depth, ticks outside, last time, end of the last flush
            long[] clock = clocks.computeIfAbsent(me, key -> new long[] {time, 0, 0, time, 0});
            boolean mpi = parts.length > 3
                    && parts[3].startsWith("region=")
                    && regions.get(parts[3].substring(7)).startsWith("MPI_");
            if (mpi && parts[2].equals("Enter") && clock[1]++ == 0) {
                clock[2] += time - clock[0];
            } else if (mpi && parts[2].equals("Leave") && --clock[1] == 0) {
                clock[0] = time;
            } else if (parts[2].equals("BufferFlush") && clock[1] == 0) {
                clock[2] -= Long.parseUnsignedLong(parts[3].substring(9)) - time;
                clock[4] = Long.parseUnsignedLong(parts[3].substring(9));
            }
            clock[3] = time;
            switch (parts[2]) {
                case "MpiSend", "MpiIsend" -> {
                    Map<String, String> fields = fields(parts, 3);
                    String peer = worldRank(fields.get("communicator"), fields.get("receiver"), me);
                    sent.merge(me + ">" + peer + message(fields), 1L, Long::sum);
                }
                case "MpiRecv", "MpiIrecv" -> {
                    Map<String, String> fields = fields(parts, 3);
                    String peer = worldRank(fields.get("communicator"), fields.get("sender"), me);
                    received.merge(peer + ">" + me + message(fields), 1L, Long::sum);
                }
                default -> {
                    // no message
                }
            }
        }

        private static String message(Map<String, String> fields) {
            return " tag " + fields.get("msgTag") + " bytes " + fields.get("msgLength");
        }

        double ticksOutsideOfMpi(int rank) {
            long[] clock = clocks.get(Integer.toString(rank));
            // a flush after which nothing happens takes nothing away
            long flushedBeyond = Math.max(0, clock[4] - clock[3]);
            return clock[2] + flushedBeyond + (clock[1] == 0 ? clock[3] - clock[0] : 0);
        }
    }
}
