package org.tailback.trace.otf1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.trace.RecordedPrograms;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;

class Otf1ProgramTest {
    private static Trace open(Path path) {
        return new Otf1TraceReader().open(path, TraceOptions.DEFAULTS);
    }

    /** Lines 13 to 30 of pingpong-2/otfprint.txt, the output of otfprint 1.12.5 for the archive. */
    @Test
    void pingpong_isReadAsOtfprintShowsIt() {
        Trace trace = open(RecordedPrograms.resource("otf1/pingpong-2"));

        assertThat(trace.ranks()).isEqualTo(2);
        assertThat(trace.span()).isEqualTo(3002e-9);
        assertThat(RecordedPrograms.program(trace, 0))
                .containsExactly(
                        "compute 1.0E-6",
                        "send to 1 tag 7 comm 0 bytes 65536",
                        "compute 9.01E-7",
                        "allreduce comm 0 root 0 bytes 8",
                        "compute 5.0E-7");
        assertThat(RecordedPrograms.program(trace, 1))
                .containsExactly(
                        "compute 1.045E-6",
                        "recv from 0 tag 7 comm 0 bytes 65536",
                        "compute 4.92E-7",
                        "allreduce comm 0 root 0 bytes 8",
                        "compute 5.0E-7");
        assertThat(RecordedPrograms.times(trace, 1, 1e9))
                .contains("MPI_Recv 1050 1510", "MPI_Allreduce 2002 2502", "- 5 1050");
        RecordedPrograms.assertMatched(trace);
    }

    @Test
    void bcast_rootsAndPartnersAreProcesses_andReceivesCompleteInTheirOrder() {
        Trace trace = open(RecordedPrograms.resource("otf1/bcast-2/b.otf"));

        assertThat(RecordedPrograms.program(trace, 0)) // process 2
                .containsExactly(
                        "isend #0 to 1 tag 5 comm 0 bytes 64",
                        "free #0",
                        "compute 1.9E-5",
                        "bcast comm 0 root 0 bytes 32");
        assertThat(RecordedPrograms.program(trace, 1))
                .containsExactly(
                        "irecv #0 from 0 tag 5 comm 0 bytes 64",
                        "compute 2.0E-6",
                        "wait #0",
                        "compute 1.0E-5",
                        "bcast comm 0 root 0 bytes 32");
    }

    @Test
    void zlib_isRead(@TempDir Path folder) throws IOException {
        Path original = RecordedPrograms.resource("otf1/bcast-2");
        Files.copy(original.resolve("b.otf"), folder.resolve("b.otf"));
        for (String name : new String[] {"b.0.def", "b.1.events"}) {
            try (OutputStream out = new DeflaterOutputStream(Files.newOutputStream(folder.resolve(name + ".z")))) {
                Files.copy(original.resolve(name), out);
            }
        }

        assertThat(RecordedPrograms.program(open(folder), 1)).isEqualTo(RecordedPrograms.program(open(original), 1));
    }

    @Test
    void files_areRecognisedByContent(@TempDir Path folder) throws IOException {
        Otf1TraceReader reader = new Otf1TraceReader();
        assertThat(reader.recognises(TraceSample.of(RecordedPrograms.resource("otf1/bcast-2"))))
                .isTrue();
        assertThat(reader.recognises(TraceSample.of(RecordedPrograms.resource("otf1/bcast-2/b.otf"))))
                .isTrue();
        Path font = Files.writeString(folder.resolve("font.otf"), "OTTO\0\1\2");
        assertThat(reader.recognises(TraceSample.of(font))).isFalse();
    }

    @Test
    void mistakes_areToldWithFileAndLine(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("a.otf"), "1:1\n");
        assertThatThrownBy(() -> open(folder)).hasMessageContaining("there is no file a.0.def next to it");
        Files.writeString(folder.resolve("a.0.def"), "DTR3b9aca00\nDEFPROCESS 1 NAME \"x\"\n");
        Files.writeString(folder.resolve("a.1.events"), "0\n*1\nEg\n");
        assertThatThrownBy(() -> open(folder))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("a.0.def:2: ", "the long form (words and blanks) is not supported");
        Files.writeString(folder.resolve("a.0.def"), "DTR3b9aca00\nDPG1M1,2,NM\"__MPI_COMM_WORLD__\"\n");
        assertThatThrownBy(() -> open(folder)).hasMessageContaining("rank 1 of __MPI_COMM_WORLD__ is process 2");
        Files.writeString(folder.resolve("a.0.def"), "DTR3b9aca00\nDP1NM\"x\"\n");
        Trace trace = open(folder);
        assertThatThrownBy(() -> RecordedPrograms.program(trace, 0))
                .hasMessageContainingAll("a.1.events:3: ", "expected a hexadecimal number");
    }
}
