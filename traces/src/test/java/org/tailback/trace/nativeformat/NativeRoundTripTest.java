package org.tailback.trace.nativeformat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.generator.ExplicitProgram;
import org.tailback.generator.ProgramBuilder;
import org.tailback.program.ParallelProgram;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.Traces;
import org.tailback.trace.WrittenTrace;

/** What is written as native text is read again exactly. */
class NativeRoundTripTest {
    @TempDir
    Path folder;

    private Path write(ParallelProgram program, String name) {
        Path target = folder.resolve(name);
        TraceWriter writer = Traces.writerFor(target);
        WrittenTrace written = writer.write(program, target, true);
        assertThat(written.losses()).isEmpty();
        assertThat(Traces.formatOf(target, null).name()).isEqualTo(writer.format());
        return target;
    }

    private static Trace open(Path path) {
        return Traces.open(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.tailback", "a.tailback.gz"})
    void anyProgram_isReadAsItWasWritten(String name) {
        for (long seed = 0; seed < 15; seed++) {
            ExplicitProgram program = AnyPrograms.of(seed, 1 + (int) (seed % 5), 150);
            Path path = write(program, seed + name);
            try (Trace trace = open(path)) {
                assertThat(ExplicitProgram.copyOf(trace)).as("seed %s", seed).isEqualTo(program);
                assertThat(trace).isNotInstanceOf(RecordedTimes.class);
                assertThat(trace.span()).isNaN();
                assertThat(trace.approximations()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.tailback", "a.tailback.gz"})
    void times_spanCommunicatorsAndNotes_areReadAsTheyWereWritten(String name) {
        for (long seed = 0; seed < 8; seed++) {
            Trace timed = AnyPrograms.timed(AnyPrograms.of(seed, 3, 120), seed);
            List<String> times = AnyPrograms.times(timed);
            Path path = write(timed, seed + name);
            try (Trace trace = open(path)) {
                assertThat(ExplicitProgram.copyOf(trace)).isEqualTo(ExplicitProgram.copyOf(timed));
                assertThat(AnyPrograms.times(trace)).as("seed %s", seed).isEqualTo(times);
                assertThat(trace.span()).isEqualTo(1.0 / 3);
                assertThat(trace.communicators()).isEqualTo(7);
                assertThat(Double.valueOf(((RecordedTimes) trace).ticksPerSecond()))
                        .isEqualTo(Double.valueOf(((RecordedTimes) timed).ticksPerSecond()));
                assertThat(trace.approximations()).isEqualTo(timed.approximations());
            }
        }
    }

    @Test
    void textToCompressedToText_isTheSameFile() throws IOException {
        for (long seed = 0; seed < 5; seed++) {
            Path first = write(AnyPrograms.timed(AnyPrograms.of(seed, 2, 200), seed), seed + "a.tailback");
            Path compressed;
            try (Trace trace = open(first)) {
                compressed = write(trace, seed + "b.tailback.gz");
            }
            try (Trace trace = open(compressed)) {
                assertThat(write(trace, seed + "c.tailback")).hasSameBinaryContentAs(first);
            }
        }
    }

    @Test
    void emptyRanks_areKept() {
        ParallelProgram program = ProgramBuilder.ranks(3).rank(1).compute(1).build();
        try (Trace trace = open(write(program, "e.tailback"))) {
            assertThat(ExplicitProgram.copyOf(trace)).isEqualTo(ExplicitProgram.copyOf(program));
        }
    }
}
