package org.tailback.trace.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.program.Program;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSummary;
import org.tailback.trace.Unmatched;
import org.tailback.trace.mpi.TextSink;

/** Archives written byte by byte: chunks of the smallest size, and every kind of damage with its message. */
class Otf2DamageTest {
    private static final long CHUNK = 1 << 20;

    @TempDir
    private Path folder;

    private void write(ArchiveBytes anchor, ArchiveBytes definitions, ArchiveBytes events) throws IOException {
        anchor.write(folder.resolve("t.otf2"));
        definitions.write(folder.resolve("t.def"));
        events.write(folder.resolve("t/0.evt"));
        ArchiveBytes.chunk().end().write(folder.resolve("t/1.evt"));
    }

    private void writeEvents(ArchiveBytes events) throws IOException {
        write(
                ArchiveBytes.anchor(CHUNK, CHUNK, 1, 1),
                ArchiveBytes.definitions(2).end(),
                events);
    }

    private List<String> program() {
        try (Trace trace = new Otf2TraceReader().open(folder, TraceOptions.DEFAULTS);
                Program program = trace.open(0)) {
            TextSink sink = new TextSink();
            program.produceAll(sink);
            return sink.lines();
        }
    }

    private static void assertRefused(ThrowingCallable reading, String... words) {
        assertThatThrownBy(reading).isInstanceOf(InputException.class).hasMessageContainingAll(words);
    }

    @Test
    void smallArchive_isRead() throws IOException {
        writeEvents(ArchiveBytes.chunk()
                .time(100)
                .enter(0)
                .time(110)
                .send(1, 7, 4096)
                .time(150)
                .leave(0)
                .time(400)
                .end());
        assertThat(program()).containsExactly("send to 1 tag 7 comm 0 bytes 4096");
    }

    @Test
    void eventsOverManySmallChunks_areRead() throws IOException {
        int chunk = 64;
        ArchiveBytes file = new ArchiveBytes();
        int messages = 10;
        for (int i = 0; i < messages; i++) {
            file.append(ArchiveBytes.chunk()
                    .time(100 * i)
                    .enter(0)
                    .send(1, i, 1000 + i)
                    .time(100 * i + 50)
                    .leave(0));
            if (i + 1 < messages) {
                file.padTo(chunk * (i + 1));
            }
        }
        write(
                ArchiveBytes.anchor(chunk, CHUNK, 1, 1),
                ArchiveBytes.definitions(2).end(),
                file.end());
        assertThat(program().stream().filter(line -> line.startsWith("send")))
                .hasSize(messages)
                .startsWith("send to 1 tag 0 comm 0 bytes 1000")
                .endsWith("send to 1 tag 9 comm 0 bytes 1009");
    }

    @Test
    void unknownRecordsAndLaterFields_areSkippedByTheirLength() throws IOException {
        ArchiveBytes longer = new ArchiveBytes().number(1).number(0).number(5).number(9);
        writeEvents(ArchiveBytes.chunk()
                .time(0)
                .record(200, new ArchiveBytes().raw(1, 2, 3))
                .record(6, new ArchiveBytes().number(1).number(0).raw(1, 9))
                .record(14, longer.raw(4, 1, 2, 3, 4))
                .end());
        assertThat(program()).containsExactly("send to 1 tag 5 comm 0 bytes 9");
    }

    @Test
    void fileWithoutEndMark_isRefused() throws IOException {
        writeEvents(ArchiveBytes.chunk().time(100).enter(0));
        assertRefused(this::program, "0.evt: byte 29", "without an end mark", "record it again");
    }

    @Test
    void fileThatEndsWithinARecord_isRefused() throws IOException {
        writeEvents(ArchiveBytes.chunk().time(100).raw(14, 20, 1));
        assertRefused(this::program, "0.evt: byte 29", "length is 20 bytes", "only 1 are left of the file");
    }

    @Test
    void fileThatEndsWithinATime_isRefused() throws IOException {
        writeEvents(ArchiveBytes.chunk().raw(5, 1, 2, 3));
        assertRefused(this::program, "0.evt: byte 19", "ends within a record");
    }

