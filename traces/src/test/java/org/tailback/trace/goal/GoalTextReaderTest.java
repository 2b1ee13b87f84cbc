package org.tailback.trace.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.error.InputException;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.Schedule.Kind;

/** The grammar as txt2bin takes it, and what is said of everything that it drops or stumbles over. */
class GoalTextReaderTest {
    @TempDir
    Path folder;

    @Test
    void read_allForms_keepsEveryField() {
        Schedule schedule = read("""
                // a comment
                /* another
                   one */ num_ranks 2

                rank 0 { l1: send 10 b to 1 tag 3 cpu 2 nic 1
                // comment
                rank1 : recv 18446744073709551615b from -1 tag -1
                calc 7 cpu 3
                  a_long_label_1: send 0b to 0 tag 4294967295
                a_long_label_2: calc 0
                rank1 requires l1
                a_long_label_1 irequires a_long_label_2
                a_long_label_1 requires l1
                l1 irequires a_long_label_2
                }
                rank
                1
                {
                }""");
        assertThat(schedule.ranks()).isEqualTo(2);
        assertThat(schedule.cpus()).isEqualTo(4);
        assertThat(schedule.nics()).isEqualTo(2);
        assertThat(schedule.operations(0)).isEqualTo(5);
        assertThat(schedule.operations(1)).isZero();
        assertThat(schedule.kind(0, 0)).isEqualTo(Kind.SEND);
        assertThat(schedule.size(0, 0)).isEqualTo(10);
        assertThat(schedule.peer(0, 0)).isEqualTo(1);
        assertThat(schedule.tag(0, 0)).isEqualTo(3);
        assertThat(schedule.cpu(0, 0)).isEqualTo(2);
        assertThat(schedule.nic(0, 0)).isEqualTo(1);
        assertThat(schedule.kind(0, 1)).isEqualTo(Kind.RECEIVE);
        assertThat(schedule.size(0, 1)).isEqualTo(-1);
        assertThat(schedule.peer(0, 1)).isEqualTo(Schedule.ANY);
        assertThat(schedule.tag(0, 1)).isEqualTo(Schedule.ANY);
        assertThat(schedule.kind(0, 2)).isEqualTo(Kind.CALCULATION);
        assertThat(schedule.cpu(0, 2)).isEqualTo(3);
        assertThat(schedule.tag(0, 3)).isEqualTo(Schedule.ANY);
        assertThat(schedule.completionSuccessors(0, 0)).isEqualTo(2);
        assertThat(schedule.completionSuccessor(0, 0, 0)).isEqualTo(1);
        assertThat(schedule.completionSuccessor(0, 0, 1)).isEqualTo(3);
        assertThat(schedule.startSuccessors(0, 4)).isEqualTo(2);
        assertThat(schedule.startSuccessor(0, 4, 0)).isEqualTo(3);
        assertThat(schedule.startSuccessor(0, 4, 1)).isZero();
    }

    @Test
    void read_carriageReturns_areBlanks() {
        Schedule schedule = read("num_ranks 1\r\nrank 0 {\r\nl1: calc 5\r\nl2: calc 6\r\nl2 requires l1\r\n}\r\n");
        assertThat(schedule.operations()).isEqualTo(2);
        assertThat(schedule.completionSuccessors(0, 0)).isEqualTo(1);
    }

    @Test
    void read_sameLabelsInEveryRank_belongToTheirRank() {
        assertThat(read("num_ranks 2\nrank 0 {\nl1: calc 5\n}\nrank 1 {\nl1: calc 6\n}\n")
                        .operations())
                .isEqualTo(2);
        assertThatThrownBy(
                        () -> read("num_ranks 2\nrank 0 {\nl1: calc 5\n}\nrank 1 {\nl2: calc 6\nl2 requires l1\n}\n"))
                .hasMessageContaining("x.goal:7:13: rank 1: label 'l1' is not defined on an earlier line");
    }

