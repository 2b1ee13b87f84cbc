package org.tailback.cli.serve;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Require;
import org.tailback.parallel.OrderedTasks;
import org.tailback.simulation.WorkloadCache;
import org.tailback.units.Quantity;

/** Command that runs commands on request, so that the JVM starts only once. */
public final class ServeCommand extends Command {
    private final List<String> names;
    private final CommandRunner runner;

    private final Given<@Nullable Integer> workers = option(Integer.class, null, "--workers", "N");

    private final Given<@Nullable String> traceMemory = text("--trace-memory", "SIZE");

    public ServeCommand(List<String> names, CommandRunner runner) {
        this.names = names;
        this.runner = runner;
    }

    @Override
    public void run() {
        int threads = workers.value() == null ? OrderedTasks.allThreads() : workers.value();
        Require.that(threads >= 1, "--workers", "1 or more", threads);
        double bytes = traceMemory.value() == null
                ? Runtime.getRuntime().maxMemory() / 4.0
                : Quantity.parseAt("--trace-memory", traceMemory.value(), Quantity.Kind.BYTES);
        WorkloadCache held = new WorkloadCache((long) bytes / WorkloadCache.BYTES_PER_OPERATION);
        try (Server server = new Server(runner, names, threads, held)) {
            server.serve(new FileInputStream(FileDescriptor.in), this::write);
        }
    }

    private void write(String line) {
        console.results().write(line + "\n");
        console.results().flush();
    }
}
