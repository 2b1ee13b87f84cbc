package org.tailback.trace.ti;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.generator.Operation;
import org.tailback.generator.OperationRecorder;
import org.tailback.program.Program;
import org.tailback.trace.Trace;
import org.tailback.trace.Traces;

class OpenRanksTest {
    @TempDir
    Path folder;

    @Test
    void trace_twoThousandOpenRanks_holdNoFileOpen() throws IOException {
        Assumptions.assumeTrue(
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean,
                "only Unix counts open files");
        UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        int ranks = 2000;
        for (int rank = 0; rank < ranks; rank++) {
            Files.writeString(
                    folder.resolve("rank-" + rank + ".txt"), (rank + " compute 1\n").repeat(rank == 0 ? 9000 : 40));
        }
        try (Trace trace = Traces.open(folder)) {
            List<Operation> operations = new ArrayList<>();
            OperationRecorder recorder = new OperationRecorder(operations);
            long before = system.getOpenFileDescriptorCount();
            List<Program> programs = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                programs.add(trace.open(rank));
                assertThat(programs.get(rank).produce(recorder)).isTrue();
            }

            assertThat(system.getOpenFileDescriptorCount()).isLessThan(before + 100);
            programs.forEach(Program::close);
        }
    }
}
