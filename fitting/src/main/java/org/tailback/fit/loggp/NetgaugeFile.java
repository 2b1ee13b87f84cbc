package org.tailback.fit.loggp;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.output.NoOutput;

/**
 * Output of the LogGP pattern of Netgauge 2.4: the file that {@code -o} names ({@code ng.out}), with raw columns, or
 * what it printed, without them. Its times are microseconds and are kept so here, because its thresholds are.
 *
 * <p>After a protocol change {@code ng.out} has a size twice: first with the parameters of the protocol that ended,
 * then with those of the new one. Sizes may repeat for no other reason.
 *
 * @param source the file's name
 * @param rows the lines in the order of the file
 * @param remarks what Netgauge itself doubted or reading left out, a sentence each
 */
public record NetgaugeFile(String source, List<Row> rows, List<String> remarks) {
    private static final String NUMBER = "([-+]?(?:nan|inf|[0-9.]+(?:[eE][-+]?[0-9]+)?))";
    private static final Pattern PRINTED = Pattern.compile("L=" + NUMBER + "\\s+s=(\\d+)\\s+o_s=" + NUMBER + "\\s+o_r="
            + NUMBER + "\\s+g=" + NUMBER + "\\s+G=" + NUMBER + "\\s+\\(.*?\\)\\s+lsqu\\(g,G\\)=" + NUMBER
            + "\\s*(!!! .*)?");
    /** Begins what Netgauge adds to a line whose numbers it doubts. */
    private static final String REMARK = "!!! d (";

    private static final int COLUMNS = 11;

    public NetgaugeFile {
        rows = ImmutableList.copyOf(rows);
        remarks = ImmutableList.copyOf(remarks);
    }

    /**
     * One line; microseconds, and NaN for missing values.
     *
     * @param bytes message size s
     * @param messages n; 0 in the printed form
     * @param single PRTT(1,0,s); NaN in the printed form
     * @param burst PRTT(n,0,s); NaN in the printed form
     * @param delayed PRTT(n,PRTT(1,0,s),s); NaN in the printed form
     * @param latency its L, half of PRTT(1,0,1)
     * @param sendOverhead its o_s
     * @param receiveOverhead its o_r, measured at the server
     * @param gap its g: the line at s = 0
     * @param gapPerByte its G
     * @param deviation its lsqu(g,G)
     */
    public record Row(
            long bytes,
            @NoOutput int messages,
            @NoOutput double single,
            @NoOutput double burst,
            @NoOutput double delayed,
            @NoOutput double latency,
            double sendOverhead,
            @NoOutput double receiveOverhead,
            double gap,
            double gapPerByte,
            double deviation) {
        Row inSeconds() {
            double factor = 1e-6;
            return new Row(
                    bytes,
                    messages,
                    single * factor,
                    burst * factor,
                    delayed * factor,
                    latency * factor,
                    sendOverhead * factor,
                    receiveOverhead * factor,
                    gap * factor,
                    gapPerByte * factor,
                    deviation * factor);
        }
    }

    /** Returns whether a text begins like one of Netgauge's two forms. */
    public static boolean recognises(String text) {
        return text.contains("# size n PRTT(1,0,s)")
                || (text.contains("lsqu(g,G)=") && text.contains("Testing ") && text.contains(" o_s="));
    }

    /** Reads either form from a file. */
    public static NetgaugeFile read(Path file) {
        return parse(Utf8.read(file, "file"), file.toString());
    }

