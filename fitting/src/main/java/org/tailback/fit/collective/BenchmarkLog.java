package org.tailback.fit.collective;

import com.google.common.base.Ascii;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;

/**
 * The tables in a log of OSU micro-benchmarks, Intel MPI Benchmarks and nccl-tests, in any order and with other text
 * between them. A comment that does not belong to a table ends the table. Rows after the comment, and tables with an
 * unusable title, are omitted and counted by title. A row that follows other text also ends the table unless its size
 * is larger than the size in the preceding row. Prefixes that srun and mpirun print before lines ({@code 0: }, {@code
 * [1,0]<stdout>:}) are ignored. The cost is O(length).
 */
final class BenchmarkLog {
    private static final Pattern PREFIX = Pattern.compile(
            "^(([\\w-]+(\\.[\\w-]+)+ )?\\d+: |\\[\\d+\\] |\\[(\\S+@)?\\d+,\\d+\\](<std(out|err)>)?: ?)");
    private static final Pattern ROW =
            Pattern.compile("\\d[\\d.eE+]*(\\s+(-?\\d[-\\d.eE+]*|N/A|out-of-mem|int-overflow|time-out)\\b.*)?");
    private static final int LONGEST_TITLE = 80;

    private final String source;
    private final Consumer<String> warnings;
    private final List<MeasuredCollective> cells = new ArrayList<>();
    private final TreeSet<Integer> imbProcesses = new TreeSet<>();
    private final Map<String, List<Integer>> leftOut = new LinkedHashMap<>();
    private @Nullable BenchmarkRun run;
    private @Nullable BenchmarkTable table;
    private String title = "";
    private final String programOfFile;
    private String program;
    private boolean isTitled;
    private boolean interrupted;
    private double last;
    private int wrong;

    private BenchmarkLog(String source, @Nullable BenchmarkRun run, Consumer<String> warnings) {
        this.source = source;
        this.run = run;
        this.warnings = warnings;
        this.programOfFile = program(source.substring(source.replace('\\', '/').lastIndexOf('/') + 1));
        this.program = programOfFile;
    }

    static boolean recognises(String text) {
        return text.lines().map(BenchmarkLog::plain).anyMatch(BenchmarkLog::isTitle);
    }

    private static boolean isTitle(String line) {
        return line.startsWith("# OSU ")
                || ImbTextTable.TITLE.matcher(line).matches()
                || NcclTable.starts(line)
                || line.matches("# +size +count .*busbw.*");
    }

