package org.tailback.fit.loggp;

import java.util.ArrayList;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.fit.measure.NumberLine;

/**
 * The file {@code ng.out} that the LogGP pattern of Netgauge 2.4 writes: one line per message size, with the round-trip
 * times and Netgauge's own fit of all sizes since the last change of protocol. At such a change the size occurs twice:
 * first with the parameters of the old protocol, then with the parameters of the new protocol. No other size may be
 * repeated.
 *
 * @param series the round-trip times, with Netgauge's remarks on doubtful lines
 * @param protocols the last line of every protocol, with the parameters of the protocol; ascending by size
 */
public record NetgaugeFile(PrttSeries series, List<Row> protocols) {
    /** Beginning of Netgauge's remark on a line with doubtful numbers. */
    private static final String REMARK = "!!! d (";

    private static final int COLUMNS = 11;
    /** Unit of times in the file, in seconds. */
    private static final double MICROSECOND = 1e-6;

    /**
     * Netgauge's own parameters in one line. Times are in seconds; missing values are NaN.
     *
     * @param bytes message size s
     * @param sendOverhead o_s of Netgauge
     * @param gap g of Netgauge: the value of the line at s = 0
     * @param gapPerByte G of Netgauge
     * @param deviation lsqu(g,G) of Netgauge
     */
    public record Row(long bytes, double sendOverhead, double gap, double gapPerByte, double deviation) {}

    /** Returns whether a text contains the header of {@code ng.out}. */
    public static boolean recognises(String text) {
        return text.contains("# size n PRTT(1,0,s)");
    }

    /**
     * Reads the text of a file.
     *
     * @param source name of the file in messages
     * @throws InputException if a line has too few columns or a word that is not a number, or if there are no lines
     */
    public static NetgaugeFile parse(String text, String source) {
        List<PrttPoint> points = new ArrayList<>();
        List<Row> protocols = new ArrayList<>();
        Row last = null;
        int doubted = 0;
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            int remark = line.indexOf(REMARK);
            doubted += remark < 0 ? 0 : 1;
            String words = (remark < 0 ? line : line.substring(0, remark)).strip();
            if (words.isEmpty() || words.startsWith("#")) {
                continue;
            }
            double[] c = columns(words, source + ":" + number);
            long bytes = (long) c[0];
            if (last == null || last.bytes() != bytes) {
                points.add(new PrttPoint(bytes, (int) c[1], c[2], c[3], c[4], c[2]));
            } else {
                protocols.add(last);
            }
            last = new Row(bytes, c[6], c[8], c[9], c[10]);
        }
        if (last == null) {
            throw InputException.at(source, "no measurements of Netgauge's LogGP pattern found", "Give ng.out");
        }
        protocols.add(last);
        List<String> remarks = doubted == 0
                ? List.of()
                : List.of(doubted
                        + " lines end in Netgauge's remark '!!! d (…) is smaller than g+size*G (…) !!!': the delay"
                        + " was too short there, so o_s is too small or negative");
        return new NetgaugeFile(new PrttSeries(source, points, remarks), protocols);
    }

    /** Returns the numbers of a line, with times in seconds. */
    private static double[] columns(String line, String place) {
        double[] numbers =
                NumberLine.of(line.replaceAll("(?i)\\bnan\\b", "NaN").replaceAll("(?i)\\binf\\b", "Infinity"), place);
        if (numbers.length != COLUMNS) {
            throw InputException.at(
                    place,
                    "expected " + COLUMNS + " columns (size n PRTT PRTT PRTT L o_s o_r g G lsqu), found "
                            + numbers.length,
                    "");
        }
        if (numbers[0] != (long) numbers[0] || numbers[0] < 1 || numbers[1] != (int) numbers[1] || numbers[1] < 2) {
            String[] words = line.split("\\s+");
            throw InputException.at(
                    place,
                    "expected a size >= 1 and a number of messages >= 2, found " + words[0] + " and " + words[1],
                    "");
        }
        for (int i = 2; i < COLUMNS; i++) {
            numbers[i] *= MICROSECOND;
        }
        return numbers;
    }
}
