package org.tailback.fit.measure;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tailback.error.InputException;

/**
 * Files that hold exchanges with all times that the client saw, for methods that need more than the totals ({@link
 * DataFile}):
 *
 * <pre>
 * # tailback exchanges 1
 * 1 0 1024 0 0 1  0.000052 0.000004 0.00004  0.000051 0.000004 0.00004
 * </pre>
 *
 * messages n, delay d in seconds, bytes, bytes of the answer, pause in seconds, 1 for one way or 2 for both ends at
 * once; then, for every repetition, total, first send and receive in seconds.
 *
 * @param header the keys and values, in the order of the file
 * @param cells the exchanges
 * @param remarks what was dropped
 */
public record ExchangeFile(Map<String, String> header, List<Cell> cells, List<String> remarks) {
    /** First line of such a file. */
    public static final String MAGIC = "# tailback exchanges 1";

    private static final int KEYS = 6;
    private static final int TIMES = 3;

    public ExchangeFile {
        header = ImmutableMap.copyOf(header);
        cells = ImmutableList.copyOf(cells);
        remarks = ImmutableList.copyOf(remarks);
    }

    /**
     * An exchange and its repetitions.
     *
     * @param exchange what was done
     * @param timings what came out, at least one
     */
    public record Cell(Exchange exchange, List<ExchangeTiming> timings) {
        public Cell {
            timings = ImmutableList.copyOf(timings);
        }
    }

    /**
     * Reads a text.
     *
     * @throws InputException with the line of the first thing that is wrong
     */
    public static ExchangeFile parse(String text, String source) {
        DataFile data = DataFile.parse(text, MAGIC, source);
        return new ExchangeFile(
                data.header(), data.lines().stream().map(ExchangeFile::cell).toList(), data.remarks());
    }

    /** An exchange as a line, without the line's end. */
    public static String line(Cell cell) {
        Exchange exchange = cell.exchange();
        StringBuilder line = new StringBuilder();
        line.append(exchange.messages()).append(' ');
        line.append(exchange.delay()).append(' ');
        line.append(exchange.bytes()).append(' ');
        line.append(exchange.answerBytes()).append(' ');
        line.append(exchange.pause()).append(' ');
        line.append(exchange.bothEnds() ? 2 : 1);
        for (ExchangeTiming timing : cell.timings()) {
            line.append(' ').append(timing.total());
            line.append(' ').append(timing.firstSend());
            line.append(' ').append(timing.receive());
        }
        return line.toString();
    }

    private static Cell cell(DataFile.Line line) {
        double[] numbers = line.numbers();
        boolean complete = numbers.length >= KEYS + TIMES && (numbers.length - KEYS) % TIMES == 0;
        if (!complete || !isExchange(numbers)) {
            throw InputException.at(
                    line.place(),
                    "expected messages >= 1, delay >= 0, bytes >= 0, bytes of the answer >= 0, pause >= 0, 1 or 2, and"
                            + " three times for every repetition, found '" + line.text() + "'",
                    "");
        }
        Exchange exchange = new Exchange(
                (int) numbers[0], numbers[1], (long) numbers[2], (long) numbers[3], numbers[4], numbers[5] == 2);
        List<ExchangeTiming> timings = new ArrayList<>();
        for (int i = KEYS; i < numbers.length; i += TIMES) {
            ExchangeTiming timing = new ExchangeTiming(numbers[i], numbers[i + 1], numbers[i + 2]);
            if (!(timing.total() > 0 && timing.firstSend() >= 0 && timing.receive() >= 0)
                    || timing.total() + timing.firstSend() + timing.receive() == Double.POSITIVE_INFINITY) {
                throw InputException.at(
                        line.place(), "expected times that are finite and not negative, found " + timing, "");
            }
            timings.add(timing);
        }
        return new Cell(exchange, timings);
    }

    private static boolean isExchange(double[] numbers) {
        return whole(numbers[0], 1, 1 << 20)
                && finite(numbers[1])
                && whole(numbers[2], 0, 1L << 40)
                && whole(numbers[3], 0, 1L << 40)
                && finite(numbers[4])
                && whole(numbers[5], 1, 2);
    }

    private static boolean whole(double number, long low, long high) {
        return number >= low && number <= high && number == Math.rint(number);
    }

    private static boolean finite(double number) {
        return number >= 0 && number < Double.POSITIVE_INFINITY;
    }
}
