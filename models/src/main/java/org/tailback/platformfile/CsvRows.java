package org.tailback.platformfile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tailback.error.InputException;
import org.tailback.stability.Internal;

/**
 * Lines of a CSV file by the names of its header.
 *
 * @param header names of the columns
 * @param cells values by column, line by line
 * @param places file and line number of the header and of each line, for messages
 */
@Internal
public record CsvRows(List<String> header, List<Map<String, String>> cells, List<String> places) {
    /** Pattern of a comma outside of quotes. */
    private static final String COMMA = ",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)";

    /**
     * Reads the lines of a CSV file by the names of its header; text after a {@code #} is a comment.
     *
     * @param source name of the file in messages
     * @throws InputException if the number of values in a line differs from the header
     */
    static CsvRows read(String text, String source) {
        List<String> header = List.of();
        List<Map<String, String>> cells = new ArrayList<>();
        List<String> places = new ArrayList<>();
        for (Map.Entry<Integer, String> line : NodeList.contents(text).entrySet()) {
            String place = source + ":" + line.getKey();
            List<String> words = Arrays.stream(line.getValue().split(COMMA, -1))
                    .map(word -> word.strip().replaceAll("^\"|\"$", ""))
                    .toList();
            if (header.isEmpty()) {
                header = words;
                places.add(place);
                continue;
            }
            if (words.size() != header.size()) {
                String expected = "expected " + header.size() + " values (" + String.join(",", header) + ")";
                throw InputException.at(
                        place, expected + ", found " + words.size() + ": '" + line.getValue() + "'", "");
            }
            Map<String, String> byName = new HashMap<>();
            for (int i = 0; i < words.size(); i++) {
                byName.put(header.get(i), words.get(i));
            }
            cells.add(byName);
            places.add(place);
        }
        return new CsvRows(header, cells, places);
    }

    /** Returns whether the header contains all of the given columns. */
    public boolean has(String... columns) {
        return header.containsAll(List.of(columns));
    }

    /** Returns the number of lines after the header. */
    public int size() {
        return cells.size();
    }

    /** Returns the file and number of a line, for messages; -1 is the header. */
    public String place(int line) {
        return places.get(line + 1);
    }

    /** Returns a value; an empty text if there is no such column. */
    public String text(int line, String column) {
        return cells.get(line).getOrDefault(column, "");
    }

    /**
     * Returns a number; 0 for an empty value.
     *
     * @throws InputException if the value is not a number
     */
    public double number(int line, String column) {
        String word = text(line, column);
        try {
            double number = word.isEmpty() ? 0 : Double.parseDouble(word);
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // the error is reported below
        }
        throw InputException.at(place(line), "expected a number for " + column + ", found '" + word + "'", "");
    }

    /**
     * Returns a whole number.
     *
     * @param ifEmpty result for an empty value
     * @throws InputException if the number is out of the range
     */
    public int index(int line, String column, int least, int most, int ifEmpty) {
        String word = text(line, column);
        if (word.isEmpty()) {
            return ifEmpty;
        }
        if (!word.matches("[0-9]{1,9}") || Integer.parseInt(word) < least || Integer.parseInt(word) > most) {
            String expected = "expected a " + column + " from " + least + " to " + most;
            throw InputException.at(place(line), expected + ", found '" + word + "'", "");
        }
        return Integer.parseInt(word);
    }
}
