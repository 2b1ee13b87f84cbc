package org.tailback.fit.kernel;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Lists;
import com.google.common.collect.Multimaps;
import com.google.common.primitives.Doubles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.LineFit;
import org.tailback.model.kernel.KernelTable.Row;
import org.tailback.platformfile.CsvRows;
import org.tailback.platformfile.KernelCsv;
import org.tailback.platformfile.KernelCsv.Line;

/**
 * Fit of the coefficients of kernels by CPU, from single calls or from calibration jobs.
 *
 * <p><b>Calls</b> are rows {@code kernel,node,cpu,m,n,k,seconds}. The forms 1, mnk, mn, 1 + mnk, 1 + mn, and the sum of
 * 1, mn, mk, nk and mnk, are fitted by least squares of relative errors. The form with the smallest {@code N ln(S / N)
 * + p ln N} is chosen, where N is the number of calls, p the number of terms and S the sum of squared relative errors.
 * The standard deviation of a call is proportional to its mean, {@code sqrt(S / (N - p))}. <b>Jobs</b>, in one of the
 * forms of {@link KernelCsv}, contain the coefficients directly. The result is the mean over the jobs of a CPU, and the
 * spread between jobs determines the interval.
 *
 * <p><b>Worked example</b> (KernelFitTest): the fit to noise-free calls of 1 us + 8e-11 s m n k returns both numbers.
 */
public final class KernelFit {
    private static final List<String> TERMS = List.of("1", "mn", "mk", "nk", "mnk");
    private static final int[][] FORMS = {{0}, {4}, {1}, {0, 4}, {0, 1}, {0, 1, 2, 3, 4}};
    private static final double COLLINEAR = 1e-9;
    private static final double[] TYPICAL = {2048, 2048, 128};
    private static final int LEAST_HELD_OUT = 3;

    /**
     * The coefficients of a kernel on a CPU.
     *
     * @param kernel name of the kernel
     * @param node number of the node, from 1; 0 for all nodes
     * @param cpu number of the CPU, from 0; -1 for all CPUs
     * @param samples number of calls or jobs
     * @param mean coefficients of 1, mn, mk, nk and mnk, seconds
     * @param deviation coefficients of the standard deviation of a call, in the same order
     * @param low lower ends of the 95 % intervals of the means; NaN if unknown
     * @param high upper ends of these intervals
     */
    public record Cpu(
            String kernel,
            int node,
            int cpu,
            int samples,
            List<Double> mean,
            List<Double> deviation,
            List<Double> low,
            List<Double> high) {
        /** Returns half the width of the largest coefficient's interval relative to the coefficient. */
        private double relativeHalfWidth() {
            int last = mean.get(4) != 0 ? 4 : mean.get(1) != 0 ? 1 : 0;
            return (high.get(last) - low.get(last)) / 2 / Math.abs(mean.get(last));
        }
    }

    /**
     * A fitted kernel.
     *
     * @param name name of the kernel in programs
     * @param cpus number of CPUs with individual coefficients
     * @param samples number of calls or jobs of all CPUs
     * @param heldOut mean relative error of the remaining samples when every third sample of a CPU is fitted; NaN if
     *     there are too few samples
     * @param valid sizes and days of the samples
     * @param notTold values that the samples do not determine; may be empty
     */
    public record Kernel(String name, int cpus, int samples, double heldOut, String valid, String notTold) {}

    /**
     * Result of a fit.
     *
     * @param cpusPerNode number of CPUs per node
     * @param kernels fitted kernels by name
     * @param cpus fitted numbers by kernel and CPU
     */
    public record Result(int cpusPerNode, List<Kernel> kernels, List<Cpu> cpus) {
        /** Returns the section {@code kernels} of a platform file. */
        public PlatformFragment fragment(String source, String date) {
            PlatformFragment fragment = new PlatformFragment().comment("kernels fitted to " + source + ", " + date);
            for (Kernel kernel : kernels) {
                fragment.comment(kernel.name + ": " + kernel.samples + " samples of " + kernel.cpus
                        + (kernel.cpus == 1 ? " CPU" : " CPUs") + ", " + kernel.valid
                        + (Double.isNaN(kernel.heldOut)
                                ? ""
                                : String.format(
                                        Locale.ROOT,
                                        "; fitted to a third of them, the mean error of the rest is %.2g %%",
                                        100 * kernel.heldOut)));
                cpus.stream()
                        .filter(each -> each.kernel.equals(kernel.name))
                        .mapToDouble(Cpu::relativeHalfWidth)
                        .filter(Double::isFinite)
                        .average()
                        .ifPresent(width -> fragment.comment(String.format(
                                Locale.ROOT,
                                "  uncertainty of the largest term: ± %.2g %% (95 %%, mean of the CPUs)",
                                100 * width)));
                if (!kernel.notTold.isEmpty()) {
                    fragment.comment("  not determined: " + kernel.notTold);
                }
            }
            fragment.line(0, "kernels:").line(1, "cpus: " + cpusPerNode).line(1, "table: |");
            table().forEach(line -> fragment.line(2, line));
            return fragment;
        }

