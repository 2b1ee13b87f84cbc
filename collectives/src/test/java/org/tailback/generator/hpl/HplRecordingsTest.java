package org.tailback.generator.hpl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tailback.generator.hpl.HplSettings.Bcast;
import org.tailback.generator.hpl.HplSettings.Fact;
import org.tailback.generator.hpl.HplSettings.Swap;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/**
 * Holds the program against recordings of HPL itself: per rank the same partners, tags, sizes and order of all messages
 * of the solution, those of the panels' broadcasts apart, whose place among the others depends on time.
 */
class HplRecordingsTest {
    private static final String LAST_BLOCK = "9001";

    private record Recording(HplSettings settings, int messages, String digest) {}

    @Test
    void messages_everySixthConfiguration_areThoseOfHplItself() throws Exception {
        check(6);
    }

    @Tag("thorough")
    @Test
    void messages_all369Configurations_areThoseOfHplItself() throws Exception {
        check(1);
    }

    private static void check(int every) throws Exception {
        List<Recording> recordings = recordings();
        assertEquals(369, recordings.size());
        for (int i = 0; i < recordings.size(); i += every) {
            Recording recording = recordings.get(i);
            String lines = lines(HplProgram.withPivots(recording.settings, pivots(recording.settings.n())));
            long sends = lines.lines()
                    .filter(line -> "sSi".indexOf(line.charAt(0)) >= 0)
                    .count();
            assertEquals(recording.messages, sends, recording.settings.toString());
            assertEquals(recording.digest, digest(lines), recording.settings.toString());
        }
    }

    @Test
    void digest_anotherOrderOfRanks_isNoticed() throws Exception {
        Recording recording = recordings().get(0);
        HplSettings other = settings(recording.settings + ",", "threshold=64", "threshold=63");
        String lines = lines(HplProgram.withPivots(other, pivots(other.n())));
        assertEquals(recording.digest, digest(lines));
        assertTrue(!recording.digest.equals(digest(lines.replace("rank 1\n", "rank 2\n"))));
    }

    /** PMAP 1 numbers the same processes along the columns of the grid: rank = column * p + row. */
    @Test
    void messages_columnMajor_areThoseOfRowMajorAmongTheSameProcesses() throws Exception {
        for (Recording recording : recordings().subList(0, 40)) {
            HplSettings rows = recording.settings;
            HplSettings columns = new HplSettings(
                    rows.n(),
                    rows.nb(),
                    rows.p(),
                    rows.q(),
                    rows.bcast(),
                    rows.swap(),
                    rows.depth(),
                    rows.pfact(),
                    rows.rfact(),
                    rows.nbmin(),
                    rows.ndiv(),
                    rows.threshold(),
                    true);
            int[] pivots = pivots(rows.n());
            List<String> byRow = ranks(lines(HplProgram.withPivots(rows, pivots)));
            List<String> byColumn = ranks(lines(HplProgram.withPivots(columns, pivots)));
            for (int rank = 0; rank < rows.ranks(); rank++) {
                String expected = byRow.get(rank)
                        .lines()
                        .map(line -> {
                            String[] words = line.split(" ");
                            int peer = Integer.parseInt(words[1]);
                            words[1] = Integer.toString(peer % rows.q() * rows.p() + peer / rows.q());
                            return String.join(" ", words) + "\n";
                        })
                        .reduce("", String::concat);
                assertEquals(
                        expected, byColumn.get(rank % rows.q() * rows.p() + rank / rows.q()), rows + " rank " + rank);
            }
        }
    }

    private static List<String> ranks(String lines) {
        return List.of(lines.substring("rank 0\n".length()).split("rank \\d+\n", -1));
    }

    private static HplSettings settings(String text, String from, String to) {
        return parsed(text.replace(from, to).replaceAll(",$", ""));
    }

    private static String lines(HplProgram program) {
        StringBuilder all = new StringBuilder();
        for (int rank = 0; rank < program.ranks(); rank++) {
            Lines lines = new Lines();
            try (Program opened = program.open(rank)) {
                opened.produceAll(lines);
            }
            all.append("rank ").append(rank).append('\n').append(lines.others).append(lines.broadcasts);
        }
        return all.toString();
    }

    private static final class Lines extends IgnoringSink {
        private final StringBuilder others = new StringBuilder();
        private final StringBuilder broadcasts = new StringBuilder();

        private void add(char kind, int peer, int tag, long bytes) {
            if (!Integer.toString(tag).equals(LAST_BLOCK)) {
                StringBuilder to = tag > 2000 && tag <= 3000 ? broadcasts : others;
                to.append(kind)
                        .append(' ')
                        .append(peer)
                        .append(' ')
                        .append(tag)
                        .append(' ')
                        .append(bytes)
                        .append('\n');
            }
        }

        @Override
        public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
            add(mode == SendMode.SYNCHRONOUS ? 'i' : '?', destination, tag, bytes);
        }

        @Override
        public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
            add(mode == SendMode.SYNCHRONOUS ? 'S' : 's', destination, tag, bytes);
        }

        @Override
        public void irecv(int request, int source, int tag, int communicator, long bytes) {
            add('q', source, tag, bytes);
        }

        @Override
        public void recv(int source, int tag, int communicator, long bytes) {
            assertEquals(OperationSink.WORLD, communicator);
            add('r', source, tag, bytes);
        }
    }

    private static String digest(String lines) throws NoSuchAlgorithmException {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(lines.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash).substring(0, 16);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(HplRecordingsTest.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static int[] pivots(int n) throws IOException {
        return Arrays.stream(resource("pivots-" + n + ".txt").strip().split(" "))
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    private static List<Recording> recordings() throws IOException {
        return resource("recordings.csv")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(";"))
                .map(words -> new Recording(parsed(words[0]), Integer.parseInt(words[1]), words[2]))
                .toList();
    }

    static HplSettings parsed(String text) {
        Map<String, String> values = new HashMap<>();
        for (String pair : text.split(",")) {
            values.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
        }
        Function<String, Integer> number = key -> Integer.valueOf(values.get(key));
        return new HplSettings(
                number.apply("n"),
                number.apply("nb"),
                number.apply("p"),
                number.apply("q"),
                named(Bcast.values(), values.get("bcast")),
                named(Swap.values(), values.get("swap")),
                number.apply("depth"),
                named(Fact.values(), values.get("pfact")),
                named(Fact.values(), values.get("rfact")),
                number.apply("nbmin"),
                number.apply("ndiv"),
                number.apply("threshold"),
                false);
    }

    private static <E> E named(E[] values, String name) {
        return Arrays.stream(values)
                .filter(value -> value.toString().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
