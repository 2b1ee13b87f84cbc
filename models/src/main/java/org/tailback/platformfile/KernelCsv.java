package org.tailback.platformfile;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
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
 *   <li>{@code intercept,mnk,…,intercept_residual,mnk_residual,…,function,…,node,…,cpu,…}: calibration jobs;
 *       a CPU may have several;
 *   <li>{@code cpuid,node,mu,mu_mk,…,sigma,sigma_mk,…}: dgemm by CPU, the CPUs of a node in the order of their ids;
 *   <li>{@code kernel,model,mu,sigma,size,…}: kernels of all CPUs, {@code constant} or {@code coefficient*size}.
 * </ul>
 */
@Internal
public final class KernelCsv {
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

    private final List<String> header;
    private final List<Map<String, String>> cells;
    private final List<String> places;

    private KernelCsv(List<String> header, List<Map<String, String>> cells, List<String> places) {
        this.header = header;
        this.cells = cells;
        this.places = places;
    }

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
            String content = line.getValue();
            List<String> words = new ArrayList<>();
            for (String word : content.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)) {
                words.add(word.strip().replaceAll("^\"|\"$", ""));
            }
            if (header.isEmpty()) {
                header = List.copyOf(words);
                continue;
            }
            if (words.size() != header.size()) {
                throw InputException.at(
                        place,
                        "expected " + header.size() + " values, as the header has, found " + words.size() + ": '"
                                + content + "'",
                        "");
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
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            if (header.equals(List.of(HEADER.split(",")))) {
                if (text(i, "kernel").isEmpty()) {
                    throw InputException.at(place(i), "expected the name of a kernel, found none", "");
                }
                add(lines, i, text(i, "kernel"), cpu(i), terms(i, "mean"), terms(i, "sd"));
            } else if (has("cpuid", "node", "mu", "mu_mnk", "sigma")) {
                add(lines, i, "dgemm", cpuOfId(i), terms(i, "mu"), terms(i, "sigma"));
            } else if (has("intercept", "mnk", "intercept_residual", "mnk_residual", "node", "cpu")) {
                String kernel = text(i, "function").isEmpty() ? "dgemm" : text(i, "function");
                add(lines, i, kernel, cpu(i), job(i, ""), job(i, "_residual"));
            } else if (has("kernel", "model", "mu", "sigma", "size")) {
                addModel(i, lines);
            } else {
                throw InputException.at(
                        place(0).replaceFirst(":\\d+$", ""),
                        "expected a table of kernels, found the header '" + String.join(",", header) + "'",
                        has("kernel", "m", "seconds")
                                ? "These are single calls: 'tailback fit kernels' makes a table of them"
                                : "Begin with " + HEADER);
            }
        }
        return lines;
    }

    private void add(List<Line> to, int i, String kernel, int cpu, List<Double> mean, List<Double> deviation) {
        Row row = new Row(kernel, node(i) - 1, cpu, ImmutableList.copyOf(mean), ImmutableList.copyOf(deviation));
        to.add(new Line(row, (long) number(i, "start_time"), place(i)));
    }

    /** Adds kernels of all CPUs; a line without numbers, whose kernel is elsewhere, adds nothing. */
    private void addModel(int i, List<Line> to) {
        String model = text(i, "model");
        if (model.equals("no time") || !text(i, "mu").isEmpty()) {
            boolean isConstant = !model.equals("coefficient*size");
            if (isConstant && !model.equals("constant") && !model.equals("no time")) {
                throw InputException.at(
                        place(i), "expected constant, coefficient*size or no time, found '" + model + "'", "");
            }
            for (String kernel : text(i, "kernel").split(",\\s*")) {
                add(to, i, kernel, -1, term(isConstant, number(i, "mu")), term(isConstant, number(i, "sigma")));
            }
        }
    }

    private int node(int line) {
        return index(line, "node", 1, MOST, 0);
    }

    private int cpu(int line) {
        return index(line, "cpu", 0, MOST, -1);
    }

    /** Returns the rank of a line's CPU id among those of its node. */
    private int cpuOfId(int line) {
        int id = index(line, "cpuid", 0, MOST, 0);
        return (int) IntStream.range(0, size())
                .filter(other -> node(other) == node(line) && index(other, "cpuid", 0, MOST, 0) < id)
                .count();
    }

    private static List<Double> term(boolean isConstant, double value) {
        return List.of(isConstant ? value : 0, 0.0, 0.0, 0.0, isConstant ? 0 : value);
    }

    private List<Double> job(int line, String suffix) {
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
