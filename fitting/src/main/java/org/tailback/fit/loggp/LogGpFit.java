package org.tailback.fit.loggp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.tailback.error.InputException;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.IsolatedOutliers;
import org.tailback.fit.statistics.LineFit;
import org.tailback.units.Readable;

/**
 * LogGP parameters from parametrised round-trip times, after Hoefler, Lichei and Rehm [1].
 *
 * <p><b>Equations</b>:
 *
 * <pre>
 * PRTT(1,0,s) = 2 (L + 2o + (s-1) G)                                          (1)
 * PRTT(n,d,s) = PRTT(1,0,s) + (n-1) max(o + d, g + (s-1) G)                   (5)
 * o(s) = (PRTT(n,d,s) - PRTT(1,0,s)) / (n-1) - d       for d > g + (s-1) G    (6)
 * y(s) = (PRTT(n,0,s) - PRTT(1,0,s)) / (n-1) = g + (s-1) G                    (7)
 * </pre>
 *
 * G is the slope of the least-squares line through (s, y(s)), g its value at s = 1. Where the deviation from the line
 * begins to grow and stays larger, another protocol begins ({@link ProtocolChanges}, section 3.5), with individual o, g
 * and G.
 *
 * <p><b>Worked example</b> ([1] Table 2, NMPI over SCI, in {@code LogGpFitTest}): with L = 5.48, o = 6.10, g = 7.78, G
 * = 0.0045 us up to 11265 bytes and g = 13.34, G = 0.0037 beyond, n = 16, the fit returns these numbers and the change
 * at 12289.
 *
 * <p><b>Choices not in the paper.</b> (a) The paper reports PRTT(1,0,1)/2 as L, which is L + 2o by (1): both are
 * returned, under different names. (b) o is measured per size and may grow with the size; a protocol's o is the o of
 * its smallest size (Table 2 prints o(1)). (c) Rounding would split noise-free data, and chance would split small
 * numbers of points. A floor, a minimum number of points and an F test prevent such splits. (d) At sizes where o > g +
 * (s-1) G, a burst measures o: for MPICH2 over TCP in Table 2, s = 1 changes g from 0.915 to 1.0703918 us. Such a point
 * is omitted as an outlier. It is reported together with the line of all points ({@code
 * LogGpFitTest.table2_mpich2Tcp_…}).
 *
 * <p><b>Inputs.</b> Times are in seconds and sizes in bytes; at least three sizes are needed. <b>When not to use
 * it.</b> The intervals assume errors of constant magnitude within a protocol. Noise that grows with the message size
 * makes the intervals of g too wide and the intervals of G too narrow. The cost is O(points) per protocol.
 *
 * <p>[1] T. Hoefler, A. Lichei, W. Rehm: Low-Overhead LogGP Parameter Assessment for Modern Interconnection Networks.
 * IPDPS 2007.
 */
public final class LogGpFit {
    private final PrttSeries series;
    private final LogGpOptions options;
    private final List<String> remarks;
    private final List<LogGpParameters.Outlier> outliers = new ArrayList<>();

    private LogGpFit(PrttSeries series, LogGpOptions options) {
        this.series = series;
        this.options = options;
        this.remarks = new ArrayList<>(series.remarks());
    }

    /**
     * Returns the parameters of a series.
     *
     * @throws InputException if the series has fewer than three usable sizes
     */
    public static LogGpParameters fit(PrttSeries series, LogGpOptions options) {
        return new LogGpFit(series, options).parameters();
    }

