package org.tailback.cli.console;

import com.google.common.util.concurrent.Uninterruptibles;
import java.io.PrintWriter;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a long computation on standard error: one line that is overwritten twice a second, from two seconds after
 * the beginning to the end, when it is erased. Nothing is printed unless standard error is a terminal.
 */
public final class Progress {
    private static final long PATIENCE_MILLIS = 2000;
    private static final long PERIOD_MILLIS = 500;
    private static final String ERASE = "\r\u001b[K";

    private Progress() {}

    /**
     * Performs work and prints its progress.
     *
     * @param state supplier of the progress in a few words; called by another thread
     * @return result of the work
     */
    public static <T> T during(Console console, Supplier<String> state, Supplier<T> work) {
        Consumer<Supplier<String>> listener = console.listener();
        if (listener != null) {
            listener.accept(state);
            return work.get();
        }
        return isShown(System.getenv(), console.messageTerminal())
                ? printed(console.messages(), state, PATIENCE_MILLIS, work)
                : work.get();
    }

    /**
     * Returns the state of work of equal steps: the share done and, after the first step, an estimate of the remaining
     * time.
     *
     * @param done number of steps done, 0 to all
     * @param what name of the steps, in the plural
     */
    public static Supplier<String> of(IntSupplier done, IntSupplier all, String what) {
        long begin = System.nanoTime();
        return () -> part(done.getAsInt(), all.getAsInt(), what, (System.nanoTime() - begin) / 1e9);
    }

    static String part(int done, int all, String what, double seconds) {
        String counted = done + " of " + all + " " + what;
        return done == 0 ? counted : counted + ", about " + Math.round(seconds * (all - done) / done) + " s left";
    }

    /** Performs work and prints its progress, as {@link #during} does on a terminal. */
    static <T> T printed(PrintWriter messages, Supplier<String> state, long patienceMillis, Supplier<T> work) {
        Thread thread = new Thread(() -> print(messages, state, patienceMillis), "progress");
        thread.setDaemon(true);
        thread.start();
        try {
            return work.get();
        } finally {
            thread.interrupt();
            Uninterruptibles.joinUninterruptibly(thread);
        }
    }

    private static void print(PrintWriter messages, Supplier<String> state, long patienceMillis) {
        long beginNanos = System.nanoTime();
        boolean printed = false;
        try {
            Thread.sleep(patienceMillis);
            while (true) {
                long seconds = (System.nanoTime() - beginNanos) / 1_000_000_000L;
                messages.print(ERASE + state.get() + ", " + seconds + " s");
                messages.flush();
                printed = true;
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException e) {
            // the work is done
        } finally {
            if (printed) {
                messages.print(ERASE);
                messages.flush();
            }
        }
    }

    /**
     * Returns whether progress is shown. The environment variable {@code TAILBACK_PROGRESS} determines this by {@code
     * on} or {@code off}. Without it, progress is shown on a terminal unless {@code TERM=dumb} or the variable {@code
     * CI} is set.
     */
    static boolean isShown(Map<String, String> environment, Terminal terminal) {
        @Nullable String wish = environment.get("TAILBACK_PROGRESS");
        return wish != null
                ? wish.equals("on")
                : terminal.isPresent() && !"dumb".equals(environment.get("TERM")) && !environment.containsKey("CI");
    }
}
