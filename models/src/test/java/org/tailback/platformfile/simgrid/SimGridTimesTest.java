package org.tailback.platformfile.simgrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;

/**
 * Rings and floods on platforms in SimGrid's form take the times that SimGrid prints, recorded beside the platforms.
 */
class SimGridTimesTest {
    private static final Path FOLDER = Path.of("src/test/resources/org/tailback/platformfile/simgrid");
    private static final double PRINTED = 5.0001e-7;

    static Stream<String> recorded() throws IOException {
        return Files.readAllLines(FOLDER.resolve("simgrid-3.32.txt")).stream().filter(line -> !line.startsWith("#"));
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void replay_takesTheTimeOfSimGrid(String line) {
        String[] words = line.split(" ");
        int ranks = Integer.parseInt(words[1]);
        long bytes = Long.parseLong(words[3]);
        Platform platform = PlatformFile.read(FOLDER.resolve(words[0])).resolve(Overrides.NONE);
        ScriptedProgram program = words[2].equals("ring") ? ring(ranks, bytes) : flood(ranks, bytes);

        assertThat(Replay.builder(program, platform).build().run().makespan())
                .isCloseTo(Double.parseDouble(words[4]), within(PRINTED));
    }

    /** Three rounds, in each of which all send to the right and wait for the left. */
    private static ScriptedProgram ring(int ranks, long bytes) {
        ScriptedProgram program = new ScriptedProgram(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            int left = Math.floorMod(rank - 1, ranks);
            int right = (rank + 1) % ranks;
            for (int round = 0; round < 3; round++) {
                program.add(rank, s -> s.irecv(0, left, 1, bytes))
                        .add(rank, s -> s.isend(1, right, 1, bytes))
                        .add(rank, s -> s.await(0))
                        .add(rank, s -> s.await(1));
            }
        }
        return program;
    }

    /** All send to all at once, each pair another size. */
    private static ScriptedProgram flood(int ranks, long bytes) {
        ScriptedProgram program = new ScriptedProgram(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            int own = rank;
            for (int step = 1; step < ranks; step++) {
                int tag = step;
                int from = Math.floorMod(rank - step, ranks);
                program.add(rank, s -> s.irecv(tag, from, tag, size(bytes, from, own)));
            }
            for (int step = 1; step < ranks; step++) {
                int tag = step;
                int to = (rank + step) % ranks;
                program.add(rank, s -> s.isend(ranks + tag, to, tag, size(bytes, own, to)));
            }
            for (int step = 1; step < 2 * ranks; step++) {
                int request = step;
                if (step != ranks) {
                    program.add(rank, s -> s.await(request));
                }
            }
        }
        return program;
    }

    private static long size(long bytes, long from, long to) {
        return (long) (bytes * (0.5 + (from * 7919 + to * 104729 + from * to * 31) % 1009 / 1009.0));
    }
}