    @Test
    void lengthOf2To60_isRefused() throws IOException {
        writeEvents(ArchiveBytes.chunk().raw(14, 0xff).fixed(8, 1L << 60).end());
        assertRefused(this::program, "0.evt", "1152921504606846976 bytes");
    }

    @Test
    void negativeLength_isRefused() throws IOException {
        writeEvents(ArchiveBytes.chunk().raw(14, 0xff).fixed(8, -1).end());
        assertRefused(this::program, "0.evt", "18446744073709551615 bytes");
    }

    @Test
    void numberLongerThanItsType_isRefused() throws IOException {
        writeEvents(ArchiveBytes.chunk().raw(12, 5, 1, 1, 1, 1, 1).end());
        assertRefused(this::program, "0.evt: byte 19", "0 to 4 bytes", "length of 5");
    }

    @Test
    void fieldBeyondItsRecord_isRefused() throws IOException {
        writeEvents(ArchiveBytes.chunk().raw(14, 2, 1, 1).end());
        assertRefused(this::program, "0.evt: byte 22", "record ends within a field");
    }

    @Test
    void otherByteOrder_isRefusedWhereLengthsMakeNoSense() throws IOException {
        write(
                ArchiveBytes.anchor(CHUNK, CHUNK, 1, 1),
                ArchiveBytes.definitions(2).end(),
                new ArchiveBytes().raw(3, 0x24).fixed(8, 1).fixed(8, 0).end());
        assertRefused(this::program, "0.evt: byte 0", "03 42 or 03 23", "03 24");
    }

    @Test
    void billionRanksInASmallFile_areRefused() throws IOException {
        ArchiveBytes group = new ArchiveBytes().number(0).number(0).raw(0).number(1_000_000_000L);
        write(
                ArchiveBytes.anchor(CHUNK, CHUNK, 1, 1),
                ArchiveBytes.chunk().record(18, group.raw(4, 4, 0)).end(),
                ArchiveBytes.chunk().end());
        assertRefused(this::program, "t.def: byte ", "1000000000 elements", "only 3 bytes are left");
    }

    @Test
    void billionMappingsInASmallFile_areRefused() throws IOException {
        writeEvents(ArchiveBytes.chunk().end());
        ArchiveBytes.chunk()
                .record(5, new ArchiveBytes().raw(6).number(1_000_000_000L).raw(0))
                .end()
                .write(folder.resolve("t/0.def"));
        assertRefused(this::program, "0.def: byte ", "1000000000 mappings");
    }

    @Test
    void largeMappedId_isFoundInASparseTable() throws IOException {
        writeEvents(ArchiveBytes.chunk()
                .time(0)
                .record(
                        14,
                        new ArchiveBytes()
                                .number(1)
                                .number(0xfffffffeL)
                                .number(5)
                                .number(9))
                .end());
        ArchiveBytes.chunk()
                .record(
                        5,
                        new ArchiveBytes()
                                .raw(6)
                                .number(1)
                                .raw(1)
                                .number(0xfffffffeL)
                                .number(0))
                .end()
                .write(folder.resolve("t/0.def"));
        assertThat(program()).containsExactly("send to 1 tag 5 comm 0 bytes 9");
    }

    @Test
    void containersAndCompression_areRefused() throws IOException {
        ArchiveBytes definitions = ArchiveBytes.definitions(2).end();
        write(
                ArchiveBytes.anchor(CHUNK, CHUNK, 2, 1),
                definitions,
                ArchiveBytes.chunk().end());
        assertRefused(this::program, "t.otf2: byte ", "SIONlib");
        write(
                ArchiveBytes.anchor(CHUNK, CHUNK, 1, 2),
                definitions,
                ArchiveBytes.chunk().end());
        assertRefused(this::program, "t.otf2: byte ", "compressed");
    }

