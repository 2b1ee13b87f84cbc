package org.tailback.generator.hpl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.tailback.program.IgnoringSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

class HplProgramTest {
    private static HplSettings small(int n, int nb, int p, int q) {
        return HplRecordingsTest.parsed("n=" + n + ",nb=" + nb + ",p=" + p + ",q=" + q
                + ",bcast=1ring,swap=long,depth=0,pfact=crout,rfact=right,nbmin=2,ndiv=2,threshold=" + nb);
    }

    private static List<String> kernels(HplSettings settings, int rank) {
        return kernels(new HplProgram(settings, 1), rank);
    }

    private static List<String> kernels(HplProgram hpl, int rank) {
        List<String> calls = new ArrayList<>();
        try (Program program = hpl.open(rank)) {
            program.produceAll(new IgnoringSink() {
                @Override
                public void kernel(String name, long m, long n, long k) {
                    calls.add(name + " " + m + " " + n + " " + k);
                }
            });
        }
        return calls;
    }

    @Test
    void kernels_workedExample_updateOfTwoByThreeByTwo() {
        assertTrue(kernels(small(4, 2, 1, 1), 0).contains("dgemm 2 3 2"));
    }

    /** Every rank updates, for each panel, its rows below it times its columns right of it, the right-hand side too. */
    @Test
    void kernels_flopOfUpdates_areTheClosedSumOfEachRank() {
        for (int[] shape : new int[][] {{40, 5, 2, 3}, {64, 8, 3, 2}, {49, 7, 4, 1}, {42, 6, 1, 4}}) {
            int n = shape[0];
            int nb = shape[1];
            int p = shape[2];
            int q = shape[3];
            for (int rank = 0; rank < p * q; rank++) {
                long expected = 0;
                for (int panel = 0; panel < n; panel += nb) {
                    int width = Math.min(nb, n - panel);
                    long rows = 0;
                    long columns = 0;
                    for (int i = panel + width; i < n; i++) {
                        rows += i / nb % p == rank / q ? 1 : 0;
                    }
                    for (int j = panel + width; j <= n; j++) {
                        columns += j / nb % q == rank % q ? 1 : 0;
                    }
                    expected += rows * columns * width;
                }
                long found = 0;
                for (String call : kernels(small(n, nb, p, q), rank)) {
                    String[] words = call.split(" ");
                    // updates have all columns of the panel as their third size, factorisations at most half of them
                    boolean isUpdate = words[0].equals("dgemm") && Integer.parseInt(words[3]) == nb;
                    found += isUpdate
                            ? Long.parseLong(words[1]) * Long.parseLong(words[2]) * Long.parseLong(words[3])
                            : 0;
                }
                assertEquals(expected, found, n + " " + nb + " " + p + " x " + q + " rank " + rank);
            }
        }
    }

    /** The calls of an update with the last panels, after those of all before: what is left is a smaller matrix. */
    @Test
    void window_ofLastPanels_hasTheKernelsOfTheSmallerMatrix() {
        HplSettings settings = small(40, 5, 2, 2);
        for (int rank = 0; rank < 4; rank++) {
            List<String> whole = kernels(new HplProgram(small(25, 5, 2, 2), 1), rank);
            List<String> some = kernels(HplProgram.window(settings, 3, 2, 1), rank);
            assertEquals(whole.subList(0, some.size()), some);
            assertTrue(some.size() < whole.size());
            assertEquals(whole, kernels(HplProgram.window(settings, 3, 5, 1), rank));
        }
    }

    /**
     * In one row of q processes nothing but panels and the solution is sent: q - 1 times the rows below each panel, its
     * triangle and jb + 1 doubles; the right-hand side once, if its owner lacks the last block; and for each other
     * block the next q - 1 blocks above it, as far as there are.
     */
    @Test
    void messages_oneRowOfProcesses_areThoseOfTheClosedSums() {
        for (int[] shape : new int[][] {{40, 5, 2}, {64, 8, 3}, {50, 7, 4}}) {
            int n = shape[0];
            int nb = shape[1];
            int q = shape[2];
            long messages = 0;
            long bytes = 0;
            for (int panel = 0; panel < n; panel += nb) {
                int jb = Math.min(nb, n - panel);
                messages += q - 1;
                bytes += 8L * (q - 1) * ((n - panel - jb) * jb + jb * jb + jb + 1);
                if (panel > 0) {
                    messages++;
                    bytes += 8L * Math.min(panel, (q - 1) * nb);
                }
            }
            if (n / nb % q != (n - 1) / nb % q) {
                messages++;
                bytes += 8L * n;
            }
            long[] sent = new long[2];
            for (int rank = 0; rank < q; rank++) {
                count(new HplProgram(small(n, nb, 1, q), 1), rank, sent);
            }
            assertEquals(messages, sent[0], n + " " + nb + " " + q);
            assertEquals(bytes, sent[1], n + " " + nb + " " + q);
        }
    }

    private static void count(HplProgram hpl, int rank, long[] messagesAndBytes) {
        try (Program program = hpl.open(rank)) {
            program.produceAll(new IgnoringSink() {
                @Override
                public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
                    messagesAndBytes[0]++;
                    messagesAndBytes[1] += bytes;
                }
            });
        }
    }

    @Test
    void local_anyIndex_isACountOneByOne() {
        Random random = new Random(5);
        for (int i = 0; i < 500; i++) {
            BlockCyclic dealt = new BlockCyclic(1 + random.nextInt(9), 1 + random.nextInt(6));
            int from = random.nextInt(100);
            int count = random.nextInt(100);
            Map<Integer, Integer> counted = new HashMap<>();
            for (int index = from; index < from + count; index++) {
                counted.merge(dealt.owner(index), 1, Integer::sum);
            }
            for (int process = 0; process < dealt.processes(); process++) {
                assertEquals(counted.getOrDefault(process, 0), dealt.local(from, count, process));
            }
        }
    }
}
