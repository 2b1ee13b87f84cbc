package org.tailback.platformfile;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tailback.error.InputException;
import org.tailback.model.kernel.KernelTable.Row;
import org.tailback.stability.Internal;

/**
 * Tables of kernels in CSV, recognised by their header. Nodes are numbered from 1 and CPUs from 0; both empty mean all.
 *
 * <ul>
 *   <li>{@link #HEADER}: the coefficients of mean and standard deviation;
 *   <li>{@code intercept,mnk,…,intercept_residual,mnk_residual,…,function,…,node,…,cpu,…}: calibration jobs; a CPU may
 *       have several.
 * </ul>
 *
 * @param header names of the columns
 * @param cells values by column, line by line
 * @param places file and number of each line, for messages
 */
@Internal
public record KernelCsv(List<String> header, List<Map<String, String>> cells, List<String> places) {
    /** The header of Tailback's own tables. */
    public static final String HEADER =
            "kernel,node,cpu,mean,mean_mn,mean_mk,mean_nk,mean_mnk,sd,sd_mn,sd_mk,sd_nk,sd_mnk";

    private static final List<String> TERMS = List.of("", "_mn", "_mk", "_nk", "_mnk");
    private static final int MOST = 1 << 24;

    /**
     * A row.
     *
     * @param row its numbers
     * @param start of a calibration job, seconds since 1970; 0 if it is none
     * @param place for messages
     */
    public record Line(Row row, long start, String place) {}

    /**
     * Reads the lines of a CSV by the names of its header; text after a {@code #} is a comment.
     *
     * @param source name of the file in messages
     * @throws InputException if a line has another number of values than the header
     */
    public static KernelCsv read(String text, String source) {
        List<String> header = List.of();
        List<Map<String, String>> cells = new ArrayList<>();
        List<String> places = new ArrayList<>();
        for (Map.Entry<Integer, String> line : NodeList.contents(text).entrySet()) {
            String place = source + ":" + line.getKey();
            List<String> words = Arrays.stream(line.getValue().split(",", -1))
                    .map(word -> word.strip().replaceAll("^\"|\"$", ""))
                    .toList();
            if (header.isEmpty()) {
                header = words;
                continue;
            }
            if (words.size() != header.size()) {
                String found = "found " + words.size() + ": '" + line.getValue() + "'";
                throw InputException.at(
                        place, "expected " + header.size() + " values, as the header has, " + found, "");
            }
            Map<String, String> byName = new HashMap<>();
            for (int i = 0; i < words.size(); i++) {
                byName.put(header.get(i), words.get(i));
            }
            cells.add(byName);
            places.add(place);
        }
        if (cells.isEmpty()) {
            throw InputException.at(source, "there is no kernel", "Write one a line under " + HEADER);
        }
        return new KernelCsv(header, cells, places);
    }

    /** Returns whether the header has all of these columns. */
    public boolean has(String... columns) {
        return header.containsAll(List.of(columns));
    }

    /** Returns the number of lines under the header. */
    public int size() {
        return cells.size();
    }

    /** Returns the file and number of a line, for messages. */
    public String place(int line) {
        return places.get(line);
    }

    /** Returns a value; empty if there is no such column. */
    public String text(int line, String column) {
        return cells.get(line).getOrDefault(column, "");
    }

    /**
     * Returns a number; 0 for an empty value.
     *
     * @throws InputException if the value is no number
     */
    public double number(int line, String column) {
        String word = text(line, column);
        try {
            double number = word.isEmpty() ? 0 : Double.parseDouble(word);
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw InputException.at(place(line), "expected a number for " + column + ", found '" + word + "'", "");
    }

    /**
     * Returns a whole number.
     *
     * @param ifEmpty meaning of an empty value
     * @throws InputException if it is out of the range
     */
    public int index(int line, String column, int least, int most, int ifEmpty) {
        String word = text(line, column);
        if (word.isEmpty()) {
            return ifEmpty;
        }
        if (!word.matches("[0-9]{1,9}") || Integer.parseInt(word) < least || Integer.parseInt(word) > most) {
            throw InputException.at(
                    place(line),
                    "expected a " + column + " from " + least + " to " + most + ", found '" + word + "'",
                    "");
        }
        return Integer.parseInt(word);
    }

    /**
     * Returns the kernels.
     *
     * @throws InputException if the header is of no known form, or a value is wrong
     */
    public List<Line> kernels() {
        boolean isOwn = header.equals(List.of(HEADER.split(",")));
        if (!isOwn && !has("intercept", "mnk", "intercept_residual", "mnk_residual", "node", "cpu")) {
            throw InputException.at(
                    place(0).replaceFirst(":\\d+$", ""),
                    "expected a table of kernels, found the header '" + String.join(",", header) + "'",
                    has("kernel", "m", "seconds")
                            ? "These are single calls: 'tailback fit kernels' makes a table of them"
                            : "Begin with " + HEADER);
        }
        return IntStream.range(0, size())
                .mapToObj(i -> new Line(isOwn ? row(i) : job(i), (long) number(i, "start_time"), place(i)))
                .toList();
    }

    private Row row(int line) {
        if (text(line, "kernel").isEmpty()) {
            throw InputException.at(place(line), "expected the name of a kernel, found none", "");
        }
        return row(line, text(line, "kernel"), terms(line, "mean"), terms(line, "sd"));
    }

    private Row job(int line) {
        String kernel = text(line, "function").isEmpty() ? "dgemm" : text(line, "function");
        return row(line, kernel, jobTerms(line, ""), jobTerms(line, "_residual"));
    }

    private Row row(int line, String kernel, List<Double> mean, List<Double> deviation) {
        int node = index(line, "node", 1, MOST, 0) - 1;
        int cpu = index(line, "cpu", 0, MOST, -1);
        return new Row(kernel, node, cpu, ImmutableList.copyOf(mean), ImmutableList.copyOf(deviation));
    }

    private List<Double> jobTerms(int line, String suffix) {
        return List.of(number(line, "intercept" + suffix), 0.0, 0.0, 0.0, number(line, "mnk" + suffix));
    }

    private List<Double> terms(int line, String prefix) {
        return TERMS.stream().map(term -> number(line, prefix + term)).toList();
    }

    /**
     * Returns one row for each kernel and CPU, in the order in which they come first: the mean of the coefficients of
     * its jobs.
     *
     * @throws InputException if a row that is no job occurs twice
     */
    public static List<Row> byCpu(List<Line> lines) {
        Map<List<Object>, List<Line>> groups = new LinkedHashMap<>();
        for (Line line : lines) {
            Row row = line.row();
            List<Line> same =
                    groups.computeIfAbsent(List.of(row.kernel(), row.node(), row.cpu()), key -> new ArrayList<>());
            if (!same.isEmpty() && line.start() == 0) {
                throw InputException.at(
                        line.place(),
                        "the same kernel and CPU stand at " + same.get(0).place(),
                        "Keep one");
            }
            same.add(line);
        }
        return groups.values().stream()
                .map(same -> new Row(
                        same.get(0).row().kernel(),
                        same.get(0).row().node(),
                        same.get(0).row().cpu(),
                        means(same.stream().map(line -> line.row().mean()).toList()),
                        means(same.stream().map(line -> line.row().deviation()).toList())))
                .toList();
    }

    private static ImmutableList<Double> means(List<ImmutableList<Double>> all) {
        return IntStream.range(0, TERMS.size())
                .mapToObj(
                        term -> all.stream().mapToDouble(each -> each.get(term)).sum() / all.size())
                .collect(ImmutableList.toImmutableList());
    }
}
