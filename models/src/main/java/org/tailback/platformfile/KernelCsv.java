package org.tailback.platformfile;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
 */
@Internal
public final class KernelCsv {
    /** The header of Tailback's own tables. */
    public static final String HEADER =
            "kernel,node,cpu,mean,mean_mn,mean_mk,mean_nk,mean_mnk,sd,sd_mn,sd_mk,sd_nk,sd_mnk";

    private static final List<String> TERMS = List.of("", "_mn", "_mk", "_nk", "_mnk");
    private static final int MOST = 1 << 24;

    private KernelCsv() {}

    /**
     * A row.
     *
     * @param row its numbers
     * @param start of a calibration job, seconds since 1970; 0 if it is none
     * @param place for messages
     */
    public record Line(Row row, long start, String place) {}

    /**
     * Reads a table of kernels.
     *
     * @param source name of the file in messages
     * @throws InputException if a line has another number of values than the header, or there is no line
     */
    public static CsvRows read(String text, String source) {
        CsvRows rows = CsvRows.read(text, source);
        if (rows.size() == 0) {
            throw InputException.at(source, "there is no kernel", "Write one a line under " + HEADER);
        }
        return rows;
    }

    /**
     * Returns the kernels.
     *
     * @throws InputException if the header is of no known form, or a value is wrong
     */
    public static List<Line> kernels(CsvRows rows) {
        boolean isOwn = rows.header().equals(List.of(HEADER.split(",")));
        if (!isOwn && !rows.has("intercept", "mnk", "intercept_residual", "mnk_residual", "node", "cpu")) {
            throw InputException.at(
                    rows.place(0).replaceFirst(":\\d+$", ""),
                    "expected a table of kernels, found the header '" + String.join(",", rows.header()) + "'",
                    rows.has("kernel", "m", "seconds")
                            ? "These are single calls: 'tailback fit kernels' makes a table of them"
                            : "Begin with " + HEADER);
        }
        return IntStream.range(0, rows.size())
                .mapToObj(i -> new Line(
                        isOwn ? row(rows, i) : job(rows, i), (long) rows.number(i, "start_time"), rows.place(i)))
                .toList();
    }

    private static Row row(CsvRows rows, int line) {
        String kernel = rows.text(line, "kernel");
        if (kernel.isEmpty()) {
            throw InputException.at(rows.place(line), "expected the name of a kernel, found none", "");
        }
        return row(rows, line, kernel, prefix -> terms(rows, line, prefix.isEmpty() ? "mean" : "sd"));
    }

    private static Row job(CsvRows rows, int line) {
        String function = rows.text(line, "function");
        return row(
                rows,
                line,
                function.isEmpty() ? "dgemm" : function,
                suffix -> ImmutableList.of(
                        rows.number(line, "intercept" + suffix), 0.0, 0.0, 0.0, rows.number(line, "mnk" + suffix)));
    }

    /** @param terms returns the coefficients of the mean, or those of the deviation for a suffix that is not empty */
    private static Row row(CsvRows rows, int line, String kernel, Function<String, ImmutableList<Double>> terms) {
        int node = rows.index(line, "node", 1, MOST, 0) - 1;
        int cpu = rows.index(line, "cpu", 0, MOST, -1);
        return new Row(kernel, node, cpu, terms.apply(""), terms.apply("_residual"));
    }

    private static ImmutableList<Double> terms(CsvRows rows, int line, String prefix) {
        return TERMS.stream().map(term -> rows.number(line, prefix + term)).collect(ImmutableList.toImmutableList());
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
