package org.tailback.trace.prv;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.trace.RecordedPrograms;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;

/** Real traces of Extrae against a plain reading of their lines, in a few lines of its own. */
class PrvGoldenTest {
    /** A communication; times in nanoseconds. */
    private record Message(int from, long sent, int to, long started, long received, long bytes, long tag) {}

    private static List<Message> messages(Path file) throws IOException {
        List<Message> messages = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            String[] field = line.split(":");
            if (field[0].equals("3")) {
                messages.add(new Message(
                        Integer.parseInt(field[3]) - 1,
                        Long.parseLong(field[5]),
                        Integer.parseInt(field[9]) - 1,
                        Long.parseLong(field[11]),
                        Long.parseLong(field[12]),
                        Long.parseLong(field[13]),
                        Long.parseLong(field[14])));
            }
        }
        return messages;
    }

    private static String words(String line) {
        return line.replaceFirst("i?(send|recv) (#\\d+ )?(to|from)", "$1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lulesh_4+4_5it", "lulesh_7+1_chop8"})
    void everyMessage_isSentAndReceivedByItsRanksInTheOrderOfTheRecords(String name) throws IOException {
        Path file = SharedSamples.require("prv/profet-lulesh-8/" + name + ".prv");
        List<Message> messages = messages(file);
        try (Trace trace = new PrvTraceReader().open(file, TraceOptions.DEFAULTS)) {
            for (int rank = 0; rank < trace.ranks(); rank++) {
                int me = rank;
                List<String> sends = messages.stream()
                        .filter(message -> message.from() == me)
                        .sorted(Comparator.comparingLong(Message::sent))
                        .map(message ->
                                "send " + message.to() + " tag " + message.tag() + " comm 0 bytes " + message.bytes())
                        .toList();
                List<String> receives = messages.stream()
                        .filter(message -> message.to() == me)
                        .sorted(Comparator.comparingLong(Message::started))
                        .map(message ->
                                "recv " + message.from() + " tag " + message.tag() + " comm 0 bytes " + message.bytes())
                        .toList();
                List<String> read = RecordedPrograms.program(trace, rank).stream()
                        .map(PrvGoldenTest::words)
                        .toList();

                assertThat(read.stream().filter(line -> line.startsWith("send")))
                        .as("sends of rank %s", rank)
                        .containsExactlyElementsOf(sends);
                assertThat(read.stream().filter(line -> line.startsWith("recv")))
                        .as("receives of rank %s", rank)
                        .containsExactlyElementsOf(receives);
            }
        }
    }

    /** What a rank computes is its time outside of MPI calls, from its first record to its last. */
    @ParameterizedTest
    @ValueSource(strings = {"lulesh_4+4_5it", "lulesh_7+1_chop8"})
    void computation_isTheTimeOutsideOfCalls(String name) throws IOException {
        Path file = SharedSamples.require("prv/profet-lulesh-8/" + name + ".prv");
        long[] first = new long[8];
        long[] last = new long[8];
        java.util.Arrays.fill(first, Long.MAX_VALUE);
        List<Map<Long, Integer>> depth = new ArrayList<>();
        for (int rank = 0; rank < 8; rank++) {
            depth.add(new TreeMap<>());
        }
        for (String line : Files.readAllLines(file)) {
            String[] field = line.split(":");
            boolean state = field[0].equals("1");
            if (!state && !field[0].equals("2") || !field[2].equals("1") || !field[4].equals("1")) {
                continue;
            }
            int rank = Integer.parseInt(field[3]) - 1;
            long time = Long.parseLong(field[5]);
            if (state && field[7].equals("2")) {
                continue;
            }
            first[rank] = Math.min(first[rank], time);
            last[rank] = Math.max(last[rank], state ? Long.parseLong(field[6]) : time);
            for (int i = 6; !state && i < field.length; i += 2) {
                if (field[i].matches("5000000[1-5]")) {
                    depth.get(rank).merge(time, field[i + 1].equals("0") ? -1 : 1, Integer::sum);
                }
            }
        }
        try (Trace trace = new PrvTraceReader().open(file, TraceOptions.DEFAULTS)) {
            for (int rank = 0; rank < 8; rank++) {
                long outside = 0;
                int inside = 0;
                long since = first[rank];
                boolean any = false;
                for (Map.Entry<Long, Integer> change : depth.get(rank).entrySet()) {
                    if (inside == 0 && change.getValue() > 0) {
                        outside += change.getKey() - since;
                        inside = 1;
                    } else if (change.getValue() < 0 && (inside == 1 || !any)) {
                        // the first one may end a call that began before the cut; the tool that cut ended calls twice
                        inside = 0;
                        since = change.getKey();
                    }
                    any |= change.getValue() != 0;
                }
                outside += inside == 0 ? last[rank] - since : 0;
                double computed = RecordedPrograms.program(trace, rank).stream()
                        .filter(line -> line.startsWith("compute"))
                        .mapToDouble(line -> Double.parseDouble(line.substring(8)))
                        .sum();

                assertThat(computed * 1e9)
                        .as("rank %s", rank)
                        .isCloseTo(outside, org.assertj.core.api.Assertions.within(1.0));
            }
        }
    }
}
