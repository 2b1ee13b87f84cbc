package org.tailback.fit.measure;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;

/**
 * What Tailback's files of raw measurements have in common: text, so that they can be continued line by line and read
 * by anything.
 *
 * <pre>
 * # tailback prtt 1                  what it is
 * # host: node7                      key: value, as many as wanted; the last value of a key counts
 * 1025 16 0.000031 0.00052 0.00053   data
 * </pre>
 *
 * A last line without its end, as a measurement that was killed leaves it, is dropped with a remark.
 *
 * @param header the keys and values, in the order of the file
 * @param lines the lines of data
 * @param remarks what was dropped
 */
public record DataFile(Map<String, String> header, List<Line> lines, List<String> remarks) {
    public DataFile {
        header = ImmutableMap.copyOf(header);
        lines = ImmutableList.copyOf(lines);
        remarks = ImmutableList.copyOf(remarks);
    }

    /**
     * A line of data.
     *
     * @param text without blanks around it, not empty
     * @param place where it stands, for messages
     */
    public record Line(String text, String place) {
        /**
         * Its words as numbers.
         *
         * @throws InputException if one is none
         */
        public double[] numbers() {
            String[] words = text.split("\\s+");
            double[] numbers = new double[words.length];
            for (int i = 0; i < words.length; i++) {
                try {
                    numbers[i] = Double.parseDouble(words[i]);
                } catch (NumberFormatException e) {
                    throw InputException.at(place, "expected a number, found '" + words[i] + "'", "");
                }
            }
            return numbers;
        }
    }

    /** The text of a file. */
    public static String text(Path file) {
        return Utf8.read(file, "file");
    }

    /**
     * Reads a text.
     *
     * @param magic its first line
     * @param source what comes before the line number in messages
     * @throws InputException if it begins otherwise
     */
    public static DataFile parse(String text, String magic, String source) {
        if (!text.startsWith(magic)) {
            throw InputException.at(source + ":1", "expected '" + magic + "'", "");
        }
        Map<String, String> header = new LinkedHashMap<>();
        List<Line> data = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        for (int i = 1; i < lines.length; i++) {
            String line = lines[i].strip();
            if (line.startsWith("#")) {
                int colon = line.indexOf(':');
                if (colon > 0) {
                    header.put(
                            line.substring(1, colon).strip(),
                            line.substring(colon + 1).strip());
                }
            } else if (!line.isEmpty() && i == lines.length - 1) {
                remarks.add("dropped line " + (i + 1) + ", which has no end: the measurement was interrupted there");
            } else if (!line.isEmpty()) {
                data.add(new Line(line, source + ":" + (i + 1)));
            }
        }
        return new DataFile(header, data, remarks);
    }
}
