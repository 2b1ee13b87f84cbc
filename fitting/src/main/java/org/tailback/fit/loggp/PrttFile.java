package org.tailback.fit.loggp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.hipparchus.stat.descriptive.rank.Median;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.fit.measure.NumberLine;
import org.tailback.platformfile.YamlSettings;
import org.tailback.settings.Settings;

/**
 * Files that hold parametrised round-trip times.
 *
 * <p>Tailback's own format is text that can be continued line by line. An incomplete last line, left by a killed
 * measurement, is dropped with a remark:
 *
 * <pre>
 * # tailback prtt 1                  the format and its version
 * # host: node7                      key: value, any number of them; the last value of a key counts
 * 1025 16 0.000031 0.00052 0.00053   bytes, messages n, delay d in seconds, then the repetitions in seconds
 * </pre>
 *
 * <p>Two other formats are read: Netgauge's {@code ng.out} ({@link NetgaugeFile}), and JSON of the form {@code
 * {"points": [{"s", "n", "d", "raw_us": […]}]}} with times in microseconds and delays in seconds. A delay is taken as
 * microseconds if n - 1 delays in seconds would exceed the time.
 *
 * @param header the keys and values, in the order of the file
 * @param cells the measurements
 * @param remarks lines that were dropped, one sentence each
 */
public record PrttFile(Map<String, String> header, List<PrttSeries.Cell> cells, List<String> remarks) {
    /** First line of Tailback's own format. */
    public static final String MAGIC = "# tailback prtt 1";

    /**
     * Returns a series from a file in any of these formats, recognised by the content.
     *
     * @throws InputException if the file cannot be read, has none of the formats, or does not have a message size with
     *     all measurements
     */
    public static PrttSeries series(Path file) {
        String text = Utf8.read(file, "file");
        String source = file.toString();
        if (text.startsWith(MAGIC)) {
            PrttFile prtt = parse(text, source);
            return PrttSeries.ofCells(source, prtt.cells(), prtt.remarks());
        }
        if (NetgaugeFile.recognises(text)) {
            return NetgaugeFile.parse(text, source).series();
        }
        if (text.stripLeading().startsWith("{")) {
            return PrttSeries.ofCells(source, json(YamlSettings.parse(text, source, "PRTT data")), List.of());
        }
        throw InputException.at(
                source,
                "no parametrised round-trip times found",
                "Expected a file of 'tailback measure client', Netgauge's ng.out, or JSON with points of s, n, d, raw_us");
    }

    /**
     * Reads Tailback's own format.
     *
     * @throws InputException with the first invalid line
     */
    public static PrttFile parse(String text, String source) {
        if (!text.startsWith(MAGIC)) {
            throw InputException.at(source + ":1", "expected '" + MAGIC + "'", "");
        }
        Map<String, String> header = new LinkedHashMap<>();
        List<PrttSeries.Cell> cells = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        for (int i = 1; i < lines.length; i++) {
            String line = lines[i].strip();
            int colon = line.indexOf(':');
            if (line.startsWith("#") && colon > 0) {
                header.put(
                        line.substring(1, colon).strip(),
                        line.substring(colon + 1).strip());
            } else if (line.isEmpty() || line.startsWith("#")) {
                continue;
            } else if (i == lines.length - 1) {
                remarks.add("dropped line " + (i + 1) + ", which is incomplete: the measurement was interrupted");
            } else {
                cells.add(cell(line, source + ":" + (i + 1)));
            }
        }
        return new PrttFile(header, cells, remarks);
    }

    /** Returns a measurement as a line of Tailback's own format, without a line feed. */
    public static String line(PrttSeries.Cell cell) {
        return cell.bytes() + " " + cell.messages() + " "
                + DoubleStream.concat(DoubleStream.of(cell.delay()), Arrays.stream(cell.seconds()))
                        .mapToObj(Double::toString)
                        .collect(Collectors.joining(" "));
    }

    private static PrttSeries.Cell cell(String line, String place) {
        double[] numbers = NumberLine.of(line, place);
        if (numbers.length < 4) {
            throw InputException.at(
                    place, "expected bytes, messages, delay and at least one time, found '" + line + "'", "");
        }
        double[] seconds = Arrays.copyOfRange(numbers, 3, numbers.length);
        return checked(numbers[0], numbers[1], numbers[2], seconds, place);
    }

    private static PrttSeries.Cell checked(
            double bytes, double messages, double delay, double[] seconds, String place) {
        if (!(bytes >= 1 && bytes <= 1L << 40 && bytes == Math.rint(bytes))
                || !(messages >= 1 && messages <= 1 << 20 && messages == Math.rint(messages))
                || !(delay >= 0 && delay < Double.POSITIVE_INFINITY)) {
            throw InputException.at(
                    place,
                    "expected whole bytes and messages >= 1 and a delay >= 0, found " + bytes + ", " + messages + ", "
                            + delay,
                    "");
        }
        return new PrttSeries.Cell((long) bytes, (int) messages, delay, seconds);
    }

    private static List<PrttSeries.Cell> json(Settings root) {
        List<PrttSeries.Cell> cells = new ArrayList<>();
        for (Settings point : root.sections("points")) {
            Settings.Value raw = point.value("raw_us");
            if (raw == null || raw.list() == null || raw.list().isEmpty()) {
                throw InputException.at(point.place(), "a point needs a list 'raw_us' of times in microseconds", "");
            }
            double[] seconds = raw.list().stream()
                    .mapToDouble(value -> NumberLine.of(String.valueOf(value.scalar()), value.place())[0] * 1e-6)
                    .toArray();
            double delay = delay(point.number("d"), point.number("n"), new Median().evaluate(seconds));
            cells.add(checked(point.number("s"), point.number("n"), delay, seconds, point.place()));
        }
        return cells;
    }

    /**
     * Returns a delay in seconds. The value is taken as microseconds if n - 1 delays in seconds would exceed the
     * measured time.
     */
    private static double delay(double written, double messages, double median) {
        return (messages - 1) * written <= median ? written : written * 1e-6;
    }
}
