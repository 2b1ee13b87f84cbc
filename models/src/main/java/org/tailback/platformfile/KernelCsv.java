package org.tailback.platformfile;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tailback.error.InputException;
import org.tailback.model.kernel.KernelTable.Row;
import org.tailback.stability.Internal;

/**
 * Reader of tables of kernels in CSV, recognised by their header. Nodes are numbered from 1 and CPUs from 0; if both
 * are empty, a line applies to all CPUs.
 *
 * <ul>
 *   <li>{@link #HEADER}: coefficients of mean and standard deviation;
 *   <li>{@code intercept,mnk,…,intercept_residual,mnk_residual,…,function,…,node,…,cpu,…}: jobs of
 *       calibration, several per CPU if need be;
 *   <li>{@code cpuid,node,mu,mu_mk,…,sigma,sigma_mk,…}: dgemm by CPU, the CPUs of a node in the order of their ids;
 *   <li>{@code kernel,model,mu,sigma,size,…}: kernels of all CPUs, {@code constant} or {@code coefficient*size}.
 * </ul>
 */
@Internal
public final class KernelCsv {
    /** Header of Tailback's own tables. */
    public static final String HEADER =
            "kernel,node,cpu,mean,mean_mn,mean_mk,mean_nk,mean_mnk,sd,sd_mn,sd_mk,sd_nk,sd_mnk";

    private static final List<String> TERMS = List.of("", "_mn", "_mk", "_nk", "_mnk");
    private static final int MOST = 1 << 24;

    private KernelCsv() {}

    /**
     * One line of a table.
     *
     * @param row numbers of the line
     * @param start start of a calibration job, seconds since 1970; 0 if the line is not a job
     * @param place location of the line, for messages
     */
    public record Line(Row row, long start, String place) {}

    /**
     * Reads a table of kernels.
     *
     * @param source name of the file in messages
     * @throws InputException if the number of values in a line differs from the header, or there is no line
     */
    public static CsvRows read(String text, String source) {
        CsvRows rows = CsvRows.read(text, source);
        if (rows.size() == 0) {
            throw InputException.at(source, "there is no kernel", "Write one per line under " + HEADER);
        }
        return rows;
    }

    /**
     * Returns the kernels of a table.
     *
     * @throws InputException if the form of the header is unknown, or a value is invalid
     */
    public static List<Line> kernels(CsvRows rows) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            if (rows.header().equals(List.of(HEADER.split(",")))) {
                if (rows.text(i, "kernel").isEmpty()) {
                    throw InputException.at(rows.place(i), "expected the name of a kernel, found none", "");
                }
                add(lines, rows, i, rows.text(i, "kernel"), cpu(rows, i), terms(rows, i, "mean"), terms(rows, i, "sd"));
            } else if (rows.has("cpuid", "node", "mu", "mu_mnk", "sigma")) {
                add(lines, rows, i, "dgemm", cpuOfId(rows, i), terms(rows, i, "mu"), terms(rows, i, "sigma"));
            } else if (rows.has("intercept", "mnk", "intercept_residual", "mnk_residual", "node", "cpu")) {
                String kernel = rows.text(i, "function").isEmpty() ? "dgemm" : rows.text(i, "function");
                add(lines, rows, i, kernel, cpu(rows, i), job(rows, i, ""), job(rows, i, "_residual"));
            } else if (rows.has("kernel", "model", "mu", "sigma", "size")) {
                addModel(lines, rows, i);
            } else {
                throw InputException.at(
                        rows.place(0).replaceFirst(":\\d+$", ""),
                        "expected a table of kernels, found the header '" + String.join(",", rows.header()) + "'",
                        rows.has("kernel", "m", "seconds")
                                ? "The rows are single calls: 'tailback fit kernels' makes a table of them"
                                : "Begin with " + HEADER);
            }
        }
        return lines;
    }

    private static void add(
            List<Line> to, CsvRows rows, int i, String kernel, int cpu, List<Double> mean, List<Double> deviation) {
        int node = node(rows, i) - 1;
        Row row = new Row(kernel, node, cpu, ImmutableList.copyOf(mean), ImmutableList.copyOf(deviation));
        to.add(new Line(row, (long) rows.number(i, "start_time"), rows.place(i)));
    }

    /** Adds kernels of all CPUs; a line without numbers, whose kernel is defined elsewhere, is skipped. */
    private static void addModel(List<Line> to, CsvRows rows, int i) {
        String model = rows.text(i, "model");
        if (!model.equals("no time") && rows.text(i, "mu").isEmpty()) {
            return;
        }
        if (!List.of("constant", "coefficient*size", "no time").contains(model)) {
            throw InputException.at(
                    rows.place(i), "expected constant, coefficient*size or no time, found '" + model + "'", "");
        }
        int term = model.equals("coefficient*size") ? TERMS.size() - 1 : 0;
        Double[] mean = {0.0, 0.0, 0.0, 0.0, 0.0};
        Double[] deviation = mean.clone();
        mean[term] = rows.number(i, "mu");
        deviation[term] = rows.number(i, "sigma");
        for (String kernel : rows.text(i, "kernel").split(",\\s*")) {
            add(to, rows, i, kernel, -1, List.of(mean), List.of(deviation));
        }
    }

    private static int node(CsvRows rows, int line) {
        return rows.index(line, "node", 1, MOST, 0);
    }

    private static int cpu(CsvRows rows, int line) {
        return rows.index(line, "cpu", 0, MOST, -1);
    }

    /** Returns the position of a line's CPU id among the ids of its node. */
    private static int cpuOfId(CsvRows rows, int line) {
        int id = rows.index(line, "cpuid", 0, MOST, 0);
        return (int) IntStream.range(0, rows.size())
                .filter(other -> node(rows, other) == node(rows, line) && rows.index(other, "cpuid", 0, MOST, 0) < id)
                .count();
    }

    private static List<Double> job(CsvRows rows, int line, String suffix) {
        return List.of(rows.number(line, "intercept" + suffix), 0.0, 0.0, 0.0, rows.number(line, "mnk" + suffix));
    }

    private static List<Double> terms(CsvRows rows, int line, String prefix) {
        return TERMS.stream().map(term -> rows.number(line, prefix + term)).toList();
    }

    /**
     * Returns one row for each kernel and CPU, in the order of their first lines: the mean of the coefficients of its
     * jobs.
     *
     * @throws InputException if a row that is not a job occurs twice
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
                        "the same kernel and CPU are at " + same.get(0).place(),
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