    /**
     * Returns the cells of all tables.
     *
     * @param run values that are missing from the text; null if they are unknown
     * @param warnings receives a sentence about each kind of omitted rows
     * @throws InputException with the invalid line, or if no table can be used
     */
    static List<MeasuredCollective> cells(
            String text, String source, @Nullable BenchmarkRun run, Consumer<String> warnings) {
        BenchmarkLog log = new BenchmarkLog(source, run, warnings);
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            log.line(plain(lines.get(i)), i + 1);
        }
        return log.end();
    }

    private static String plain(String line) {
        return PREFIX.matcher(line.strip()).replaceFirst("").strip();
    }

    private static String program(String text) {
        Matcher named = NcclTable.PROGRAM.matcher(text);
        return named.find() ? named.group(1) : "";
    }

    private void line(String line, int number) {
        String place = source + ":" + number;
        BenchmarkRun next = BenchmarkRun.ofLine(line, place);
        if (line.isEmpty()) {
            return;
        }
        if (next != null) {
            run = next;
            begin("", null);
        } else if (ROW.matcher(line).matches()) {
            row(line, number);
        } else if (table != null && table.text(line, place)) {
            interrupted = false;
        } else if (isTitle(line)) {
            begin(line, table(line, place));
        } else if (line.startsWith("#")) {
            table = null;
            if (!isTitled && line.matches(".*[A-Za-z].*")) {
                begin(line, null);
            }
        } else {
            interrupted = true;
            String started = program(line);
            program = started.isEmpty() ? program : started;
        }
    }

    private void begin(String line, @Nullable BenchmarkTable its) {
        title = line;
        table = its;
        isTitled = !line.isEmpty();
        interrupted = false;
        last = -1;
    }

    /** Returns the table that begins with a title; null if the table cannot be used. */
    private @Nullable BenchmarkTable table(String line, String place) {
        Matcher imb = ImbTextTable.TITLE.matcher(line);
        if (imb.matches()) {
            BenchmarkTitle known = BenchmarkTitle.imb(imb.group(1)).orElse(null);
            return known == null ? null : new ImbTextTable(imb.group(1), known, known(place), imbProcesses);
        }
        Optional<BenchmarkTitle> osu = BenchmarkTitle.osu(line);
        if (osu.isPresent()) {
            return new OsuTable(osu.get(), line, known(place), place);
        }
        if (line.startsWith("# OSU ")) {
            return null;
        }
        NcclTable nccl = new NcclTable(run, program, source);
        program = programOfFile;
        nccl.text(line, place);
        return nccl;
    }

    private void row(String line, int number) {
        String[] words = line.split("\\s+");
        double size = words[0].matches("\\d{1,18}") ? Double.parseDouble(words[0]) : 0;
        if (table != null && interrupted && size <= last) {
            begin("other text in line " + (number - 1), null);
        }
        interrupted = false;
        isTitled = false;
        last = size;
        if (table == null) {
            if (!title.isEmpty()) {
                leave("after '" + Ascii.truncate(title, LONGEST_TITLE + 1, "…") + "'", number);
            }
            return;
        }
        try {
            if (table instanceof NcclTable nccl && nccl.isWrong(words)) {
                wrong++;
            }
            cells.addAll(table.row(words, source + ":" + number));
        } catch (BenchmarkTable.LeftOut e) {
            leave(e.why(), number);
        }
    }

    private void leave(String why, int number) {
        leftOut.computeIfAbsent(why, any -> new ArrayList<>()).add(number);
    }

    private List<MeasuredCollective> end() {
        String names = leftOut.entrySet().stream()
                .map(each -> "rows " + each.getKey() + ": " + each.getValue().size() + " (from line "
                        + each.getValue().get(0) + ")")
                .collect(Collectors.joining("; "));
        String processes = imbProcesses.stream().map(String::valueOf).collect(Collectors.joining(", "));
        int ranks = run == null ? 0 : run.ranks();
        if (cells.isEmpty() && !imbProcesses.isEmpty() && !imbProcesses.contains(ranks)) {
            throw InputException.at(
                    source,
                    "no table has " + ranks + " processes (nodes times ranks per node); found " + processes,
                    "");
        }
        if (cells.isEmpty()) {
            throw InputException.at(
                    source,
                    "no table of a collective operation or of messages has a time"
                            + (names.isEmpty() ? "" : "; left out: " + names),
                    "Point-to-point and collective benchmarks of OSU, IMB-MPI1, IMB-NBC and nccl-tests can be used");
        }
        if (!names.isEmpty()) {
            String others = imbProcesses.size() > 1 ? ". Tables of IMB have processes: " + processes : "";
            warnings.accept(source + ": left out: " + names + others);
        }
        if (wrong > 0) {
            warnings.accept(source + ": nccl-tests found wrong results in rows: " + wrong);
        }
        return cells;
    }

    private BenchmarkRun known(String place) {
        if (run == null || !run.isKnown()) {
            throw InputException.at(
                    place,
                    "text output of OSU micro-benchmarks and Intel MPI Benchmarks does not state nodes, ranks per node and"
                            + " algorithm",
                    "Give --nodes, --ranks-per-node and --algorithm, or a line '"
                            + new BenchmarkRun(4, 1, "ring").line() + "' before its tables");
        }
        return run;
    }
}