        /** Returns the lines of a table that the option {@code --kernels} reads. */
        public List<String> table() {
            List<String> lines = new ArrayList<>(List.of(KernelCsv.HEADER));
            cpus.forEach(each -> lines.add(each.kernel + "," + (each.node == 0 ? "" : each.node) + ","
                    + (each.cpu < 0 ? "" : each.cpu) + "," + csv(each.mean) + "," + csv(each.deviation)));
            return lines;
        }

        private static String csv(List<Double> coefficients) {
            return coefficients.stream()
                    .map(value -> value == 0 ? "" : Double.toString(value))
                    .collect(Collectors.joining(","));
        }
    }

    /** A call with m, n and k, the terms of these sizes, and the time. */
    private record Call(String kernel, int node, int cpu, double[] sizes, double[] terms, double seconds) {}

    private record Fitted(double[] mean, double[] error, double relative, double criterion, int degrees) {}

    private KernelFit() {}

    /**
     * Fits kernels to a table of calls or of jobs.
     *
     * @param from start of the period of the jobs that are used, seconds since 1970
     * @param until end of this period, excluded
     * @throws InputException if the file has no known form, or a value is invalid
     */
    public static Result of(String text, String source, long from, long until) {
        CsvRows csv = KernelCsv.read(text, source);
        boolean isOfCalls = csv.has("m") && (csv.has("seconds") || csv.has("duration"));
        return isOfCalls ? ofCalls(csv) : ofJobs(csv, source, from, until);
    }

    private static Result ofJobs(CsvRows csv, String source, long from, long until) {
        List<Line> lines = KernelCsv.kernels(csv).stream()
                .filter(line -> line.start() == 0 || line.start() >= from && line.start() < until)
                .toList();
        if (lines.isEmpty()) {
            throw InputException.at(source, "the file has no job in the period", "Change --period");
        }
        List<Cpu> cpus = new ArrayList<>();
        ListMultimap<String, Double> heldOut = ArrayListMultimap.create();
        byCpu(
                        lines,
                        line -> List.of(
                                line.row().kernel(),
                                line.row().node(),
                                line.row().cpu()))
                .forEach(same -> {
                    Row row = KernelCsv.byCpu(same).get(0);
                    List<Estimate> intervals = IntStream.range(0, TERMS.size())
                            .mapToObj(term -> Estimate.mean(same.stream()
                                    .mapToDouble(line -> line.row().mean().get(term))
                                    .toArray()))
                            .toList();
                    cpus.add(new Cpu(
                            row.kernel(),
                            row.node() + 1,
                            row.cpu(),
                            same.size(),
                            row.mean(),
                            row.deviation(),
                            intervals.stream().map(Estimate::low).toList(),
                            intervals.stream().map(Estimate::high).toList()));
                    double[] times = same.stream()
                            .mapToDouble(line -> dot(terms(TYPICAL), line.row().mean()))
                            .toArray();
                    addHeldOut(heldOut.get(row.kernel()), times.length, train -> {
                        double mean = train.stream()
                                .mapToDouble(i -> times[i])
                                .average()
                                .orElse(Double.NaN);
                        return i -> mean / times[i] - 1;
                    });
                });
        long first = lines.stream().mapToLong(Line::start).min().orElse(0);
        long last = lines.stream().mapToLong(Line::start).max().orElse(0);
        String days = last == 0 ? "of an unknown day" : "jobs of " + day(first) + " to " + day(last);
        return result(cpus, heldOut, kernel -> days, own -> {
            String absent = IntStream.range(0, TERMS.size())
                    .filter(term -> own.stream().allMatch(each -> each.mean.get(term) == 0))
                    .mapToObj(TERMS::get)
                    .collect(Collectors.joining(", "));
            return (absent.isEmpty() ? "" : "terms " + absent + ", whose misfit is part of the deviations; ")
                    + "sizes of the calls, and the cost of calls of other cores";
        });
    }

