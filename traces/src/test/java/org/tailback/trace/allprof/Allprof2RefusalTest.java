package org.tailback.trace.allprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceSummary;
import org.tailback.trace.Traces;

class Allprof2RefusalTest {
    private static final String LINES = """
            MPI_Init:1000.00:1001.00
            MPI_Send:1010.00:0x7ffd1c2b3a40:16:8:1:7:0,0,2:1020.00
            MPI_Finalize:1030.00:-
            """;

    @TempDir
    Path folder;

    @Test
    void filesOfItsNames_areNamedWithAdvice() throws IOException {
        Path file = Files.writeString(folder.resolve("lap2-trace-rank-0-of-2.txt"), LINES);

        assertThat(Traces.named("liballprof2").isRead()).isFalse();
        for (Path path : new Path[] {file, folder}) {
            assertThatThrownBy(() -> Traces.open(path))
                    .isInstanceOf(InputException.class)
                    .hasMessageContainingAll(
                            path + ": found a trace of format liballprof2.", "Record the program with");
        }
    }

    @Test
    void datatypesOfOneNumber_inAFileOfAnotherName_areRecognised() throws IOException {
        Files.writeString(folder.resolve("pmpi-trace-rank-0.txt"), LINES);
        Files.writeString(folder.resolve("pmpi-trace-rank-1.txt"), LINES.replace("0,0,2", "0,1,2"));

        assertThatThrownBy(() -> {
                    try (Trace trace = Traces.open(folder)) {
                        TraceSummary.of(trace);
                    }
                })
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("pmpi-trace-rank-0.txt:2: ", "looks like a trace of liballprof2");
    }
}
