package org.tailback.generator;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.tailback.error.InputException;
import org.tailback.program.ParallelProgram;
import org.tailback.registry.ModelChoice;
import org.tailback.settings.Suggestion;
import org.tailback.stability.Internal;

/**
 * Generated programs, specified by a text or by parameters. Operations are generated as needed, not held in memory.
 *
 * <pre>{@code
 * ParallelProgram ring = Programs.of("ring:ranks=4096,bytes=100kB,iterations=100");
 * ParallelProgram same = Programs.ring(4096, 100, 100_000, 0);
 * }</pre>
 */
public final class Programs {
    private static final Pattern FORM = Pattern.compile("[a-z][a-z-]*:\\s*[a-z-]+\\s*=.*");

    private Programs() {}

    /** Returns the names of the programs, such as {@code ring}. */
    public static List<String> names() {
        return NamedPatterns.names();
    }

    /**
     * Returns whether a text names a generated program: {@code NAME:key=value,…}, or {@code hpl:FILE}.
     *
     * @throws InputException if the text has this form with an unknown name
     */
    public static boolean isName(String text) {
        if (HplPattern.namesFile(text)) {
            return true;
        }
        if (!FORM.matcher(text).matches()) {
            return false;
        }
        String name = ModelChoice.parse(text).name();
        if (!names().contains(name)) {
            throw InputException.at(
                    text,
                    "there is no such file, and no generator '" + name + "'",
                    Suggestion.of(name, names()) + "Programs: " + String.join(", ", names()));
        }
        return true;
    }

    /**
     * Returns the texts of all runs that a text represents: the runs of an HPL.dat in the folder, or the text itself.
     */
    @Internal
    public static List<String> runs(Path folder, String text) {
        return HplPattern.namesFile(text) ? HplDat.runs(folder.resolve(HplPattern.file(text))) : List.of(text);
    }

    /**
     * Returns a ring: in each iteration every rank computes, sends to the next rank and receives from the previous
     * rank.
     *
     * @param ranks 1 to 2^30
     * @param iterations number of iterations, >= 0
     * @param bytes size of a message in bytes, >= 0
     * @param computeSeconds computation before each exchange, seconds, finite, >= 0
     */
    public static ParallelProgram ring(int ranks, long iterations, long bytes, double computeSeconds) {
        return Patterns.ring(new IteratedExchange(ranks, iterations, bytes, computeSeconds));
    }

    /**
     * Returns a stencil on a periodic grid: in each iteration every rank computes and exchanges a message with each of
     * its four neighbours.
     *
     * @param columns number of columns of the grid, >= 1
     * @param rows number of rows of the grid, >= 1; at most 2^30 ranks in all
     * @param iterations number of iterations, >= 0
     * @param bytes size of a message in bytes, >= 0
     * @param computeSeconds computation in each iteration, seconds, finite, >= 0
     */
    public static ParallelProgram halo(int columns, int rows, long iterations, long bytes, double computeSeconds) {
        int ranks = Math.multiplyExact(Checks.ranks(columns), Checks.ranks(rows));
        return Patterns.halo(columns, new IteratedExchange(ranks, iterations, bytes, computeSeconds));
    }

    /**
     * Returns one all-to-all exchange by algorithm A of the PlogPT paper, in which each rank has one message at a time.
     *
     * @param ranks a power of two, 1 to 2^30
     * @param bytes size of each message in bytes, >= 0
     */
    public static ParallelProgram alltoallA(int ranks, long bytes) {
        return AlltoallPatterns.a(ranks, bytes);
    }

    /**
     * Returns one all-to-all exchange by algorithm B of the PlogPT paper, with the parameters of {@link #alltoallA}.
     */
    public static ParallelProgram alltoallB(int ranks, long bytes) {
        return AlltoallPatterns.b(ranks, bytes);
    }

    /**
     * Returns the program of a text.
     *
     * @param text name and parameters, such as {@code ring:ranks=4096,bytes=100kB,iterations=100}
     * @throws InputException if the text is not a valid program; the message contains the reason
     */
    public static ParallelProgram of(String text) {
        if (!isName(text)) {
            throw InputException.at(
                    text,
                    "expected NAME:key=value,… with a NAME of " + String.join(", ", names()),
                    "Choose one of these names");
        }
        ModelChoice choice = HplPattern.namesFile(text) ? HplPattern.ofFile(text) : ModelChoice.parse(text);
        try {
            return NamedPatterns.of(choice);
        } catch (InputException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(choice.place()) ? e : InputException.at(choice.place(), message, "");
        } catch (ArithmeticException e) {
            throw InputException.at(text, "the numbers together are too large", "");
        }
    }
}