    @Test
    void read_labelsThatDifferInTheirLastLetterOnly_areDifferent() {
        StringBuilder text = new StringBuilder("num_ranks 1\nrank 0 {\n");
        int labels = 3_000;
        for (int i = 0; i < labels; i++) {
            text.append("operation_number_")
                    .append(i)
                    .append(": calc ")
                    .append(i)
                    .append('\n');
        }
        for (int i = 1; i < labels; i++) {
            text.append("operation_number_")
                    .append(i)
                    .append(" requires operation_number_")
                    .append(i - 1)
                    .append('\n');
        }
        Schedule schedule = read(text.append("}\n").toString());
        for (int i = 1; i < labels; i++) {
            assertThat(schedule.completionSuccessors(0, i - 1)).isEqualTo(1);
            assertThat(schedule.completionSuccessor(0, i - 1, 0)).isEqualTo(i);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                                      | x.goal:1: the file is empty; expected 'num_ranks'
            ranks 1                                                 | x.goal:1:1: expected 'num_ranks', found 'ranks'
            num_ranks x                                             | x.goal:1:11: expected the number of ranks, a whole number from 0 to 1073741824, found 'x'
            num_ranks 0                                             | expected at least one rank, found 'num_ranks 0'
            num_ranks 99999999999999999999999                       | expected the number of ranks, at most 1073741824, found '99999999999999999999999'
            num_ranks 2;rank 0 {;}                                  | the file ends and rank 1 is missing; num_ranks announces ranks 0 to 1
            num_ranks 3;rank 0 {;};rank 2 {;};rank 1 {;}            | x.goal:4:7: expected rank 1, found rank 2. List all ranks in ascending order
            num_ranks 2;rank 0 {;};rank 0 {;}                       | expected rank 1, found rank 0
            num_ranks 1;rank 0 {;};rank 1 {;}                       | x.goal:4:1: expected the end of the file after the 1 ranks that num_ranks announces, found 'rank'
            num_ranks 1;rank 0 {;calc 5                             | x.goal:3: rank 0: the file ends inside the rank that begins on line 2
            num_ranks 1;rank 0;calc 5;}                             | x.goal:3:1: rank 0: expected '{', found 'calc'
            num_ranks 1;rank 0 {;l1: snd 5b to 0;}                  | x.goal:3:5: rank 0: expected send, recv or calc, found 'snd'
            num_ranks 1;rank 0 {;l1: calc 5;l1 needs l1;}           | x.goal:4:1: rank 0: unknown word 'l1'
            num_ranks 1;rank 0 {;%$;}                               | x.goal:3:1: rank 0: expected a label, send, recv, calc or '}', found '%$'
            num_ranks 1;rank 0 {;l1: calc 5;l2: calc 5;l1 requires l3;l3: calc 6;} | x.goal:5:13: rank 0: label 'l3' is not defined on an earlier line
            num_ranks 1;rank 0 {;l1: calc 5;l1: calc 6;}            | x.goal:4:1: rank 0: label 'l1' is defined twice, first on line 3
            num_ranks 1;rank 0 {;send: calc 5;}                     | x.goal:3:5: rank 0: expected a size
            num_ranks 1;rank 0 {;tag: calc 5;}                      | x.goal:3:1: rank 0: 'tag' is a keyword and cannot be a label
            num_ranks 1;rank 0 {;l1: calc 5 // why;}                | a comment behind an operation. Put the comment on a separate line
            num_ranks 1;rank 0 {;/* why;}                           | x.goal:3: rank 0: a comment begins here and never ends
            num_ranks 1;rank 0 {;l1: calc 5.5;}                     | x.goal:3:11: rank 0: expected the end of the line, found '.5'
            num_ranks 1;rank 0 {;l1: calc -5;}                      | expected a duration, a whole number from 0 to 18446744073709551615, found '-5'
            num_ranks 1;rank 0 {;l1: calc 18446744073709551616;}    | expected a duration, at most 18446744073709551615, found '18446744073709551616'
            num_ranks 1;rank 0 {;l1: calc 5 nic 0;}                 | expected the end of the line, found 'nic'
            num_ranks 1;rank 0 {;l1: send 5 to 0;}                  | x.goal:3:12: rank 0: expected 'b', found 'to'
            num_ranks 1;rank 0 {;l1: send 5b from 0;}               | expected 'to', found 'from'
            num_ranks 1;rank 0 {;l1: send 5b to -1;}                | expected a destination, a whole number from 0 to 0, found '-1'
            num_ranks 1;rank 0 {;l1: recv 5b from 1;}               | expected a source (or -1 for any), at most 0, found '1'
            num_ranks 1;rank 0 {;l1: send 5b to 0 nic 1 cpu 1;}     | expected the end of the line, found 'cpu'
            num_ranks 1;rank 0 {;l1: send 5b to 0 cpu 4294967296;}  | expected a cpu index, at most 4294967295, found '4294967296'
            num_ranks 1;rank 0 {;l1: send 5b to 0 tag -2;}          | expected a tag (or -1 for any), a whole number from 0 to 18446744073709551615, found '-2'
            num_ranks 1;rank 0 {;l1: calc 5;l2: calc 5;l2 requires l1;l1 irequires l2;} | 2 operations depend on each other in a cycle, on lines
            num_ranks 1;rank 0 {;l1: calc 5;l1 requires l1;}        | x.goal:3: rank 0: the operation depends on itself
            num_ranks 1;rank 0 {;l1:;calc 5;}                       | x.goal:3:4: rank 0: expected send, recv or calc, found the end of the line
            num_ranks 1;rank 0 {;l1;}                               | expected an operation (send, recv, calc), a label and ':', or a label and 'requires', found 'l1'
            """)
    void read_brokenText_saysWhatAndWhere(String text, String message) {
        assertThatThrownBy(() -> read(text.replace(';', '\n')))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void read_lineWithoutEnd_isNoGoalText() {
        byte[] bytes = new byte[5_000_000];
        java.util.Arrays.fill(bytes, (byte) 'x');
        assertThatThrownBy(() -> new GoalTextReader(new ByteArrayInputStream(bytes), "x.goal"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("x.goal:1: a line of more than 1048576 bytes");
    }

    /** Whatever is done to a text, it is read or complained of, never anything else. */
    @Test
    void read_randomlyChangedText_isReadOrRefused() {
        String text = """
                num_ranks 2
                rank 0 {
                l1: send 10b to 1 tag 3 cpu 2 nic 1
                /* c */
                l2: recv 5b from -1 tag -1
                l3: calc 7
                l3 requires l2
                l2 irequires l1
                }
                // d
                rank 1 {
                }
                """;
        String alphabet = " \n\r\t{}:/*-0123456789abcdefilmnoqrstuz_%\u0000\u00ff";
        int readable = 0;
        for (int seed = 1; seed <= 4_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder changed = new StringBuilder(text);
            for (int i = random.nextInt(4); i >= 0; i--) {
                int at = random.nextInt(changed.length() - 1);
                char letter = alphabet.charAt(random.nextInt(alphabet.length()));
                switch (random.nextInt(4)) {
                    case 0 -> changed.deleteCharAt(at);
                    case 1 -> changed.insert(at, letter);
                    case 2 -> changed.setCharAt(at, letter);
                    default -> changed.setLength(Math.max(at, 10));
                }
            }
            try {
                assertThat(read(changed.toString()).ranks()).isPositive();
                readable++;
            } catch (InputException e) {
                assertThat(e.getMessage()).as("seed %s", seed).startsWith("x.goal:");
            }
        }
        assertThat(readable).isBetween(50, 3_900);
    }

    @Test
    void read_portsAbove8Bits_areTakenModulo256AndCounted() throws IOException {
        Path text = Files.writeString(folder.resolve("ports.goal"), """
                num_ranks 1
                rank 0 {
                calc 5 cpu 257
                send 1b to 0 cpu 512 nic 258
                calc 5 cpu 255
                }
                """);
        Schedule schedule = GoalFiles.open(text);

        assertThat(schedule.cpu(0, 0)).isEqualTo(1);
        assertThat(schedule.cpu(0, 1)).isZero();
        assertThat(schedule.nic(0, 1)).isEqualTo(2);
        assertThat(schedule.cpu(0, 2)).isEqualTo(255);
        assertThat(schedule.approximations())
                .containsExactly(
                        "3 x cpu or nic above 255: taken modulo 256, as LogGOPSim's compiler does. Operations of"
                                + " different streams may share a CPU or NIC.");
    }

    @Test
    void read_tagsAbove32Bits_areTakenModulo2To32AndCounted() throws IOException {
        Path text = Files.writeString(folder.resolve("long.goal"), """
                num_ranks 2
                rank 0 {
                send 1b to 1 tag 4294967297
                send 1b to 1 tag 18446744073709551614
                send 1b to 1 tag 7
                send 1b to 1 tag 8589934591
                }
                rank 1 {
                recv 1b from 0 tag 1
                }
                """);
        Path binary = folder.resolve("long.bin");
        List<String> converted = GoalFiles.convert(text, binary, GoalFormat.BINARY);
        Schedule schedule = GoalFiles.open(text);

        assertThat(schedule.tag(0, 0)).isEqualTo(1);
        assertThat(schedule.tag(0, 1)).isEqualTo(-2);
        assertThat(schedule.tag(0, 2)).isEqualTo(7);
        assertThat(schedule.tag(0, 3)).isEqualTo(Schedule.ANY);
        assertThat(schedule.approximations())
                .containsExactly(
                        "3 x tag above 2^32 - 1: taken modulo 2^32, as LogGOPSim's compiler does. Tags that differ by a"
                                + " multiple of 2^32 are the same.",
                        "1 x tag that is 2^32 - 1 modulo 2^32: means any tag, as in LogGOPSim.");
        assertThat(converted).isEqualTo(schedule.approximations());
        assertThat(GoalFiles.totals(text).approximations()).isEqualTo(schedule.approximations());
        // the binary form has 32 bits for a tag: nothing is left to tell
        assertThat(GoalFiles.open(binary).tag(0, 0)).isEqualTo(1);
        assertThat(GoalFiles.open(binary).approximations()).isEmpty();
    }

    @Test
    void placeOf_operationsOfALargeText_isTheirLine() throws IOException {
        StringBuilder text = new StringBuilder("num_ranks 5000\n// comment\n");
        for (int rank = 0; rank < 5_000; rank++) {
            text.append("rank ")
                    .append(rank)
                    .append(" {\n\nl1: calc 5\n/* c\n*/\nl2: calc 6\nl2 requires l1\ncalc 7\n}\n");
        }
        Path plain = folder.resolve("a.goal");
        Files.writeString(plain, text);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(text.toString().getBytes(StandardCharsets.US_ASCII));
        }
        Path compressed = folder.resolve("b");
        Files.write(compressed, packed.toByteArray());
        for (Path file : new Path[] {plain, compressed}) {
            Schedule schedule = GoalFiles.open(file);
            // a rank has 9 lines and the first begins on line 3
            assertThat(schedule.placeOf(0, 0)).isEqualTo(file + ":5");
            assertThat(schedule.placeOf(4_321, 1)).isEqualTo(file + ":" + (3 + 9 * 4_321 + 5));
            assertThat(schedule.placeOf(4_999, 2)).isEqualTo(file + ":" + (3 + 9 * 4_999 + 7));
        }
    }

    private static Schedule read(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        try (GoalTextReader reader = new GoalTextReader(new ByteArrayInputStream(bytes), "x.goal")) {
            PackedSchedule.Builder builder = PackedSchedule.builder();
            RankGraph graph = new RankGraph();
            while (reader.next(graph)) {
                builder.append(graph);
            }
            return builder.build();
        }
    }
}
