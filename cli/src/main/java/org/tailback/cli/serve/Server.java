package org.tailback.cli.serve;

import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.tailback.cli.console.Console;
import org.tailback.error.InputException;
import org.tailback.simulation.WorkloadCache;

/**
 * Daemon threads that run jobs in their order of arrival, and a daemon thread that watches for cancelled jobs that do
 * not end.
 */
final class Server implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 2;

    /** Names of commands that do not end, or that use the server's own streams. */
    private static final Set<String> NOT_SERVED = Set.of("serve", "measure");

    /** Arguments in place of a command that print help or the version, as text. */
    static final Set<String> WITHOUT_COMMAND = Set.of("help", "--help", "-h", "--version", "-V");

    private final CommandRunner runner;
    private final List<String> names;
    private final WorkloadCache traces;
    private final Networks networks = new Networks();
    private final ThreadPoolExecutor workers;
    private final ScheduledExecutorService watch =
            Executors.newSingleThreadScheduledExecutor(task -> daemon(new Thread(task, "watch")));

    /**
     * @param threads number of threads that run jobs, >= 1
     */
    Server(CommandRunner runner, List<String> names, int threads, WorkloadCache traces) {
        this.runner = runner;
        this.names = names;
        this.traces = traces;
        workers = new ThreadPoolExecutor(
                threads,
                Integer.MAX_VALUE,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> daemon(new Thread(task, "job")));
    }

    static Thread daemon(Thread thread) {
        thread.setDaemon(true);
        return thread;
    }

    /** Answers the requests of a client until its requests have ended or its stream is closed. */
    void serve(InputStream requests, Consumer<String> answers) {
        new Client(this, requests, answers).serve();
    }

    /**
     * Checks that a command can be served.
     *
     * @throws InputException unless the arguments begin with a command that can be served
     */
    void requireServed(List<String> command) {
        String name = command.isEmpty() ? "" : command.get(0);
        if (NOT_SERVED.contains(name)) {
            throw new InputException("command: '" + name + "' is not served. Run it by itself: tailback " + name);
        }
        if (command.isEmpty() || (name.startsWith("-") && !WITHOUT_COMMAND.contains(name))) {
            throw new InputException("command: expected its name first (" + String.join(", ", names) + "), found "
                    + (command.isEmpty() ? "nothing" : "'" + name + "'"));
        }
    }

    int run(String[] arguments, Console console) {
        return runner.run(arguments, console, traces);
    }

    Networks networks() {
        return networks;
    }

    void submit(Job job) {
        workers.execute(() -> {
            job.run();
            if (job.isAbandoned()) {
                addThreads(-1);
            }
        });
    }

    /** Changes the number of threads for jobs, to replace threads occupied by jobs that do not end. */
    private synchronized void addThreads(int more) {
        workers.setCorePoolSize(workers.getCorePoolSize() + more);
    }

    /** Abandons a cancelled job if it has not ended after two seconds, and replaces its thread. */
    void watch(Job cancelled) {
        Runnable abandon = () -> {
            if (cancelled.abandonIfRunning()) {
                addThreads(1);
                workers.execute(cancelled::answerAbandoned);
            }
        };
        watch.schedule(abandon, PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        workers.shutdownNow();
        watch.shutdownNow();
    }
}
