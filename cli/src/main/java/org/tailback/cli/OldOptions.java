package org.tailback.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.tailback.cli.console.Console;
import org.tailback.cli.fit.FitCommand;
import org.tailback.error.InputException;

/**
 * Options that have another name since this version, or none. An old name is replaced, with a warning, until the next
 * release; what is retired is refused with what to use instead.
 */
final class OldOptions {
    private static final List<Renamed> RENAMED = List.of(
            new Renamed("replay", "--ranks", "--timeline-ranks"),
            new Renamed("jobs", "--placements", "--placement"),
            new Renamed("fit penalties", "--tolerance", "--end-tolerance"));

    /** An option that belongs to a kind of {@code fit}, unlike those of all commands. */
    private static final Pattern FIT_OPTION = Pattern.compile("--(?!format|seed|verbose|help|version).*");

    private static final String OTHER_MEASUREMENTS =
            "is not offered any more: no network was ever measured with it. Measure with your MPI and write the times as"
                    + " docs/fitting.md says; 'measure client' measures PRTT(n,d,s), which fit plogp reads too";

    private static final String NOT_ON_SPARK = "is an option of sweep only: what takes a cluster is better a sweep,"
            + " which can be resumed. --threads sets how many runs this machine performs at once";

    private static final List<Retired> RETIRED = List.of(
            new Retired(
                    "serve",
                    "--socket",
                    "is not offered any more. The server reads requests from standard input: start one for each client, or"
                            + " put a program between that has the socket and writes to the server's input"),
            new Retired("measure", "tree", OTHER_MEASUREMENTS),
            new Retired("measure", "node", OTHER_MEASUREMENTS),
            new Retired("measure", "--plogp", OTHER_MEASUREMENTS),
            new Retired("measure", "--both-ends", OTHER_MEASUREMENTS),
            new Retired("compare", "--engine", NOT_ON_SPARK),
            new Retired("compare", "--spark-master", NOT_ON_SPARK),
            new Retired("place", "--engine", NOT_ON_SPARK),
            new Retired("place", "--spark-master", NOT_ON_SPARK));

    private record Renamed(String command, String old, String now) {}

    private record Retired(String command, String option, String remedy) {}

    private OldOptions() {}

    /** Returns the arguments with the present names of options. */
    static String[] replaced(String[] arguments, Console console) {
        String[] present = kindFirst(arguments, console);
        for (int i = 0; i < present.length && !present[i].equals("--"); i++) {
            int equals = present[i].indexOf('=');
            String name = equals < 0 ? present[i] : present[i].substring(0, equals);
            for (Retired each : RETIRED) {
                boolean isWord = i == 1 || each.option.startsWith("--");
                if (name.equals(each.option) && isWord && isOf(each.command, arguments)) {
                    throw new InputException(name + " " + each.remedy);
                }
            }
            for (Renamed each : RENAMED) {
                if (name.equals(each.old) && isOf(each.command, arguments)) {
                    console.warning(name + " of " + each.command + " is now " + each.now
                            + "; the old name goes with the next release");
                    present[i] = each.now + present[i].substring(name.length());
                }
            }
        }
        return present;
    }

    /** Returns the arguments of {@code fit} with the kind of data before its options. */
    private static String[] kindFirst(String[] arguments, Console console) {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        if (words.size() < 2
                || !words.get(0).equals("fit")
                || !FIT_OPTION.matcher(words.get(1)).matches()) {
            return arguments.clone();
        }
        for (int i = 2; i < words.size(); i++) {
            if (FitCommand.NAMES.contains(words.get(i))) {
                words.add(1, words.remove(i));
                console.warning("Options of fit stand behind the kind of data now: fit " + words.get(1)
                        + " OPTIONS FILE; the old order goes with the next release");
                return words.toArray(String[]::new);
            }
        }
        return arguments.clone();
    }

    private static boolean isOf(String command, String[] arguments) {
        return Arrays.asList(arguments).containsAll(Arrays.asList(command.split(" ")));
    }
}
