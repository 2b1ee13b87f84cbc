package org.tailback.trace.dumpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tailback.trace.dumpi.DumpiBytes.INT;
import static org.tailback.trace.dumpi.DumpiBytes.WORLD;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.program.Program;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.mpi.TextSink;

/** The members of communicators, from the calls that make them. */
class DumpiCommunicatorsTest {
    private static final int NONE = 1;

    @TempDir
    Path folder;

    /**
     * What each of some ranks does, given its file and rank; and the operations that become of it, barriers of the
     * world excepted.
     */
    private List<List<String>> programs(int ranks, BiConsumer<DumpiBytes, Integer> calls) throws IOException {
        DumpiBytes[] files = new DumpiBytes[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            files[rank] = new DumpiBytes();
            calls.accept(files[rank], rank);
        }
        List<List<String>> programs = new ArrayList<>();
        try (Trace trace = new DumpiTraceReader().open(DumpiBytes.write(folder, files), TraceOptions.DEFAULTS)) {
            for (int rank = 0; rank < ranks; rank++) {
                TextSink sink = new TextSink();
                try (Program program = trace.open(rank)) {
                    program.produceAll(sink);
                }
                programs.add(sink.lines().stream()
                        .filter(line -> !line.startsWith("compute") && !line.startsWith("barrier comm 0"))
                        .toList());
            }
        }
        return programs;
    }

    @Test
    void split_sortsByKey_andIdsAreLocal() throws IOException {
        // even and odd ranks, in reverse; odd ranks have made a communicator more, so that their ids differ
        List<List<String>> programs = programs(4, (file, rank) -> {
            int id = 4 + rank % 2;
            file.split(WORLD, rank % 2, -rank, id).barrier(id);
            file.call(0).i(1).h(INT).i(0).i(3).h(id);
        });
        assertThat(programs.get(0))
                .containsExactly("barrier comm 2 of [2, 0] root 0 bytes 0", "send to 2 tag 3 comm 2 bytes 4");
        assertThat(programs.get(3))
                .containsExactly("barrier comm 3 of [3, 1] root 0 bytes 0", "send to 3 tag 3 comm 3 bytes 4");
    }

    @Test
    void groups_areComputed() throws IOException {
        List<List<String>> programs = programs(5, (file, rank) -> {
            file.call(72).h(WORLD).h(4); // all
            file.call(76).h(4).i(3).ints(4, 2, 0).h(5); // included: 4, 2, 0
            file.call(77).h(4).i(2).ints(0, 1).h(6); // excluded: 2, 3, 4
            file.call(75).h(6).h(5).h(7); // difference: 3
            file.call(73).h(5).h(7).h(8); // union: 4, 2, 0, 3
            file.call(74).h(6).h(5).h(9); // intersection: 2, 4
            file.call(78).h(4).i(1).i(1).ints(4, 0, -2).h(10); // range: 4, 2, 0
            file.call(79).h(4).i(1).i(1).ints(1, 4, 1).h(11); // without 1 to 4: 0
            int[][] groups = {{8, 4, 2, 0, 3}, {9, 2, 4}, {10, 4, 2, 0}, {11, 0}};
            for (int[] group : groups) {
                boolean belongs = false;
                for (int i = 1; i < group.length; i++) {
                    belongs |= group[i] == rank;
                }
                file.call(85).h(WORLD).h(group[0]).h(belongs ? 20 : NONE);
                if (belongs) {
                    file.barrier(20);
                }
            }
        });
        assertThat(programs.get(0))
                .containsExactly(
                        "barrier comm 2 of [4, 2, 0, 3] root 0 bytes 0",
                        "barrier comm 4 of [4, 2, 0] root 0 bytes 0",
                        "barrier comm 5 of [0] root 0 bytes 0");
        assertThat(programs.get(4))
                .containsExactly(
                        "barrier comm 2 of [4, 2, 0, 3] root 0 bytes 0",
                        "barrier comm 3 of [2, 4] root 0 bytes 0",
                        "barrier comm 4 of [4, 2, 0] root 0 bytes 0");
        assertThat(programs.get(1)).isEmpty();
    }

    @Test
    void grids_areCutIntoRowsAndColumns() throws IOException {
        List<List<String>> programs = programs(6, (file, rank) -> {
            file.call(99).h(WORLD).i(2).ints(2, 3).ints(0, 0).i(0).h(4);
            file.call(111).i(2).h(4).ints(0, 1).h(5).barrier(5); // rows
            file.call(111).i(2).h(4).ints(1, 0).h(6).barrier(6); // columns
            file.call(84).h(6).h(7).barrier(7);
        });
        // ranks 0 1 2 are the first row
        assertThat(programs.get(4))
                .filteredOn(line -> !line.startsWith("barrier comm 2"))
                .containsExactly(
                        "barrier comm 4 of [3, 4, 5] root 0 bytes 0",
                        "barrier comm 6 of [1, 4] root 0 bytes 0",
                        "barrier comm 6 of [1, 4] root 0 bytes 0",
                        "barrier comm 9 of [1, 4] root 0 bytes 0");
    }

    @Test
    void groupsAreConnectedAndMerged() throws IOException {
        List<List<String>> programs = programs(4, (file, rank) -> {
            int half = rank / 2;
            file.split(WORLD, half, rank, 4);
            file.call(91).h(4).i(0).h(WORLD).i(half == 0 ? 2 : 0).i(9).h(5); // leaders 0 and 2
            file.call(0).i(1).h(INT).i(1).i(3).h(5); // to the second rank of the other half
            file.call(92).h(5).i(half == 0 ? 1 : 0).h(6).barrier(6); // the first half comes last
        });
        assertThat(programs.get(0))
                .contains("send to 3 tag 3 comm 4 bytes 4", "barrier comm 5 of [2, 3, 0, 1] root 0 bytes 0");
        assertThat(programs.get(3)).contains("send to 1 tag 3 comm 4 bytes 4");
    }

    @Test
    void callsThatNotAllMembersMake_areReported() throws IOException {
        DumpiBytes first = new DumpiBytes().split(WORLD, 0, 0, 4).barrier(4);
        DumpiBytes second = new DumpiBytes();
        try (Trace trace =
                new DumpiTraceReader().open(DumpiBytes.write(folder, first, second), TraceOptions.DEFAULTS)) {
            assertThat(trace.approximations())
                    .anyMatch(sentence -> sentence.startsWith("1 x rank's call that makes a communicator of unknown"));
            assertThat(trace.communicators()).isEqualTo(1);
        }
    }
}
