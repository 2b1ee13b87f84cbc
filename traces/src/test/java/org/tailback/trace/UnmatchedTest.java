package org.tailback.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.program.Program;
import org.tailback.trace.mpi.TextSink;

/** What has no partner in traces of any format, here the native one. */
class UnmatchedTest {
    @TempDir
    Path folder;

    private Trace open(Unmatched unmatched, String... ranks) throws IOException {
        StringBuilder text = new StringBuilder("tailback-trace 1\nranks " + ranks.length + "\n");
        for (int rank = 0; rank < ranks.length; rank++) {
            text.append("rank ").append(rank).append('\n');
            for (String line : ranks[rank].split("; ")) {
                text.append(line.isEmpty() ? "" : line + "\n");
            }
            text.append("end\n");
        }
        Path file = Files.writeString(folder.resolve("t.tailback"), text);
        return Traces.open(file, null, TraceOptions.DEFAULTS.withUnmatched(unmatched));
    }

    private static List<String> program(Trace trace, int rank) {
        TextSink sink = new TextSink();
        try (Program program = trace.open(rank)) {
            program.produceAll(sink);
        }
        return sink.lines();
    }

    @Test
    void drop_lastMessagesAndReceivesOfAKind_goWithTheirWaits() throws IOException {
        try (Trace trace = open(
                Unmatched.DROP,
                "isend 0 1 100; isend 1 1 200; waitall 0 1; send 1 5 tag 3",
                "irecv 0 0 100; irecv 1 0 9 tag 4; waitall 0 1; irecv 0 0 9 tag 4; wait 0")) {
            assertThat(program(trace, 0)).containsExactly("isend #0 to 1 tag 0 comm 0 bytes 100", "waitall 0");
            assertThat(program(trace, 1)).containsExactly("irecv #0 from 0 tag 0 comm 0 bytes 100", "waitall 0");
            assertThat(trace.approximations())
                    .contains(
                            "2 x message without a receive: left out, as requested.",
                            "2 x receive without a message: left out, as requested.");
        }
    }

    @Test
    void drop_receiveFromAnySource_takesWhatOthersLeave() throws IOException {
        try (Trace trace = open(
                Unmatched.DROP,
                "recv any 8; recv 1 8; recv any 8 tag any",
                "send 0 8; send 0 8 tag 6",
                "send 0 8; send 0 9")) {
            assertThat(program(trace, 0)).hasSize(3);
            assertThat(program(trace, 1)).hasSize(2);
            assertThat(program(trace, 2)).containsExactly("send to 0 tag 0 comm 0 bytes 8");
        }
    }

    @Test
    void drop_manyOperationsInARow_eachCallOfProduceAppendsSome() throws IOException {
        String many = "send 1 8; ".repeat(2000);
        try (Trace trace = open(Unmatched.DROP, "compute 1; " + many + "compute 2; " + many, "compute 3");
                Program program = trace.open(0)) {
            TextSink sink = new TextSink();
            int lines = 0;
            while (program.produce(sink)) {
                assertThat(sink.lines()).hasSizeGreaterThan(lines);
                lines = sink.lines().size();
            }
            assertThat(sink.lines()).hasSize(2);
        }
    }

    @Test
    void drop_collectivesThatARankMisses_goOnAllOthers() throws IOException {
        try (Trace trace = open(Unmatched.DROP, "barrier 0; ibcast 0 8; wait 0", "barrier 0; bcast 8", "barrier 0")) {
            for (int rank = 0; rank < 3; rank++) {
                assertThat(program(trace, rank)).singleElement().asString().startsWith("barrier");
            }
            assertThat(trace.approximations())
                    .containsExactly(
                            "2 x collective operation missing on a rank of its communicator: left out, as requested.");
        }
    }

    @Test
    void drop_ofAProgramThatMatches_changesNothing() throws IOException {
        String[] ranks = {"irecv 0 1 8; isend 1 1 8; waitall 0 1; allreduce 8", "send 0 8; recv 0 8; allreduce 8"};
        try (Trace dropped = open(Unmatched.DROP, ranks);
                Trace whole = open(Unmatched.REFUSE, ranks)) {
            assertThat(program(dropped, 0)).isEqualTo(program(whole, 0));
            assertThat(program(dropped, 1)).isEqualTo(program(whole, 1));
            assertThat(dropped.approximations()).isEmpty();
        }
    }
}
