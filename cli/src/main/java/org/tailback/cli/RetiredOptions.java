package org.tailback.cli;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.tailback.error.InputException;

/** Options and words of earlier versions, which are rejected with a message that names their replacements. */
final class RetiredOptions {
    /** Pattern of an option that belongs to a kind of {@code fit}, not to all commands. */
    private static final Pattern FIT_OPTION = Pattern.compile("--(?!format|seed|verbose|help|version).*");

    private static final String NOT_ON_SPARK = "is an option of sweep only: run work for a cluster as a sweep,"
            + " which can be resumed. --threads sets the number of concurrent runs on one machine";

    private static final List<Retired> RETIRED = List.of(
            new Retired(
                    "serve",
                    "--socket",
                    "is no longer offered. The server reads requests from standard input: start one for each client, or"
                            + " add a program that owns the socket and writes to the server's input"),
            new Retired("replay", "--ranks", "of replay is --timeline-ranks now"),
            new Retired(
                    "replay corrected",
                    "--clock",
                    "no longer corrects clocks by messages. Leave --clock out: the times compared are durations, which"
                            + " need no common clock"),
            new Retired("jobs", "--placements", "of jobs is --placement now"),
            new Retired("fit penalties", "--tolerance", "of fit penalties is --end-tolerance now"),
            new Retired("measure", "node", "is 'measure server --listen HOST:PORT --hosts HOST:PORT,…' now"),
            new Retired("measure", "--plogp", "is removed: fit plogp reads the output of 'measure client'"),
            new Retired("compare", "--engine", NOT_ON_SPARK),
            new Retired("compare", "--spark-master", NOT_ON_SPARK),
            new Retired("place", "--engine", NOT_ON_SPARK),
            new Retired("place", "--spark-master", NOT_ON_SPARK));

    private record Retired(String command, String option, String remedy) {}

    private RetiredOptions() {}

    /**
     * Rejects retired options and words.
     *
     * @throws InputException if the arguments have a retired option or word
     */
    static void refuse(String[] arguments) {
        for (int i = 0; i < arguments.length && !arguments[i].equals("--"); i++) {
            int equals = arguments[i].indexOf('=');
            String name = equals < 0 ? arguments[i] : arguments[i].substring(0, equals);
            for (Retired each : RETIRED) {
                boolean isWord = i == 1 || each.option.startsWith("--");
                if (name.equals(each.option) && isWord && isOf(each.command, arguments)) {
                    throw new InputException(name + " " + each.remedy);
                }
            }
        }
        if (arguments.length > 1
                && arguments[0].equals("fit")
                && FIT_OPTION.matcher(arguments[1]).matches()) {
            throw new InputException("Options of fit follow the kind of data: fit KIND OPTIONS FILE");
        }
    }

    private static boolean isOf(String command, String[] arguments) {
        return Arrays.asList(String.join("=", arguments).split("=", -1)).containsAll(Arrays.asList(command.split(" ")));
    }
}
