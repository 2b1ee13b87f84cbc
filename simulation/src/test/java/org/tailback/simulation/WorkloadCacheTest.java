package org.tailback.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.collective.BasicSelector;
import org.tailback.error.InputException;
import org.tailback.trace.TraceOptions;

class WorkloadCacheTest {
    @TempDir
    private static Path shared;

    /** Traces {@code a} and {@code b}, and {@code list.txt} of the files of {@code a}. */
    private Path folder;

    /** The folders of all tests at once, so that one wait serves them. */
    @BeforeAll
    static void writeTraces() throws Exception {
        for (Method test : WorkloadCacheTest.class.getDeclaredMethods()) {
            if (test.isAnnotationPresent(Test.class)) {
                Path folder = shared.resolve(test.getName());
                Path trace = trace(folder.resolve("a"), 1);
                trace(folder.resolve("b"), 1);
                Files.writeString(
                        folder.resolve("list.txt"),
                        trace.resolve("rank-0.txt") + "\n" + trace.resolve("rank-1.txt") + "\n");
            }
        }
        awaitTick(shared);
    }

    @BeforeEach
    void chooseFolder(TestInfo test) {
        folder = shared.resolve(test.getTestMethod().orElseThrow().getName());
    }

    @Test
    void open_fromTheSecondUseOn_held_untilAFileChanges() throws Exception {
        Path trace = folder.resolve("a");
        WorkloadCache cache = new WorkloadCache(1_000);

        assertThat(open(cache, trace).operationsHeld()).isZero();
        Workload held = open(cache, trace);
        assertThat(held.operationsHeld()).isPositive();
        assertThat(held.format()).isEqualTo("simgrid-ti");
        Workload again = open(cache, trace);
        assertThat(again.operationsHeld()).isEqualTo(held.operationsHeld());

        // the same size, and the same time of modification
        var modified = Files.getLastModifiedTime(trace.resolve("rank-0.txt"));
        trace(trace, 2);
        Files.setLastModifiedTime(trace.resolve("rank-0.txt"), modified);
        assertThat(open(cache, trace).operationsHeld()).isZero();
        assertThat(open(cache, trace).operationsHeld()).as("just changed").isZero();
    }

    @Test
    void open_noRoom_thoseUsedLongestAgoAreReleased() throws Exception {
        Path first = folder.resolve("a");
        Path second = folder.resolve("b");
        WorkloadCache cache = new WorkloadCache(7);
        for (int use = 0; use < 2; use++) {
            open(cache, first);
        }
        assertThat(open(cache, first).operationsHeld()).isEqualTo(4);
        for (int use = 0; use < 2; use++) {
            open(cache, second);
        }
        assertThat(open(cache, second).operationsHeld()).isEqualTo(4);
        assertThat(open(cache, first).operationsHeld()).as("released").isZero();
    }

    @Tag("thorough")
    @Test
    void open_listOfFilesElsewhere_heldUntilOneOfThemChanges() throws Exception {
        Path trace = folder.resolve("a");
        Path list = folder.resolve("list.txt");
        WorkloadCache cache = new WorkloadCache(1_000);

        assertThat(open(cache, list).operationsHeld()).isZero();
        assertThat(open(cache, list).operationsHeld()).isEqualTo(4);
        assertThat(open(cache, list).operationsHeld()).isEqualTo(4);
        Files.writeString(trace.resolve("rank-1.txt"), "1 init\n1 recv 0 0 1 1\n1 finalize\n");
        assertThat(open(cache, list).operationsHeld()).isZero();
        awaitTick(folder);
        open(cache, list);
        assertThat(open(cache, list).operationsHeld()).isEqualTo(3);
    }

    @Test
    void open_listWithoutAFile_heldNoMore() throws Exception {
        Path trace = folder.resolve("a");
        Path list = folder.resolve("list.txt");
        WorkloadCache cache = new WorkloadCache(1_000);
        open(cache, list);
        open(cache, list);
        Files.delete(trace.resolve("rank-1.txt"));

        assertThatThrownBy(() -> open(cache, list))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("rank-1.txt");
    }

    private static Workload open(WorkloadCache cache, Path trace) {
        try (Workload workload =
                cache.open(trace, null, new BasicSelector(), TraceOptions.DEFAULTS.withComputeSpeed(1e9))) {
            return workload;
        }
    }

    /** Waits until the state of the files shows every further change. */
    private static void awaitTick(Path folder) throws InterruptedException {
        while (WorkloadCache.FileStates.of(List.of(folder)).isEmpty()) {
            Thread.sleep(100);
        }
    }

    private static Path trace(Path trace, int size) throws IOException {
        Files.createDirectories(trace);
        Files.writeString(
                trace.resolve("rank-0.txt"), "0 init\n0 compute 1000\n0 send 1 0 " + size + " 1\n0 finalize\n");
        Files.writeString(
                trace.resolve("rank-1.txt"), "1 init\n1 compute 1000\n1 recv 0 0 " + size + " 1\n1 finalize\n");
        return trace;
    }
}
