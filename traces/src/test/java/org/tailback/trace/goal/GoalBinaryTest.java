package org.tailback.trace.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.Schedule.Kind;
import org.tailback.schedule.ScheduleContract;
import org.tailback.schedule.generator.Halo;

/** The binary form: its bytes, its way there and back, its damage. */
class GoalBinaryTest extends ScheduleContract {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("schedule.bin");
    }

    @Override
    protected Schedule schedule() {
        GoalFiles.write(random(5), file, GoalFormat.BINARY);
        return GoalFiles.open(file);
    }

    /** Head 14, table 2 x 16, rank 0: 4 + 4 + 4 (one root) + 2 x 39 + 2 x 4 (appendix), rank 1: 8. */
    @Test
    void write_twoRanks_hasTheBytesOfTheFormat() throws IOException {
        GoalFiles.write(small(), file, GoalFormat.BINARY);

        ByteBuffer expected = ByteBuffer.allocate(14 + 32 + 12 + 78 + 8 + 8).order(ByteOrder.LITTLE_ENDIAN);
        expected.putLong(4223).putInt(2).put((byte) 2).put((byte) 3);
        expected.putLong(46 - 8).putLong(144 - 8).putLong(144 - 8).putLong(152 - 8);
        expected.putInt(2).putInt(1).putInt(0);
        expected.putInt(0).put((byte) 1).putInt(1).putLong(0x1122334455667788L).putInt(0x99);
        expected.put((byte) 2).put((byte) 3).putInt(1).putInt(0).putInt(1).putInt(1);
        expected.putInt(2).put((byte) 2).putInt(-1).putLong(5).putInt(-1);
        expected.put((byte) 1).put((byte) 0).putInt(0).putInt(2).putInt(0).putInt(2);
        expected.putInt(1).putInt(1);
        expected.putInt(0).putInt(0);
        assertThat(Files.readAllBytes(file)).isEqualTo(expected.array());
    }

    @Test
    void writeAndOpen_randomSchedules_bothFormsAreTheSame() {
        Path text = folder.resolve("schedule.goal");
        Path textAgain = folder.resolve("again.goal");
        for (int seed = 1; seed <= 60; seed++) {
            Schedule schedule = random(seed);
            GoalFiles.write(schedule, file, GoalFormat.BINARY);
            assertSame(GoalFiles.open(file), schedule);
            GoalFiles.convert(file, text, GoalFormat.TEXT);
            assertSame(GoalFiles.open(text), schedule);
            GoalFiles.convert(text, file, GoalFormat.BINARY);
            assertSame(GoalFiles.open(file), schedule);
            GoalFiles.write(schedule, textAgain, GoalFormat.TEXT);
            assertThat(textAgain).hasSameBinaryContentAs(text);
        }
    }

    /** Rank 0 has one first operation: its records begin behind head 14, table 32 and 12 more bytes. */
    @Test
    void placeOf_operation_isTheByteOfItsRecord() {
        GoalFiles.write(small(), file, GoalFormat.BINARY);
        assertThat(GoalFiles.open(file).placeOf(0, 1)).isEqualTo(file + ": byte " + (14 + 32 + 12 + 39));
    }

    @Test
    void writeAndOpen_moreThanAllBuffers_isTheSame() {
        Schedule schedule = Halo.of(20, 1000, 50, 16, 16);
        Path text = folder.resolve("schedule.goal");
        GoalFiles.write(schedule, text, GoalFormat.TEXT);
        GoalFiles.convert(text, file, GoalFormat.BINARY);
        assertSame(GoalFiles.open(file), schedule);
        assertSame(GoalFiles.open(text), schedule);
    }

    @Test
    void open_anyBitFlipped_isSoundOrRefusedWithItsPlace() throws IOException {
        GoalFiles.write(small(), file, GoalFormat.BINARY);
        byte[] sound = Files.readAllBytes(file);
        int refused = 0;
        for (int bit = 0; bit < 8 * sound.length; bit++) {
            byte[] damaged = sound.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, damaged);
            try {
                Schedule schedule = GoalFiles.open(file);
                assertSame(schedule, schedule);
            } catch (InputException e) {
                refused++;
                assertThat(e.getMessage()).as("bit %s", bit).startsWith(file.toString());
                if (bit >= 64) {
                    assertThat(e.getMessage()).as("bit %s", bit).startsWith(file + ": byte ");
                }
            }
        }
        assertThat(refused).isGreaterThan(4 * sound.length);
    }

    @Test
    void open_cutAnywhere_isRefused() throws IOException {
        GoalFiles.write(small(), file, GoalFormat.BINARY);
        byte[] sound = Files.readAllBytes(file);
        for (int length = 0; length < sound.length; length++) {
            Files.write(file, Arrays.copyOf(sound, length));
            assertThatThrownBy(() -> GoalFiles.open(file))
                    .as("%s bytes", length)
                    .isInstanceOf(InputException.class);
        }
    }

    @Test
    void open_circleOfDependencies_isRefusedWithRank() {
        RankGraph graph = new RankGraph();
        PackedSchedule.Builder builder = PackedSchedule.builder().append(graph);
        graph.calculate(1);
        graph.calculate(2);
        graph.afterCompletion(0, 1);
        graph.afterCompletion(1, 0);
        GoalFiles.write(builder.append(graph).build(), file, GoalFormat.BINARY);
        assertThatThrownBy(() -> GoalFiles.open(file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("schedule.bin: byte ")
                .hasMessageContaining("rank 1: 2 operations depend on each other in a cycle");
    }

    @Test
    void open_usedUpBySaveMem_saysSo() throws IOException {
        GoalFiles.write(random(1), file, GoalFormat.BINARY);
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(2342);
        Files.write(file, bytes);
        assertThatThrownBy(() -> GoalFiles.open(file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--save-mem");
    }

    @Test
    void convert_brokenText_leavesNothingBehind() throws IOException {
        Path text = folder.resolve("broken.goal");
        Files.writeString(text, "num_ranks 2\nrank 0 {\ncalc 1\n}\nrank 2 {\n}\n");
        assertThatThrownBy(() -> GoalFiles.convert(text, file, GoalFormat.BINARY))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("broken.goal:5");
        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(text));
    }

    @Test
    void formatOf_content_decides() throws IOException {
        assertThat(GoalFormat.of("\n// c\n/* d */\nnum_ranks 3".getBytes(java.nio.charset.StandardCharsets.US_ASCII)))
                .isEqualTo(GoalFormat.TEXT);
        assertThat(GoalFormat.of(new byte[] {0x7f, 0x10, 0, 0, 0, 0, 0, 0})).isEqualTo(GoalFormat.BINARY);
        assertThat(GoalFormat.of(new byte[0])).isNull();
        assertThat(GoalFormat.of("// num_ranks".getBytes(java.nio.charset.StandardCharsets.US_ASCII)))
                .isNull();
        Path other = folder.resolve("other");
        Files.writeString(other, "0 send 1 2 3\n");
        assertThatThrownBy(() -> GoalFiles.open(other))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("is not a GOAL schedule");
        assertThatThrownBy(() -> GoalFiles.open(folder.resolve("missing")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("missing");
    }

    private static Schedule small() {
        RankGraph graph = new RankGraph();
        graph.add(Kind.SEND, 0x1122334455667788L, 1, 0x99, 2, 3);
        graph.add(Kind.RECEIVE, 5, Schedule.ANY, Schedule.ANY, 1, 0);
        graph.afterCompletion(1, 0);
        graph.afterStart(1, 0);
        PackedSchedule.Builder builder = PackedSchedule.builder().append(graph);
        graph.clear();
        return builder.append(graph).build();
    }

    private static Schedule random(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int ranks = 1 + random.nextInt(4);
        PackedSchedule.Builder builder = PackedSchedule.builder();
        RankGraph graph = new RankGraph();
        for (int rank = 0; rank < ranks; rank++) {
            graph.clear();
            int operations = 1 + random.nextInt(8);
            for (int i = 0; i < operations; i++) {
                Kind kind = Kind.of(random.nextInt(3));
                boolean communicates = kind != Kind.CALCULATION;
                graph.add(
                        kind,
                        random.nextInt(5) == 0 ? random.nextLong() : random.nextInt(1000),
                        !communicates ? 0 : random.nextInt(ranks) - (kind == Kind.RECEIVE ? random.nextInt(2) : 0),
                        communicates ? random.nextInt(10) - 1 : 0,
                        random.nextInt(3),
                        communicates ? random.nextInt(3) : 0);
                for (int k = random.nextInt(3); k > 0 && i > 0; k--) {
                    if (random.nextBoolean()) {
                        graph.afterCompletion(i, random.nextInt(i));
                    } else {
                        graph.afterStart(i, random.nextInt(i));
                    }
                }
            }
            builder.append(graph);
        }
        return builder.build();
    }

    /** Two operations, the second of which waits for the first, with LogGOPSim2's records of 104 bytes. */
    @Test
    void open_scheduleOfLogGopSim2_isNamed() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(14 + 16 + 8 + 4 + 2 * 104 + 4).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(0, 4223).putInt(8, 1).putLong(14, 30 - 8).putLong(22, bytes.capacity() - 8);
        bytes.putInt(30, 2).putInt(34, 1).putInt(38, 0);
        bytes.put(42 + 4, (byte) 3).putLong(42 + 9, 1000).putInt(42 + 23, 1);
        bytes.putInt(146, 1).put(146 + 4, (byte) 8).putLong(146 + 9, 1000);
        bytes.putInt(250, 1);
        Files.write(file, bytes.array());

        assertThatThrownBy(() -> GoalFiles.open(file))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("byte 30", "LogGOPSim2", "104 bytes", "Portals operations");
    }
}
