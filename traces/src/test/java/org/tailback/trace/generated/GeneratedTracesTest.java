package org.tailback.trace.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSummary;
import org.tailback.trace.Traces;

class GeneratedTracesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ring:ranks=5,bytes=1kB,iterations=3,compute=2us | 15 | 15000
                    ring:ranks=1,bytes=0                            | 1  | 0
                    halo:ranks=6,bytes=10,iterations=2              | 48 | 480
                    halo:grid=5x3,bytes=1                           | 60 | 60
                    halo:grid=7,bytes=1                             | 28 | 28
                    alltoall:ranks=6,bytes=1KiB                     | 30 | 30720
                    alltoall:ranks=6,bytes=2,algorithm=linear       | 30 | 60
                    alltoall:ranks=6,bytes=2,iterations=3,compute=1ms | 90 | 180
                    alltoall:ranks=1,bytes=2,iterations=3           | 0  | 0
                    all-pairs:ranks=4,bytes=2,sizes=equal,iterations=3,compute=1ms | 36 | 72
                    all-pairs:ranks=300,bytes=7,sizes=equal         | 89700 | 627900
                    dissemination:ranks=6,bytes=8,iterations=2      | 36 | 288
                    broadcast:ranks=11,bytes=100                    | 10 | 1000
                    cg:grid=9x4,ranks=3,iterations=5                | 20 | 960
                    hydro:grid=10x10,ranks=2,fields=3,steps=2       | 24 | 16128
                    kba:px=2,py=2,planes=3,groups=2,angles=4,bytes=1kB | 192 | 768000
                    """)
    void program_anyPattern_hasItsMessages(String text, long messages, long bytes) {
        TraceSummary summary = TraceSummary.of(Traces.open(Path.of(text)));
        assertThat(summary.format()).isEqualTo("generated");
        assertThat(summary.messages()).isEqualTo(messages);
        assertThat(summary.bytes()).isEqualTo(bytes);
    }

    /** The size from rank 1 to rank 2 is 1009000/2 + (7919 + 2 * 104729 + 2 * 31) mod 1009 * 1000 = 504500 + 496000. */
    @Test
    void allPairs_unequal_areSpreadAroundTheSize() {
        TraceSummary summary = TraceSummary.of(Traces.open(Path.of("all-pairs:ranks=2,bytes=1009000")));
        long zeroToOne = 504_500 + 104_729 % 1009 * 1000;
        long oneToZero = 504_500 + 7919 % 1009 * 1000;
        assertThat(summary.bytes()).isEqualTo(zeroToOne + oneToZero);
    }

    /** The recorded call has elements of 16 bytes: {@code alltoall 131072 131072 43 43} on 8 ranks. */
    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16, 32, 64, 128})
    void fft_gridOfNpbFtClassA_hasTheAlltoallsOfTheRecording(int ranks) {
        Path recorded = SharedSamples.require("scaling/npb-ft-A-" + ranks);
        assertThat(alltoalls(Traces.open(
                        Path.of("fft:grid=256x256x128,ranks=" + ranks + ",columns=1,iterations=8"),
                        null,
                        TraceOptions.DEFAULTS)))
                .hasSize(8)
                .isEqualTo(alltoalls(Traces.open(recorded)));
    }

    private static List<Long> alltoalls(Trace trace) {
        List<Long> sizes = new ArrayList<>();
        OperationSink sizesOf = new IgnoringSink() {
            @Override
            public void collective(CollectiveCall call) {
                if (call.kind() == CollectiveCall.Kind.ALLTOALL) {
                    sizes.add(call.bytes());
                }
            }
        };
        try (Program first = trace.open(0)) {
            while (first.produce(sizesOf)) {
                continue;
            }
        }
        return sizes;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    rnig:ranks=4                        | no generator 'rnig'. Did you mean 'ring'?
                    ring:ranks=4                        | missing key 'bytes' in ring
                    ring:rank=4,bytes=1                 | unknown key 'rank' in ring
                    ring:ranks=0,bytes=1                | 'ranks' must be 1 to 1073741824, found '0'
                    ring:ranks=4,bytes=1.5              | expected a size such as 64KiB, 20 MB or 1500 B, found '1.5'
                    ring:ranks=4,bytes=1,iterations=0   | 'iterations' must be 1 to 2147483647, found '0'
                    ring:ranks=4,ranks=4                | key 'ranks' is given twice
                    ring:ranks=4,bytes                  | 'bytes' is not key=value
                    cg:grid=4x4,rank=4                  | unknown key 'rank' in cg. Did you mean 'ranks'?
                    cg:grid=2x2,ranks=8                 | does not give each of 4 x 2 ranks a cell
                    cg:grid=2x2x2,ranks=8               | expected a grid of up to 2 dimensions of cells
                    kba:px=99999,py=99999,planes=1,bytes=1 | the numbers together are too large
                    cg:grid=100x100,ranks=4,iterations=2000000000 | the numbers together are too large: 24000000000 steps
                    hydro:grid=100x100,ranks=4,fields=1,steps=2000000000 | the numbers together are too large
                    fft:grid=8x8x8,ranks=5              | the 8 cells in y do not divide among 5 rows of ranks
                    fft:grid=8x8,ranks=4                | expected three dimensions, such as 1024x1024x1024
                    fft:grid=8x8x8,ranks=4,columns=3    | 'columns' must divide the 4 ranks, found 3
                    fft:grid=8x8x8,ranks=4,column=2     | unknown key 'column' in fft. Did you mean 'columns'?
                    fft:grid=8x8x8x8,ranks=4            | expected a grid of up to 3 dimensions of cells
                    cg:grid=0x100,ranks=4               | each dimension of 'grid' must be 1 or more
                    hydro:grid=8x8,ranks=4              | missing key 'fields' in hydro
                    kba:px=2,py=0,planes=1,bytes=1      | 'py' must be 1 to 2147483647, found '0'
                    kba:px=2,py=2,planes=1,bytes=1,angels=2 | Did you mean 'angles'?
                    halo:bytes=1                        | expected either 'ranks' or 'grid' in halo
                    halo:grid=2x2x2,bytes=1             | expected a grid of up to 2 dimensions
                    halo:grid=2x,bytes=1                | expected a grid of up to 2 dimensions
                    alltoall:ranks=4,bytes=1,algorithm=bruck | unknown algorithm 'bruck'
                    nowhere/ring                        | there is no such file or folder
                    """)
    void wrongText_isRefusedWithWhatIsWrong(String text, String complaint) {
        Path path = Path.of(text);
        assertThatThrownBy(() -> {
                    Traces.open(path).close();
                })
                .isInstanceOf(InputException.class)
                .hasMessageContaining(text)
                .hasMessageContaining(complaint);
    }

    @Test
    void fileOfThatName_goesFirst(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("ring:ranks=2,bytes=1"), "num_ranks 1\nrank 0 {\n}\n");
        assertThat(Traces.formatOf(file, null).name()).isEqualTo("goal");
    }
}