    private LogGpParameters parameters() {
        List<PrttPoint> points = series.points();
        if (points.size() < 3) {
            throw InputException.at(
                    series.source(),
                    "a LogGP fit needs at least three message sizes, found " + points.size(),
                    "Measure more sizes");
        }
        long unknown =
                points.stream().filter(point -> Double.isNaN(point.overhead())).count();
        if (unknown > 0) {
            remarks.add("o(s) cannot be determined at " + unknown + " of " + points.size()
                    + " sizes: the delay is not longer than the gap; measure them with d = PRTT(2,0,s)");
        }
        List<PrttPoint> usual = usual(points, PrttPoint::gap, "gap");
        List<Long> starts = new ArrayList<>(List.of(points.get(0).bytes()));
        new ProtocolChanges(values(usual, PrttPoint::bytes), values(usual, PrttPoint::gap), options)
                .find()
                .forEach(change -> starts.add(usual.get(change).bytes()));
        List<LogGpParameters.Protocol> protocols = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            long from = starts.get(i);
            long end = i + 1 < starts.size() ? starts.get(i + 1) : Long.MAX_VALUE;
            protocols.add(protocol(between(from, end, points), between(from, end, usual)));
        }
        PositiveGapPerByte.keep(protocols, remarks);
        PrttPoint smallest = points.get(0);
        long more = smallest.bytes() - 1;
        if (more > 0) {
            remarks.add("the smallest measured size is " + smallest.bytes()
                    + " B; the time for 1 B is extrapolated by subtracting " + more + " G (equation 1)");
        }
        LogGpParameters.Protocol first = protocols.get(0);
        double half =
                smallest.single() / 2 - more * Math.max(0, first.gapPerByte().value());
        double o = Double.isNaN(smallest.overhead()) ? first.overhead().value() : smallest.overhead();
        if (Double.isNaN(o)) {
            remarks.add("L cannot be determined without o; use half the round trip");
        } else if (half < 2 * o) {
            remarks.add(
                    "L = PRTT/2 - 2o = " + Readable.seconds(half - 2 * o)
                            + " is negative: overhead and latency overlap (Hoefler 2007, section 3.4); use half the round trip");
        }
        return new LogGpParameters(series.source(), half - 2 * o, half, smallest.bytes(), protocols, outliers, remarks);
    }

    private static List<PrttPoint> between(long from, long end, List<PrttPoint> points) {
        return points.stream()
                .filter(point -> point.bytes() >= from && point.bytes() < end)
                .toList();
    }

    private static double[] values(List<PrttPoint> points, ToDoubleFunction<PrttPoint> value) {
        return points.stream().mapToDouble(value).toArray();
    }

    private static LineFit line(List<PrttPoint> points, ToDoubleFunction<PrttPoint> value) {
        return LineFit.of(values(points, PrttPoint::bytes), values(points, value));
    }

    /** Returns the points of a quantity without its outliers, and records the outliers. */
    private List<PrttPoint> usual(List<PrttPoint> points, ToDoubleFunction<PrttPoint> value, String quantity) {
        double[] x = values(points, PrttPoint::bytes);
        double[] y = values(points, value);
        boolean[] off = options.dropOutliers() ? IsolatedOutliers.find(x, y, options.floor()) : new boolean[x.length];
        List<PrttPoint> usual = new ArrayList<>();
        for (int i = 0; i < x.length; i++) {
            if (!off[i]) {
                usual.add(points.get(i));
                continue;
            }
            int near = i == 0 ? 1 : i - 1;
            int far = i == 0 ? 2 : i == x.length - 1 ? i - 2 : i + 1;
            double expected = y[near] + (y[far] - y[near]) / (x[far] - x[near]) * (x[i] - x[near]);
            outliers.add(new LogGpParameters.Outlier(points.get(i).bytes(), quantity, y[i], expected));
        }
        return usual;
    }

    private LogGpParameters.Protocol protocol(List<PrttPoint> all, List<PrttPoint> usual) {
        long from = all.get(0).bytes();
        LineFit line = line(usual, PrttPoint::gap);
        if (line.at(1) < 0 && line.slope() > 0) {
            remarks.add("g of the protocol from " + from + " B is negative: its gap is not linear in the size; "
                    + "fit a PlogP table instead (fit plogp)");
        }
        if (line.points() == 2) {
            remarks.add("the protocol from " + from
                    + " B has only two sizes: the error of its g and G cannot be determined");
        }
        return new LogGpParameters.Protocol(
                from,
                all.get(all.size() - 1).bytes(),
                overhead(all),
                Estimate.at(line, 1),
                Estimate.slope(line),
                line,
                line(all, PrttPoint::gap));
    }

    /**
     * Returns o at the first size where it is known and not an outlier. Its error is the scatter of o about the fitted
     * line of o.
     */
    private Estimate overhead(List<PrttPoint> points) {
        List<PrttPoint> usual = usual(
                points.stream().filter(point -> !Double.isNaN(point.overhead())).toList(),
                PrttPoint::overhead,
                "overhead");
        if (usual.isEmpty()) {
            return Estimate.withoutError(Double.NaN);
        }
        double scatter =
                usual.size() < 3 ? Double.NaN : line(usual, PrttPoint::overhead).residual();
        return Estimate.of(usual.get(0).overhead(), scatter, usual.size() - 2);
    }
}
