package org.tailback.benchmarks.reading;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.tailback.program.OperationBuffer;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.schedule.ScheduleTotals;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.Traces;

/**
 * Reading one program (see {@link Exchanges}) in several forms, all ranks in turn as a replay does it, each into a
 * buffer of its own; the schedules rank by rank. Secondary results: millions of operations (vertices, in schedules) and
 * megabytes of the file per second.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar ReadingBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ReadingBenchmark {
    private static final int OPERATIONS = 450_000;
    /** What a rank performs before it waits for others. */
    private static final int IN_A_ROW = 8;

    /** A form that can be written. */
    @Param({"simgrid-ti", "tailback", "goal", "goal-binary"})
    public String form = "";

    /** Ranks, which share the operations. */
    @Param({"16", "1000"})
    public int ranks;

    private Path folder = Path.of("");
    private Path file = Path.of("");
    private String format = "";
    private long bytes;

    /** What a second reads. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Amounts {
        /** 10^6 operations. */
        public double millions;
        /** 10^6 bytes. */
        public double megabytes;

        /** Begins from 0. */
        @Setup(Level.Iteration)
        public void clear() {
            millions = 0;
            megabytes = 0;
        }
    }

    /** Writes the file. */
    @Setup
    public void write() throws IOException {
        TraceWriter writer = Traces.writerNamed(form);
        folder = Files.createTempDirectory("reading-benchmark");
        file = folder.resolve("trace" + writer.suffixes().get(0));
        format = writer.format();
        int steps = OPERATIONS / Exchanges.OPERATIONS_PER_STEP / ranks;
        writer.write(new Exchanges(ranks, steps), file, false);
        try (Stream<Path> files = Files.walk(folder)) {
            bytes = files.filter(Files::isRegularFile)
                    .mapToLong(path -> path.toFile().length())
                    .sum();
        }
    }

    /** Removes it. */
    @TearDown
    public void remove() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(folder)) {
            files = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : files) {
            Files.delete(path);
        }
    }

    /** Opens and reads all. */
    @Benchmark
    public long read(Amounts amounts) {
        long operations;
        if (Traces.named(format) instanceof ScheduleReader reader) {
            ScheduleTotals totals = reader.totals(file);
            operations = totals.sends() + totals.receives() + totals.calculations();
        } else {
            try (Trace trace = Traces.open(file, format, TraceOptions.DEFAULTS)) {
                operations = readAll(trace);
            }
        }
        amounts.millions += operations * 1e-6;
        amounts.megabytes += bytes * 1e-6;
        return operations;
    }

    private static long readAll(ParallelProgram program) {
        int ranks = program.ranks();
        Program[] programs = new Program[ranks];
        OperationBuffer[] buffers = new OperationBuffer[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            programs[rank] = program.open(rank);
            buffers[rank] = new OperationBuffer();
        }
        long operations = 0;
        int open = ranks;
        while (open > 0) {
            open = 0;
            for (int rank = 0; rank < ranks; rank++) {
                int performed = perform(programs[rank], buffers[rank]);
                operations += performed;
                open += performed == IN_A_ROW ? 1 : 0;
            }
        }
        return operations;
    }

    private static int perform(Program program, OperationBuffer buffer) {
        int performed = 0;
        while (performed < IN_A_ROW && (buffer.size() > 0 || program.produce(buffer))) {
            buffer.removeFirst();
            performed++;
        }
        return performed;
    }
}