    /**
     * Reads either form.
     *
     * @param source what comes before the line number in messages
     * @throws InputException if a line has too few columns or something that is no number, or if there are none
     */
    public static NetgaugeFile parse(String text, String source) {
        boolean raw = !text.contains(" o_s=");
        List<Row> rows = new ArrayList<>();
        int doubted = 0;
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            String place = source + ":" + (i + 1);
            if (raw) {
                int remark = line.indexOf(REMARK);
                String numbers = remark < 0 ? line : line.substring(0, remark).strip();
                doubted += remark < 0 ? 0 : 1;
                if (!numbers.isEmpty() && !numbers.startsWith("#")) {
                    rows.add(columns(numbers, place));
                }
                continue;
            }
            doubted += line.contains(REMARK) ? 1 : 0;
            if (line.startsWith("L=")) {
                rows.add(printed(line, place));
            }
        }
        if (rows.isEmpty()) {
            throw InputException.at(
                    source,
                    "no measurements of Netgauge's LogGP pattern found",
                    "Give ng.out or what 'netgauge -x loggp' printed");
        }
        List<String> remarks = doubted == 0
                ? List.of()
                : List.of(doubted
                        + " lines end in Netgauge's remark '!!! d (…) is smaller than g+size*G (…) !!!': the delay"
                        + " was too short there, so o_s is too small or negative");
        return new NetgaugeFile(source, rows, remarks);
    }

    private static Row columns(String line, String place) {
        String[] words = line.split("\\s+");
        if (words.length != COLUMNS) {
            throw InputException.at(
                    place,
                    "expected " + COLUMNS + " columns (size n PRTT PRTT PRTT L o_s o_r g G lsqu), found "
                            + words.length,
                    "");
        }
        double[] numbers = new double[COLUMNS];
        for (int i = 0; i < COLUMNS; i++) {
            numbers[i] = number(words[i], place);
        }
        long bytes = (long) numbers[0];
        int messages = (int) numbers[1];
        if (bytes != numbers[0] || bytes < 1 || messages != numbers[1] || messages < 2) {
            throw InputException.at(
                    place,
                    "expected a size >= 1 and a number of messages >= 2, found " + words[0] + " and " + words[1],
                    "");
        }
        return new Row(
                bytes,
                messages,
                numbers[2],
                numbers[3],
                numbers[4],
                numbers[5],
                numbers[6],
                numbers[7],
                numbers[8],
                numbers[9],
                numbers[10]);
    }

    private static Row printed(String line, String place) {
        Matcher matcher = PRINTED.matcher(line);
        if (!matcher.matches()) {
            throw InputException.at(
                    place, "expected 'L=… s=… o_s=… o_r=… g=… G=… (…) lsqu(g,G)=…', found '" + line + "'", "");
        }
        long bytes;
        try {
            bytes = Long.parseLong(matcher.group(2));
        } catch (NumberFormatException e) {
            throw InputException.at(place, "the size " + matcher.group(2) + " is too large", "");
        }
        return new Row(
                bytes,
                0,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                number(matcher.group(1), place),
                number(matcher.group(3), place),
                number(matcher.group(4), place),
                number(matcher.group(5), place),
                number(matcher.group(6), place),
                number(matcher.group(7), place));
    }

    private static double number(String word, String place) {
        String unsigned = word.startsWith("-") || word.startsWith("+") ? word.substring(1) : word;
        if (unsigned.equalsIgnoreCase("nan")) {
            return Double.NaN;
        }
        if (unsigned.equalsIgnoreCase("inf")) {
            return word.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        try {
            return Double.parseDouble(word);
        } catch (NumberFormatException e) {
            throw InputException.at(place, "expected a number, found '" + word + "'", "");
        }
    }

    /** Returns the last line of every protocol, which has its parameters, ascending by size; seconds. */
    public List<Row> protocolsInSeconds() {
        return protocolEnds().stream().map(Row::inSeconds).toList();
    }

    List<Row> protocolEnds() {
        List<Row> ends = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            if (i + 1 == rows.size() || rows.get(i + 1).bytes() == rows.get(i).bytes()) {
                ends.add(rows.get(i));
            }
        }
        return ends;
    }

    /** Returns whether the raw columns are there. */
    public boolean hasRawColumns() {
        return rows.get(0).messages() > 0;
    }

    /**
     * Returns the raw columns as a series in seconds.
     *
     * @throws InputException if this is the printed form
     */
    public PrttSeries series() {
        if (!hasRawColumns()) {
            throw InputException.at(
                    source,
                    "this is what Netgauge printed, without the round-trip times: nothing can be fitted again",
                    "Give the file that it wrote (ng.out, or as -o said)");
        }
        List<PrttPoint> points = new ArrayList<>();
        long previous = 0;
        for (Row row : rows) {
            if (row.bytes() != previous) {
                points.add(new PrttPoint(
                        row.bytes(),
                        row.messages(),
                        row.single() * 1e-6,
                        row.burst() * 1e-6,
                        row.delayed() * 1e-6,
                        row.single() * 1e-6));
            }
            previous = row.bytes();
        }
        return new PrttSeries(source, points, remarks);
    }
}
