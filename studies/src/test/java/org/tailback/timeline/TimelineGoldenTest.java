package org.tailback.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.collective.BasicSelector;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.network.TestModels;
import org.tailback.program.CollectiveCall;
import org.tailback.program.ParallelProgram;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;

/**
 * Timelines small enough to check by hand, as files. One byte takes one second alone, the latency is 2 s: rank 0
 * computes for 1 s and sends 4 bytes, in the network from 1 to 5 and at rank 1, which computes for 2 s and then waits,
 * at 7.
 */
class TimelineGoldenTest {
    @TempDir
    private Path folder;

    private static ParallelProgram twoRanks() {
        return new ScriptedProgram(2)
                .add(0, s -> s.compute(1))
                .add(0, s -> s.isend(0, 1, 7, 4))
                .add(0, s -> s.await(0))
                .add(1, s -> s.irecv(0, 0, 7, 4))
                .add(1, s -> s.compute(2))
                .add(1, s -> s.await(0));
    }

    /** The barrier is one message of 0 bytes each way, there after the latency. */
    private static ParallelProgram barrier() {
        return new ScriptedProgram(2)
                .add(0, s -> s.compute(1))
                .add(0, s -> s.collective(CollectiveCall.uniform(CollectiveCall.Kind.BARRIER, 0, 0)))
                .add(1, s -> s.collective(CollectiveCall.uniform(CollectiveCall.Kind.BARRIER, 0, 0)));
    }

    private String recorded(ParallelProgram program, String name, TimelineCut cut) throws IOException {
        Path file = folder.resolve(name);
        Timeline.record(
                file,
                program.ranks(),
                cut,
                List.of(),
                recorder -> Replay.builder(
                                CollectiveExpansion.of(program, new BasicSelector(), recorder),
                                TestModels.platform(2, 2).build())
                        .observer(recorder)
                        .build()
                        .run());
        try (InputStream in = open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
    }

    /** Compares with a file, or writes it into the folder that the property tailback.golden names. */
    private static void check(String recorded, String name) throws IOException {
        String folderToWrite = System.getProperty("tailback.golden");
        if (folderToWrite != null) {
            Files.writeString(Path.of(folderToWrite, name), recorded);
        }
        try (InputStream in =
                Objects.requireNonNull(TimelineGoldenTest.class.getResourceAsStream("/timeline/" + name), name)) {
            assertThat(recorded).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void traceEvents_ofTwoRanks() throws IOException {
        check(recorded(twoRanks(), "t.json", TimelineCut.NOTHING), "two-ranks.json");
    }

    @Test
    void paje_ofTwoRanks() throws IOException {
        check(recorded(twoRanks(), "t.trace", TimelineCut.NOTHING), "two-ranks.trace");
    }

    @Test
    void csv_ofTwoRanks() throws IOException {
        check(recorded(twoRanks(), "t.csv", TimelineCut.NOTHING), "two-ranks.csv");
    }

    @Test
    void traceEvents_cutFrom1_5To4_beginAndEndThere() throws IOException {
        check(recorded(twoRanks(), "t.json", new TimelineCut(1.5, 4, RankSet.ALL)), "two-ranks-from-1.5-to-4.json");
    }

    @Test
    void csv_ofRank0Only_hasNoMessageToAnother() throws IOException {
        check(recorded(twoRanks(), "t.csv", new TimelineCut(0, 4, RankSet.parse("0"))), "two-ranks-rank-0-to-4.csv");
    }

    @Test
    void traceEvents_ofABarrier_itsMessagesAreInside() throws IOException {
        check(recorded(barrier(), "t.json", TimelineCut.NOTHING), "barrier.json");
    }

    @Test
    void compressed_isTheSame() throws IOException {
        check(recorded(twoRanks(), "t.json.gz", TimelineCut.NOTHING), "two-ranks.json");
    }
}