    private static Result ofCalls(CsvRows csv) {
        List<Call> all = new ArrayList<>();
        String time = csv.has("seconds") ? "seconds" : "duration";
        for (int i = 0; i < csv.size(); i++) {
            double seconds = csv.number(i, time);
            double[] sizes = {size(csv, i, "m"), size(csv, i, "n"), size(csv, i, "k")};
            String own = csv.text(i, csv.has("kernel") ? "kernel" : "function");
            if (!(seconds > 0)) {
                throw InputException.at(csv.place(i), "expected a time above 0, found '" + csv.text(i, time) + "'", "");
            }
            all.add(new Call(
                    own.isEmpty() ? "dgemm" : own,
                    csv.index(i, "node", 1, 1 << 24, 0),
                    csv.index(i, "cpu", 0, 1 << 16, -1),
                    sizes,
                    terms(sizes),
                    seconds));
        }
        List<Cpu> cpus = new ArrayList<>();
        ListMultimap<String, Double> heldOut = ArrayListMultimap.create();
        byCpu(all, call -> List.of(call.kernel, call.node, call.cpu)).forEach(calls -> {
            Call any = calls.get(0);
            Fitted best = best(calls);
            double half = LineFit.studentQuantile(best.degrees, Estimate.CONFIDENCE);
            cpus.add(new Cpu(
                    any.kernel,
                    any.node,
                    any.cpu,
                    calls.size(),
                    Doubles.asList(best.mean),
                    sum(new double[TERMS.size()], best.mean, best.relative),
                    sum(best.mean, best.error, -half),
                    sum(best.mean, best.error, half)));
            addHeldOut(heldOut.get(any.kernel), calls.size(), train -> {
                List<Double> third =
                        Doubles.asList(best(train.stream().map(calls::get).toList()).mean);
                return i -> dot(calls.get(i).terms, third) / calls.get(i).seconds - 1;
            });
        });
        ImmutableListMultimap<String, Call> byKernel = Multimaps.index(all, Call::kernel);
        return result(
                cpus,
                heldOut,
                kernel -> ranges(byKernel.get(kernel)),
                own -> notTold(byKernel.get(own.get(0).kernel), own));
    }