    @Test
    void impossibleChunkSizes_areRefused() throws IOException {
        ArchiveBytes definitions = ArchiveBytes.definitions(2).end();
        for (long size : new long[] {0, 31, (16 << 20) + 1, 1L << 60, -1}) {
            write(
                    ArchiveBytes.anchor(size, CHUNK, 1, 1),
                    definitions,
                    ArchiveBytes.chunk().end());
            assertRefused(this::program, "t.otf2: byte 12", "chunk size of events", Long.toUnsignedString(size));
        }
    }

    @Test
    void communicatorThatIsItsOwnParent_isNoMatter() throws IOException {
        ArchiveBytes definitions = ArchiveBytes.definitions(2)
                .record(
                        22,
                        new ArchiveBytes()
                                .number(7)
                                .number(3)
                                .number(7)
                                .number(7)
                                .number(0))
                .record(12, new ArchiveBytes().number(0).number(0).number(0).number(0));
        write(
                ArchiveBytes.anchor(CHUNK, CHUNK, 1, 1),
                definitions.end(),
                ArchiveBytes.chunk().time(0).send(1, 2, 3).end());
        assertThat(program()).containsExactly("send to 1 tag 2 comm 0 bytes 3");
    }

    @Test
    void archiveWithoutMpi_isRefused() throws IOException {
        write(
                ArchiveBytes.anchor(CHUNK, CHUNK, 1, 1),
                ArchiveBytes.chunk().end(),
                ArchiveBytes.chunk().end());
        assertRefused(this::program, "t.otf2", "MPI");
    }

    @Test
    void missingParts_areNamed() throws IOException {
        assertRefused(() -> Otf2Archive.open(folder), "there is no .otf2 file");
        ArchiveBytes.anchor(CHUNK, CHUNK, 1, 1).write(folder.resolve("t.otf2"));
        assertRefused(() -> Otf2Archive.open(folder), "t.def", "no such file");
        ArchiveBytes.anchor(CHUNK, CHUNK, 1, 1).write(folder.resolve("u.otf2"));
        assertRefused(() -> Otf2Archive.open(folder), "holds 2 traces", "t.otf2", "u.otf2");
        assertRefused(() -> Otf2Archive.open(folder.resolve("v.otf2")), "v.otf2");
    }

    @Test
    void rankWithoutEvents_doesNothing_andIsReported() throws IOException {
        writeEvents(ArchiveBytes.chunk().end());
        Files.delete(folder.resolve("t/1.evt"));
        TraceOptions drop = TraceOptions.DEFAULTS.withUnmatched(Unmatched.DROP);
        try (Trace trace = new Otf2TraceReader().open(folder, drop);
                Program program = trace.open(1)) {
            assertThat(program.produce(new TextSink())).isFalse();
            assertThat(trace.approximations())
                    .anyMatch(sentence ->
                            sentence.startsWith("1 x rank without a file of events (") && sentence.contains("1.evt"));
        }
        assertRefused(
                () -> new Otf2TraceReader().open(folder, TraceOptions.DEFAULTS),
                "1.evt: there is no such file",
                "--unmatched drop");
    }

    @Test
    void archiveWithoutEvents_isRefused_evenIfWhatIsUnmatchedShallBeDropped() throws IOException {
        writeEvents(ArchiveBytes.chunk().end());
        Files.delete(folder.resolve("t/0.evt"));
        Files.delete(folder.resolve("t/1.evt"));
        assertRefused(
                () -> new Otf2TraceReader().open(folder, TraceOptions.DEFAULTS.withUnmatched(Unmatched.DROP)),
                "t.otf2: the archive has no events: none of its 2 ranks");
    }

    @Test
    void ranksWithoutAnyEvent_areReported() throws IOException {
        writeEvents(ArchiveBytes.chunk().end());
        try (Trace trace = new Otf2TraceReader().open(folder, TraceOptions.DEFAULTS)) {
            assertThat(TraceSummary.of(trace).approximations())
                    .anyMatch(sentence -> sentence.startsWith("2 x rank without a single event"));
        }
    }
}
