package org.tailback.fit.collective;

import com.google.common.primitives.Doubles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.hipparchus.stat.StatUtils;
import org.jspecify.annotations.Nullable;
import org.tailback.fit.statistics.LineFit;
import org.tailback.platform.Residuals;
import org.tailback.platform.Validity;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Residuals of cells that were left out of a fit, and the factors of intervals that follow from them.
 *
 * <p>A <em>family</em> is an operation, or a number of nodes and ranks per node. r is the logarithm of measured over
 * predicted time of a cell when its family is left out of the fit.
 *
 * <p><b>Factors</b> belong to an operation and a class of sizes: below {@link CollectiveEvaluation#LARGE}, or at least
 * this size. Their logarithms are the 5 % and 95 % quantiles of a mixture. The operation's own n residuals have the
 * weight n / (n + {@value #BORROWED}). The residuals of all operations have the remaining weight, which is divided
 * among operations in proportion to the square root of their numbers of residuals. For an operation that was not
 * measured, only the residuals of all operations are used.
 *
 * <p><b>New families.</b> Errors of the cells of a family are correlated, so a new family may deviate more. With the
 * variance b of the means of F groups (an operation on a number of nodes), the variance w within the groups, and t the
 * 95 % quantile of Student's distribution of F - 1, at most {@value #MOST_T}, both logarithms are multiplied by
 *
 * <pre>
 * sqrt(1 + b / (b + w) (t^2 (1 + 1/F) / 1.645^2 - 1))
 * </pre>
 *
 * <p>and then by the number, 1 to {@value #WIDEST}, with which the factors of all other families cover {@value
 * #COVERAGE} of the left-out cells. Families with more than half of all cells are ignored because too few cells remain
 * without them.
 *
 * @param cells all cells, with or without residuals
 * @param known factors by operation ("" for other operations) and class of sizes, computed on demand
 */
record LeftOutResiduals(List<Cell> cells, Map<List<Object>, Optional<Ends>> known) {
    static final double COVERAGE = 0.9;

    /**
     * Factor by which intervals widen for each doubling of the nodes beyond the largest measured number. It was
     * determined from Leonardo's cells on 32 to 512 nodes. These are three to seven doublings beyond the cells of 4
     * nodes to which the numbers were fitted.
     */
    static final double PER_DOUBLING = 1.15;

    /** Functions that return the names of a cell's families. */
    static final List<Function<MeasuredCollective, String>> FAMILIES =
            List.of(cell -> cell.operation().label(), MeasuredCollective::layout);

    private static final double BORROWED = 20;
    private static final double MOST_T = 2.92;
    private static final double NORMAL_QUANTILE = 1.645;
    private static final double WIDEST = 3;
    /** Smallest distance of the ends from the prediction, as a logarithm. */
    private static final double LEAST = 0.02;
    /** Smallest number of left-out cells from which a coverage is determined. */
    private static final int FEW = 10;

    /**
     * A measured cell with its residuals.
     *
     * @param residuals r for each of {@link #FAMILIES} that was left out; NaN if the other cells do not determine the
     *     prediction
     */
    record Cell(MeasuredCollective measured, List<Double> residuals) {
        boolean isLarge() {
            return measured.bufferBytes() >= CollectiveEvaluation.LARGE;
        }

        double byLayout() {
            return residuals.get(FAMILIES.size() - 1);
        }

        DoubleStream known() {
            return residuals.stream().mapToDouble(r -> r).filter(r -> !Double.isNaN(r));
        }
    }

    /**
     * Coverage of a family's cells by intervals made from all other families.
     *
     * @param cells number of cells that have an interval
     * @param covered number of cells that lie in their interval
     */
    record Covered(int cells, int covered) {}

    private record Weighted(double value, double weight) {}

    record Ends(double low, double high) {
        /** Returns r divided by the end of the interval on the same side of the prediction. */
        double part(double r) {
            return r > 0 ? r / high : r / low;
        }
    }

    /**
     * A left-out family.
     *
     * @param rest all other families
     * @param parts r divided by the end of the interval on the same side, for each cell of the family that has an
     *     interval
     */
    private record Family(String name, LeftOutResiduals rest, List<Double> parts) {
        int covered(double factor) {
            return (int) parts.stream().filter(part -> part <= factor).count();
        }
    }

    private static LeftOutResiduals of(Stream<Cell> cells) {
        return new LeftOutResiduals(cells.toList(), new HashMap<>());
    }

    /** Returns the section {@code residuals} of a platform file; empty if the cells do not determine residuals. */
    static String section(List<Cell> cells) {
        LeftOutResiduals all = of(cells.stream());
        double factor = all.calibration();
        StringBuilder rows = new StringBuilder();
        List<@Nullable Kind> kinds = new ArrayList<>(cells.stream()
                .map(cell -> cell.measured.operation())
                .distinct()
                .sorted(Comparator.comparing(Kind::label))
                .toList());
        kinds.add(null);
        for (@Nullable Kind kind : kinds) {
            for (boolean large : new boolean[] {false, true}) {
                int own = all.of(kind, large).size();
                double ratio = kind == null ? all.ratio(large) : Double.NaN;
                all.ends(kind, large)
                        .filter(any -> own > 0)
                        .ifPresent(ends -> rows.append(String.format(
                                Locale.ROOT,
                                "    - {operation: %s, from: %s, low: %.3f, high: %.3f%s, cells: %d}\n",
                                kind == null ? Residuals.OTHER : kind.label(),
                                large ? CollectiveEvaluation.LARGE / 1024 + " KiB" : "0 B",
                                Math.exp(factor * ends.low),
                                Math.exp(factor * ends.high),
                                Double.isNaN(ratio) ? "" : String.format(Locale.ROOT, ", ratio: %.3f", ratio),
                                own)));
            }
        }
        return rows.isEmpty()
                ? ""
                : "residuals:\n  coverage: " + Math.round(100 * COVERAGE) + " %\n  per-doubling: " + PER_DOUBLING + "\n"
                        + all.coveredDoublings() + "  factors:\n" + rows;
    }

    /**
     * Returns a line with the number of doublings over which intervals are not widened. It is the number of doublings
     * between the two largest numbers of nodes, or between the two smallest numbers if that is less. The line is empty
     * unless the factors of all other cells, without widening, cover {@value #COVERAGE} of the cells of the largest
     * number of nodes. It is also empty for fewer than three numbers of nodes.
     */
    private String coveredDoublings() {
        List<Integer> counts = cells.stream()
                .map(cell -> cell.measured.nodes())
                .distinct()
                .sorted()
                .toList();
        if (counts.size() < 3) {
            return "";
        }
        int last = counts.size() - 1;
        double least = Math.min(
                Math.log((double) counts.get(1) / counts.get(0)),
                Math.log((double) counts.get(last) / counts.get(last - 1)));
        int nodes = counts.get(last);
        LeftOutResiduals rest = without(cell -> cell.measured.nodes() == nodes);
        List<Double> parts = cells.stream()
                .filter(cell -> cell.measured.nodes() == nodes && !Double.isNaN(cell.byLayout()))
                .flatMap(
                        cell -> rest
                                .ends(cell.measured.operation(), cell.isLarge())
                                .map(ends -> ends.part(cell.byLayout()))
                                .stream())
                .toList();
        boolean isCovered = parts.size() >= FEW
                && new Family("", rest, parts).covered(rest.calibration()) >= COVERAGE * parts.size();
        return isCovered ? String.format(Locale.ROOT, "  covered-doublings: %.3g%n", least / Math.log(2)) : "";
    }

    private LeftOutResiduals without(Predicate<Cell> leftOut) {
        return of(cells.stream().filter(leftOut.negate()));
    }

    /** Returns the coverage, by name, of each family with at least one cell that has an interval. */
    static Map<String, Covered> coverage(List<Cell> cells) {
        return of(cells.stream()).families().stream()
                .collect(Collectors.toMap(
                        Family::name,
                        family -> new Covered(family.parts.size(), family.covered(family.rest.calibration()))));
    }

    private List<Family> families() {
        List<Family> found = new ArrayList<>();
        for (int i = 0; i < FAMILIES.size(); i++) {
            int kind = i;
            Function<Cell, String> key = cell -> FAMILIES.get(kind).apply(cell.measured);
            Map<String, List<Cell>> families =
                    cells.stream().collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
            families.forEach((name, left) -> {
                LeftOutResiduals rest = without(cell -> key.apply(cell).equals(name));
                List<Double> parts = left.stream()
                        .filter(cell -> families.size() > 1 && !Double.isNaN(cell.residuals.get(kind)))
                        .flatMap(cell -> rest.endsOf(cell).map(ends -> ends.part(cell.residuals.get(kind))).stream())
                        .toList();
                if (!parts.isEmpty()) {
                    found.add(new Family(name, rest, parts));
                }
            });
        }
        return found;
    }

    private double calibration() {
        List<Weighted> parts = families().stream()
                .filter(family -> 2 * family.rest.cells.size() >= cells.size())
                .flatMap(family -> family.parts.stream())
                .map(part -> new Weighted(part, 1))
                .toList();
        return parts.size() < FEW ? WIDEST / 2 : Math.max(1, Math.min(WIDEST, quantile(parts, COVERAGE)));
    }

    /** Returns the ends for a cell of a left-out family; empty if there is no interval for it. */
    private Optional<Ends> endsOf(Cell cell) {
        LongSummaryStatistics nodes = range(MeasuredCollective::nodes);
        LongSummaryStatistics ranks = range(MeasuredCollective::ranksPerNode);
        MeasuredCollective measured = cell.measured;
        double beyond = Math.max(
                1, Math.max((double) measured.nodes() / nodes.getMax(), (double) nodes.getMin() / measured.nodes()));
        double doublings = Math.log(beyond) / Math.log(2);
        double farther = doublings * Math.log(PER_DOUBLING);
        return ends(measured.operation(), cell.isLarge())
                .filter(ends -> doublings <= Validity.FAR
                        && measured.ranksPerNode() >= ranks.getMin()
                        && measured.ranksPerNode() <= ranks.getMax())
                .map(ends -> new Ends(ends.low - farther, ends.high + farther));
    }

    private LongSummaryStatistics range(ToLongFunction<MeasuredCollective> value) {
        return cells.stream().map(Cell::measured).mapToLong(value).summaryStatistics();
    }

    private List<Cell> of(@Nullable Kind kind, boolean large) {
        return cells.stream()
                .filter(cell -> cell.isLarge() == large
                        && (kind == null || cell.measured.operation() == kind)
                        && cell.known().findAny().isPresent())
                .toList();
    }

    private Optional<Ends> ends(@Nullable Kind kind, boolean large) {
        return known.computeIfAbsent(List.of(kind == null ? "" : kind, large), any -> mixed(kind, large));
    }

    private Optional<Ends> mixed(@Nullable Kind kind, boolean large) {
        List<Double> own = kind == null ? List.of() : residuals(of(kind, large));
        double ownWeight = own.size() / (own.size() + BORROWED);
        List<Weighted> mixture = new ArrayList<>();
        own.forEach(r -> mixture.add(new Weighted(r, ownWeight / own.size())));
        Collection<List<Cell>> all = of(null, large).stream()
                .collect(Collectors.groupingBy(cell -> cell.measured.operation(), TreeMap::new, Collectors.toList()))
                .values();
        double roots = all.stream()
                .mapToDouble(group -> Math.sqrt(residuals(group).size()))
                .sum();
        for (List<Cell> group : all) {
            List<Double> its = residuals(group);
            double weight = (1 - ownWeight) / (roots * Math.sqrt(its.size()));
            its.forEach(r -> mixture.add(new Weighted(r, weight)));
        }
        if (mixture.isEmpty()) {
            return Optional.empty();
        }
        double tail = (1 - COVERAGE) / 2;
        double wider = widening(all);
        return Optional.of(new Ends(
                Math.min(wider * quantile(mixture, tail), -LEAST),
                Math.max(wider * quantile(mixture, 1 - tail), LEAST)));
    }

    private static List<Double> residuals(List<Cell> of) {
        return of.stream().flatMapToDouble(Cell::known).boxed().toList();
    }

    /** Returns the factor by which a small number of families widens the ends. */
    private static double widening(Collection<List<Cell>> all) {
        List<double[]> groups = all.stream()
                .flatMap(of -> of.stream()
                        .collect(Collectors.groupingBy(
                                cell -> cell.measured.layout(), TreeMap::new, Collectors.toList()))
                        .values()
                        .stream())
                .map(group -> Doubles.toArray(residuals(group)))
                .toList();
        int count = groups.size();
        if (count < 2) {
            return 2;
        }
        double squares = 0;
        double inverses = 0;
        int freedom = -count;
        for (double[] group : groups) {
            squares += StatUtils.variance(group) * (group.length - 1);
            inverses += 1.0 / group.length;
            freedom += group.length;
        }
        double inside = squares / Math.max(1, freedom);
        double[] means = groups.stream().mapToDouble(StatUtils::mean).toArray();
        double between = StatUtils.variance(means) - inside * inverses / count;
        if (!(between > 0)) {
            return 1;
        }
        double t = Math.min(MOST_T, LineFit.studentQuantile(count - 1, COVERAGE));
        double whole = t * t * (1 + 1.0 / count) / (NORMAL_QUANTILE * NORMAL_QUANTILE);
        return Math.sqrt(1 + between / (between + inside) * (whole - 1));
    }

    /** Returns the factor between predicted and measured ratios of two algorithms of a point; NaN if unknown. */
    private double ratio(boolean large) {
        List<Weighted> differences = new ArrayList<>();
        of(null, large).stream()
                .filter(cell -> !cell.measured.isOfMessages())
                .collect(Collectors.groupingBy(
                        cell -> CollectiveEvaluation.point(cell.measured), LinkedHashMap::new, Collectors.toList()))
                .values()
                .forEach(point -> {
                    for (int i = 0; i < point.size(); i++) {
                        for (int j = 0; j < i; j++) {
                            for (int family = 0; family < FAMILIES.size(); family++) {
                                double difference = point.get(i).residuals.get(family)
                                        - point.get(j).residuals.get(family);
                                if (!Double.isNaN(difference)) {
                                    differences.add(new Weighted(Math.abs(difference), 1));
                                }
                            }
                        }
                    }
                });
        return differences.size() < FEW ? Double.NaN : Math.exp(quantile(differences, COVERAGE));
    }

    /** Returns a weighted quantile; each value is at the middle of its weight. */
    private static double quantile(List<Weighted> values, double share) {
        List<Weighted> sorted = new ArrayList<>(values);
        sorted.sort(Comparator.comparingDouble(Weighted::value));
        double all = sorted.stream().mapToDouble(Weighted::weight).sum();
        double before = 0;
        double last = 0;
        for (int i = 0; i < sorted.size(); i++) {
            Weighted next = sorted.get(i);
            double at = (before + next.weight / 2) / all;
            if (share <= at) {
                return i == 0
                        ? next.value
                        : next.value - (next.value - sorted.get(i - 1).value) * (at - share) / (at - last);
            }
            before += next.weight;
            last = at;
        }
        return sorted.get(sorted.size() - 1).value;
    }
}
