package org.tailback.fit.loggp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.fit.measure.NumberLine;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.LineFit;
import org.tailback.output.NoOutput;

/**
 * Output of the LogGP pattern of Netgauge 2.4: the file that {@code -o} names ({@code ng.out}), with raw columns, or
 * its standard output, without them.
 *
 * <p>After a protocol change {@code ng.out} has a size twice: first with the parameters of the protocol that ended,
 * then with those of the new one. Sizes may repeat for no other reason.
 *
 * @param source the file's name
 * @param rows the lines in the order of the file
 * @param remarks Netgauge's own doubts, a sentence each
 */
public record NetgaugeFile(String source, List<Row> rows, List<String> remarks) {
    private static final String NUMBER = "([-+]?(?:nan|inf|[0-9.]+(?:[eE][-+]?[0-9]+)?))";
    private static final Pattern PRINTED = Pattern.compile("L=" + NUMBER + "\\s+s=(\\d+)\\s+o_s=" + NUMBER + "\\s+o_r="
            + NUMBER + "\\s+g=" + NUMBER + "\\s+G=" + NUMBER + "\\s+\\(.*?\\)\\s+lsqu\\(g,G\\)=" + NUMBER);
    /** Beginning of Netgauge's remark on a line whose numbers are doubtful. */
    private static final String REMARK = "!!! d (";

    private static final int COLUMNS = 11;
    /** Unit of the file's times, in seconds. */
    private static final double MICROSECOND = 1e-6;

    /**
     * One line; seconds, and NaN for missing values.
     *
     * @param bytes message size s
     * @param messages n; 0 in the printed form
     * @param single PRTT(1,0,s); NaN in the printed form
     * @param burst PRTT(n,0,s); NaN in the printed form
     * @param delayed PRTT(n,PRTT(1,0,s),s); NaN in the printed form
     * @param latency its L, half of PRTT(1,0,1)
     * @param sendOverhead its o_s
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
            double gap,
            double gapPerByte,
            double deviation) {}

    /** Returns true if a text has the marks of one of Netgauge's two forms. */
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
     * @param source name of the file in messages
     * @throws InputException if a line has too few columns or a word that is no number, or if there are no lines
     */
    public static NetgaugeFile parse(String text, String source) {
        boolean isRaw = !text.contains(" o_s=");
        List<Row> rows = new ArrayList<>();
        int doubted = 0;
        int number = 0;
        for (String line : text.lines().toList()) {
            String place = source + ":" + ++number;
            int remark = line.indexOf(REMARK);
            String numbers = (remark < 0 ? line : line.substring(0, remark)).strip();
            doubted += remark < 0 ? 0 : 1;
            if (isRaw ? !numbers.isEmpty() && !numbers.startsWith("#") : numbers.startsWith("L=")) {
                rows.add(row(isRaw ? numbers : columns(numbers, place), isRaw ? 2 : 0, place));
            }
        }
        if (rows.isEmpty()) {
            throw InputException.at(
                    source,
                    "no measurements of Netgauge's LogGP pattern found",
                    "Give ng.out or the output of 'netgauge -x loggp'");
        }
        List<String> remarks = doubted == 0
                ? List.of()
                : List.of(doubted
                        + " lines end in Netgauge's remark '!!! d (…) is smaller than g+size*G (…) !!!': the delay"
                        + " was too short there, so o_s is too small or negative");
        return new NetgaugeFile(source, rows, remarks);
    }

    /** Returns a line of the printed form as the columns of the raw form. */
    private static String columns(String line, String place) {
        Matcher printed = PRINTED.matcher(line);
        if (!printed.matches()) {
            throw InputException.at(
                    place, "expected 'L=… s=… o_s=… o_r=… g=… G=… (…) lsqu(g,G)=…', found '" + line + "'", "");
        }
        return printed.replaceFirst("$2 0 nan nan nan $1 $3 $4 $5 $6 $7");
    }