    /** Returns the samples of each kernel and CPU, in the order of their first samples. */
    private static <T> Collection<List<T>> byCpu(List<T> samples, Function<T, List<Object>> key) {
        return samples.stream()
                .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()))
                .values();
    }

    private static double size(CsvRows csv, int line, String name) {
        return csv.index(line, name, 1, Integer.MAX_VALUE, 1);
    }

    /** Adds the relative errors of the remaining samples of a CPU when every third sample is fitted. */
    private static void addHeldOut(
            List<Double> errors, int samples, Function<List<Integer>, IntToDoubleFunction> training) {
        if (samples >= LEAST_HELD_OUT) {
            Map<Boolean, List<Integer>> parts =
                    IntStream.range(0, samples).boxed().collect(Collectors.partitioningBy(i -> i % 3 == 0));
            IntToDoubleFunction error = training.apply(parts.getOrDefault(true, List.of()));
            parts.getOrDefault(false, List.of()).forEach(i -> errors.add(Math.abs(error.applyAsDouble(i))));
        }
    }

    private static Result result(
            List<Cpu> cpus,
            ListMultimap<String, Double> heldOut,
            UnaryOperator<String> valid,
            Function<List<Cpu>, String> notTold) {
        List<Kernel> kernels = new ArrayList<>();
        Multimaps.index(cpus, Cpu::kernel).asMap().forEach((name, some) -> {
            List<Cpu> own = List.copyOf(some);
            List<Double> errors = heldOut.get(name);
            kernels.add(new Kernel(
                    name,
                    own.size(),
                    own.stream().mapToInt(Cpu::samples).sum(),
                    errors.stream().reduce(0.0, Double::sum) / errors.size(),
                    valid.apply(name),
                    notTold.apply(own)));
        });
        return new Result(Math.max(1, cpus.stream().mapToInt(Cpu::cpu).max().orElse(0) + 1), kernels, cpus);
    }

    private static String ranges(List<Call> calls) {
        return IntStream.range(0, 3)
                .mapToObj(size -> {
                    DoubleSummaryStatistics all = sizes(calls, size);
                    long least = (long) all.getMin();
                    long most = (long) all.getMax();
                    return "mnk".charAt(size) + " " + least + (least == most ? "" : " to " + most);
                })
                .collect(Collectors.joining(", "));
    }

    private static DoubleSummaryStatistics sizes(List<Call> calls, int size) {
        return calls.stream().mapToDouble(call -> call.sizes[size]).summaryStatistics();
    }

    private static String notTold(List<Call> calls, List<Cpu> cpus) {
        List<String> parts = new ArrayList<>();
        for (int size = 0; size < 3; size++) {
            DoubleSummaryStatistics all = sizes(calls, size);
            if (all.getMin() == all.getMax() && all.getMin() > 1) {
                parts.add("the dependence of times on " + "mnk".charAt(size));
            }
        }
        long single = cpus.stream().filter(each -> each.samples < 2).count();
        if (single > 0) {
            parts.add("the noise of " + single + " CPUs with one call");
        }
        return String.join("; ", parts);
    }

    /** Returns the best of all forms; the time of a single call is assumed to be in proportion to its operations. */
    private static Fitted best(List<Call> calls) {
        @Nullable Fitted best = null;
        for (int[] form : FORMS) {
            Fitted fitted = calls.size() > form.length ? fitted(calls, form) : null;
            best = fitted != null && (best == null || fitted.criterion < best.criterion) ? fitted : best;
        }
        if (best != null) {
            return best;
        }
        double[] mean = new double[TERMS.size()];
        mean[4] = calls.get(0).seconds / calls.get(0).terms[4];
        double[] unknown = new double[TERMS.size()];
        Arrays.fill(unknown, Double.NaN);
        return new Fitted(mean, unknown, 0, 0, 0);
    }

    /**
     * Returns the least-squares fit of relative errors; null if terms are indistinguishable or a mean is not above 0.
     */
    private static @Nullable Fitted fitted(List<Call> calls, int[] form) {
        double[] weights = calls.stream().mapToDouble(Call::seconds).toArray();
        double[] mean = new double[TERMS.size()];
        double[] error = new double[TERMS.size()];
        double squares = 0;
        int degrees = calls.size() - form.length;
        for (int pass = 0; pass < 2; pass++) {
            double[] scale = new double[form.length];
            Arrays.setAll(scale, j -> Collections.max(Lists.transform(calls, call -> call.terms[form[j]])));
            double[][] x = new double[calls.size()][form.length];
            double[] y = new double[calls.size()];
            double shortest = Doubles.min(weights);
            for (int i = 0; i < y.length; i++) {
                y[i] = calls.get(i).seconds / weights[i];
                for (int j = 0; j < form.length; j++) {
                    x[i][j] = calls.get(i).terms[form[j]] / scale[j] * shortest / weights[i];
                }
            }
            try {
                OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression(COLLINEAR);
                regression.setNoIntercept(true);
                regression.newSampleData(y, x);
                double[] found = regression.estimateRegressionParameters();
                double[] errors = regression.estimateRegressionParametersStandardErrors();
                for (int j = 0; j < form.length; j++) {
                    mean[form[j]] = found[j] * shortest / scale[j];
                    error[form[j]] = errors[j] * shortest / scale[j];
                }
                squares = Arrays.stream(regression.estimateResiduals())
                        .map(each -> each * each)
                        .sum();
            } catch (MathRuntimeException e) {
                return null;
            }
            Arrays.setAll(weights, i -> dot(calls.get(i).terms, Doubles.asList(mean)));
            if (!Arrays.stream(weights).allMatch(weight -> weight > 0)) {
                return null;
            }
        }
        double n = calls.size();
        return new Fitted(
                mean,
                error,
                Math.sqrt(squares / degrees),
                n * Math.log(Math.max(squares, 1e-24 * n) / n) + form.length * Math.log(n),
                degrees);
    }

    private static double[] terms(double[] sizes) {
        return new double[] {
            1, sizes[0] * sizes[1], sizes[0] * sizes[2], sizes[1] * sizes[2], sizes[0] * sizes[1] * sizes[2]
        };
    }

    private static double dot(double[] terms, List<Double> coefficients) {
        return IntStream.range(0, terms.length)
                .mapToDouble(i -> terms[i] * coefficients.get(i))
                .sum();
    }

    /** Returns a + factor * b; returns a where b is 0, even if the factor is NaN. */
    private static List<Double> sum(double[] a, double[] b, double factor) {
        return IntStream.range(0, a.length)
                .mapToObj(i -> b[i] == 0 ? a[i] : a[i] + factor * b[i])
                .toList();
    }

    private static String day(long seconds) {
        return seconds == 0
                ? "unknown"
                : Instant.ofEpochSecond(seconds).toString().substring(0, 10);
    }
}
