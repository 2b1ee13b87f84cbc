package org.tailback.study.sweep;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A sweep in a process of its own. It goes on with the file of results if there is one. Closing kills it. */
record ForkedSweep(Process process, Path logFile) implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    static ForkedSweep start(Path folder, Path study, Path output, int threads) throws IOException {
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path") + File.pathSeparator,
                        ForkedSweep.class.getName(),
                        study.toString(),
                        output.toString(),
                        Integer.toString(threads))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new ForkedSweep(process, log);
    }

    /** Waits until the file has so many lines, or the process has ended. */
    void awaitLines(Path output, int lines) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (process.isAlive()
                && System.nanoTime() - begin < PATIENCE_NANOS
                && (!Files.exists(output) || Files.readAllLines(output).size() < lines)) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    /** Stops it so that it holds what it holds. */
    void suspend() throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                Files.isExecutable(Path.of("/bin/kill")), "there is no /bin/kill: no process can be stopped");
        new ProcessBuilder("/bin/kill", "-STOP", Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    String log() throws IOException {
        return Files.readString(logFile);
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Entry point: study file, output, threads. */
    public static void main(String[] args) {
        new Sweep(SweepPlan.read(Path.of(args[0])))
                .output(Path.of(args[1]))
                .resume(true)
                .threads(Integer.parseInt(args[2]))
                .run();
    }
}