    private static Row row(String line, int leastMessages, String place) {
        double[] numbers =
                NumberLine.of(line.replaceAll("(?i)\\bnan\\b", "NaN").replaceAll("(?i)\\binf\\b", "Infinity"), place);
        if (numbers.length != COLUMNS) {
            throw InputException.at(
                    place,
                    "expected " + COLUMNS + " columns (size n PRTT PRTT PRTT L o_s o_r g G lsqu), found "
                            + numbers.length,
                    "");
        }
        long bytes = (long) numbers[0];
        int messages = (int) numbers[1];
        if (bytes != numbers[0] || bytes < 1 || messages != numbers[1] || messages < leastMessages) {
            String[] words = line.split("\\s+");
            throw InputException.at(
                    place,
                    "expected a size >= 1 and a number of messages >= 2, found " + words[0] + " and " + words[1],
                    "");
        }
        return new Row(
                bytes,
                messages,
                numbers[2] * MICROSECOND,
                numbers[3] * MICROSECOND,
                numbers[4] * MICROSECOND,
                numbers[5] * MICROSECOND,
                numbers[6] * MICROSECOND,
                numbers[8] * MICROSECOND,
                numbers[9] * MICROSECOND,
                numbers[10] * MICROSECOND);
    }

    /** Returns the last line of every protocol, which has its parameters, ascending by size. */
    public List<Row> protocols() {
        List<Row> ends = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            if (i + 1 == rows.size() || rows.get(i + 1).bytes() == rows.get(i).bytes()) {
                ends.add(rows.get(i));
            }
        }
        return ends;
    }

    /** Returns true if the file has the raw columns. */
    public boolean hasRawColumns() {
        return rows.get(0).messages() > 0;
    }

    /**
     * Returns the raw columns as a series.
     *
     * @throws InputException if this is the printed form
     */
    public PrttSeries series() {
        if (!hasRawColumns()) {
            throw InputException.at(
                    source,
                    "this is Netgauge's standard output, without the round-trip times: nothing can be fitted again",
                    "Give the file that it wrote (ng.out, or the name of -o)");
        }
        List<PrttPoint> points = new ArrayList<>();
        long previous = 0;
        for (Row row : rows) {
            if (row.bytes() != previous) {
                points.add(new PrttPoint(
                        row.bytes(), row.messages(), row.single(), row.burst(), row.delayed(), row.single()));
            }
            previous = row.bytes();
        }
        return new PrttSeries(source, points, remarks);
    }

    /**
     * Returns Netgauge's own parameters, for its printed form. Its L is half a round trip of one byte, L + 2o of the
     * model: o is taken from it twice. Its g is the line at size 0, so that G is added for the gap of one byte.
     */
    public LogGpParameters parameters() {
        List<String> doubts = new ArrayList<>(remarks);
        doubts.add("these are Netgauge's own numbers: without its round-trip times nothing can be fitted again; give"
                + " ng.out for residuals");
        List<LogGpParameters.Protocol> protocols = new ArrayList<>();
        int first = 0;
        for (Row end : protocols()) {
            Row start = rows.get(first);
            int last = rows.indexOf(end);
            LineFit line = new LineFit(
                    last + 1 - first,
                    end.gap(),
                    end.gapPerByte(),
                    end.deviation(),
                    (start.bytes() + end.bytes()) / 2.0,
                    Double.NaN);
            protocols.add(new LogGpParameters.Protocol(
                    start.bytes(),
                    end.bytes(),
                    Estimate.withoutError(start.sendOverhead()),
                    Estimate.withoutError(line.at(1)),
                    Estimate.withoutError(line.slope()),
                    line,
                    line));
            first = last + 1;
        }
        PositiveGapPerByte.keep(protocols, doubts);
        Row smallest = rows.get(0);
        return new LogGpParameters(
                source + ", as Netgauge printed it",
                smallest.latency() - 2 * smallest.sendOverhead(),
                smallest.latency(),
                smallest.bytes(),
                protocols,
                List.of(),
                doubts);
    }
}
