package org.tailback.generator.hpl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.tailback.program.IgnoringSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/**
 * Holds the program against the trace of HPL of HPC Challenge 1.5.0 in {@code traces/examples/hpl-N4000-32}, another
 * recording and another HPL than those of {@link HplRecordingsTest}. Its pivots are not known, so that what long swaps
 * send is compared in the mean.
 */
class HplRecordedTraceTest {
    private static final Path FOLDER = Path.of("..", "traces", "examples", "hpl-N4000-32");
    private static final int RANKS = 32;
    private static final HplSettings SETTINGS = HplRecordingsTest.parsed("n=4000,nb=64,p=4,q=8,bcast=1ring-modified,"
            + "swap=mix,depth=1,pfact=right,rfact=crout,nbmin=4,ndiv=2,threshold=64");
    /** Doubles of an exchange of pivots, of panels of 64 and of 32 columns. */
    private static final Set<Long> OF_PANELS = Set.of(68L, 132L);

    private record Message(boolean sent, int peer, int tag, long doubles) {}

    private static List<Message> recorded(int rank) throws IOException {
        List<Message> messages = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(FOLDER.resolve("rank-" + rank + ".txt.gz"))),
                StandardCharsets.UTF_8))) {
            boolean solves = false;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                boolean isMessage = Set.of("send", "recv", "irecv").contains(words[1]);
                solves |= isMessage && !words[3].equals("9001");
                if (isMessage && solves) {
                    messages.add(new Message(
                            words[1].equals("send"),
                            Integer.parseInt(words[2]),
                            Integer.parseInt(words[3]),
                            Long.parseLong(words[4])));
                }
            }
        }
        return messages;
    }

    private static List<Message> generated(int rank) {
        List<Message> messages = new ArrayList<>();
        try (Program program = new HplProgram(SETTINGS, 1).open(rank)) {
            program.produceAll(new IgnoringSink() {
                @Override
                public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
                    messages.add(new Message(true, destination, tag, bytes / 8));
                }

                @Override
                public void irecv(int request, int source, int tag, int communicator, long bytes) {
                    recv(source, tag, communicator, bytes);
                }

                @Override
                public void recv(int source, int tag, int communicator, long bytes) {
                    messages.add(new Message(false, source, tag, bytes / 8));
                }
            });
        }
        return messages;
    }

    private static List<Message> withTags(List<Message> all, int from, int to) {
        return all.stream()
                .filter(message -> message.tag >= from && message.tag < to)
                .toList();
    }

    @Test
    void messages_ofBroadcastsAndSolution_areTheRecordedOnes() throws IOException {
        for (int rank = 0; rank < RANKS; rank++) {
            List<Message> recorded = recorded(rank);
            List<Message> generated = generated(rank);
            assertEquals(withTags(recorded, 2001, 3001), withTags(generated, 2001, 3001), "broadcasts, rank " + rank);
            assertEquals(withTags(recorded, 3001, 9001), withTags(generated, 3001, 9001), "solution, rank " + rank);
        }
    }

    @Test
    void messages_ofPanels_areTheRecordedOnes() throws IOException {
        for (int rank = 0; rank < RANKS; rank++) {
            assertEquals(ofPanels(recorded(rank)), ofPanels(generated(rank)), "rank " + rank);
        }
    }

    private static List<Message> ofPanels(List<Message> all) {
        return all.stream()
                .filter(message -> message.tag == 1001 && OF_PANELS.contains(message.doubles))
                .toList();
    }

    @Test
    void bytes_ofSwaps_areTheRecordedOnesInTheMean() throws IOException {
        double recorded = 0;
        double generated = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            recorded += swapped(recorded(rank));
            generated += swapped(generated(rank));
        }
        assertEquals(1, generated / recorded, 0.01);
    }

    private static double swapped(List<Message> all) {
        return all.stream()
                .filter(message -> message.sent && message.tag == 1001 && !OF_PANELS.contains(message.doubles))
                .mapToDouble(Message::doubles)
                .sum();
    }
}
