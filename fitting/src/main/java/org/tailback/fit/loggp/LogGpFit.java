package org.tailback.fit.loggp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.IsolatedOutliers;
import org.tailback.fit.statistics.LineFit;
import org.tailback.units.Readable;

/**
 * Assesses LogGP parameters from parametrised round-trip times, after Hoefler, Lichei and Rehm [1].
 *
 * <p><b>Equations</b> (the extracted text of (3) and (4) shows fractions; they are sums):
 *
 * <pre>
 * PRTT(1,0,s) = 2 (L + 2o + (s-1) G)                                          (1)
 * PRTT(n,d,s) = PRTT(1,0,s) + (n-1) max(o + d, g + (s-1) G)                   (5)
 * o(s) = (PRTT(n,d,s) - PRTT(1,0,s)) / (n-1) - d       for d > g + (s-1) G    (6)
 * y(s) = (PRTT(n,0,s) - PRTT(1,0,s)) / (n-1) = g + (s-1) G                    (7)
 * </pre>
 *
 * G is the slope of the least-squares line through (s, y(s)), g its value at s = 1. Where the deviation from the line
 * begins to grow and stays larger, another protocol begins ({@link ProtocolChanges}, section 3.5), with its own o, g
 * and G.
 *
 * <p><b>Worked example</b> ([1] Table 2, NMPI over SCI, in {@code LogGpFitTest}): with L = 5.48, o = 6.10, g = 7.78, G
 * = 0.0045 us up to 11265 bytes and g = 13.34, G = 0.0037 beyond, n = 16, the fit returns these numbers and the change
 * at 12289.
 *
 * <p><b>Where the paper is silent.</b> (a) It reports PRTT(1,0,1)/2 as L, which is L + 2o by (1): both are returned,
 * under different names. (b) o is measured per size and may grow with it; a protocol's o is that of its smallest size
 * (Table 2 prints o(1)). (c) Noise-free data would split on rounding, a few lucky points on anything: hence floor,
 * minimum points and an F test. (d) At sizes where o > g + (s-1) G a burst measures o: in Table 2's MPICH2 over TCP, s
 * = 1 bends g from 0.915 to 1.0703918 us. Such a point is left out as an outlier and reported, with the line of all
 * points next to it ({@code LogGpFitTest.table2_mpich2Tcp_…}).
 *
 * <p><b>Inputs.</b> Seconds and bytes; at least three sizes. <b>When not to use it.</b> The intervals assume errors of
 * one size along a protocol; noise that grows with the size makes those of g too wide and those of G too narrow.
 * O(points) per protocol.
 *
 * <p>[1] T. Hoefler, A. Lichei, W. Rehm: Low-Overhead LogGP Parameter Assessment for Modern Interconnection Networks.
 * IPDPS 2007.
 */
public final class LogGpFit {
    private final PrttSeries series;
    private final LogGpOptions options;
    private final List<String> remarks;
    private final List<LogGpParameters.Outlier> outliers = new ArrayList<>();
    private int delaysTooShort;

    private LogGpFit(PrttSeries series, LogGpOptions options) {
        this.series = series;
        this.options = options;
        this.remarks = new ArrayList<>(series.remarks());
    }

    /**
     * Returns the parameters of a series.
     *
     * @throws InputException if it has fewer than three usable sizes
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
        double[] sizes = points.stream().mapToDouble(PrttPoint::bytes).toArray();
        double[] gaps = points.stream().mapToDouble(PrttPoint::gap).toArray();
        double[] overheads = points.stream().mapToDouble(this::overhead).toArray();
        if (delaysTooShort > 0) {
            remarks.add("o(s) cannot be told at " + delaysTooShort + " of " + points.size()
                    + " sizes: the delay is not longer than the gap; measure them with d = PRTT(2,0,s)");
        }
        boolean[] off = outliers(sizes, gaps, "gap");
        double[] keptSizes = kept(sizes, off);
        List<Long> starts = new ArrayList<>(List.of(points.get(0).bytes()));
        for (int change : ProtocolChanges.find(keptSizes, kept(gaps, off), options)) {
            starts.add((long) keptSizes[change]);
        }
        List<LogGpParameters.Protocol> protocols = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            long end = i + 1 < starts.size() ? starts.get(i + 1) : Long.MAX_VALUE;
            protocols.add(protocol(starts.get(i), end, sizes, gaps, overheads, off));
        }
        keepPositiveGapsPerByte(protocols);
        PrttPoint smallest = points.get(0);
        long more = smallest.bytes() - 1;
        if (more > 0) {
            remarks.add("the smallest message has " + smallest.bytes() + " B: that of 1 B takes " + more + " G less, by"
                    + " equation (1)");
        }
        double half = smallest.single() / 2
                - more * Math.max(0, protocols.get(0).gapPerByte().value());
        double o = Double.isNaN(overheads[0]) ? protocols.get(0).overhead().value() : overheads[0];
        if (Double.isNaN(o)) {
            remarks.add("L cannot be told, as o cannot; half the round trip can");
        } else if (half < 2 * o) {
            remarks.add(
                    "L = PRTT/2 - 2o = " + Readable.seconds(half - 2 * o)
                            + " is negative: overhead and latency overlap (Hoefler 2007, section 3.4); use half the round trip");
        }
        return new LogGpParameters(series.source(), half - 2 * o, half, smallest.bytes(), protocols, outliers, remarks);
    }

    private double overhead(PrttPoint point) {
        if (point.delay() <= point.gap()) {
            delaysTooShort++;
            return Double.NaN;
        }
        return point.overhead();
    }

    private boolean[] outliers(double[] x, double[] y, String quantity) {
        boolean[] off = options.dropOutliers() ? IsolatedOutliers.find(x, y, options.floor()) : new boolean[x.length];
        for (int i = 0; i < x.length; i++) {
            if (off[i]) {
                int near = i == 0 ? 1 : i - 1;
                int far = i == 0 ? 2 : i == x.length - 1 ? i - 2 : i + 1;
                double expected = y[near] + (y[far] - y[near]) / (x[far] - x[near]) * (x[i] - x[near]);
                outliers.add(new LogGpParameters.Outlier((long) x[i], quantity, y[i], expected));
            }
        }
        return off;
    }

    private static double[] kept(double[] values, boolean[] off) {
        double[] kept = new double[values.length];
        int count = 0;
        for (int i = 0; i < values.length; i++) {
            if (!off[i]) {
                kept[count++] = values[i];
            }
        }
        return Arrays.copyOf(kept, count);
    }

    private LogGpParameters.Protocol protocol(
            long from, long end, double[] sizes, double[] gaps, double[] overheads, boolean[] off) {
        int first = index(sizes, from);
        int last = index(sizes, end);
        boolean[] offHere = Arrays.copyOfRange(off, first, last);
        double[] sizesHere = Arrays.copyOfRange(sizes, first, last);
        double[] gapsHere = Arrays.copyOfRange(gaps, first, last);
        double[] overheadsHere = Arrays.copyOfRange(overheads, first, last);
        LineFit line = LineFit.of(kept(sizesHere, offHere), kept(gapsHere, offHere));
        if (line.at(1) < 0 && line.slope() > 0) {
            remarks.add("g of the protocol from " + from + " B is negative: its sizes do not lie on one line; "
                    + "a table by size (fit plogp) says more");
        }
        if (line.points() == 2) {
            remarks.add("the protocol from " + from + " B has two sizes only: no error of its g and G can be told");
        }
        return new LogGpParameters.Protocol(
                (long) sizesHere[0],
                (long) sizesHere[sizesHere.length - 1],
                overhead(sizesHere, overheadsHere),
                Estimate.at(line, 1),
                Estimate.slope(line),
                line,
                LineFit.of(sizesHere, gapsHere));
    }

    /**
     * Replaces each G that is not positive by that of another protocol; g then is where that slope passes the middle.
     */
    private void keepPositiveGapsPerByte(List<LogGpParameters.Protocol> protocols) {
        double[] fitted = protocols.stream()
                .mapToDouble(protocol -> protocol.gapPerByte().value())
                .toArray();
        double[] kept = PositiveGapPerByte.of(fitted);
        for (int i = 0; i < kept.length; i++) {
            if (kept[i] != fitted[i]) {
                LogGpParameters.Protocol protocol = protocols.get(i);
                LineFit line = protocol.line();
                remarks.add("G of the protocol from " + protocol.fromBytes() + " to " + protocol.toBytes()
                        + " B is fitted as " + Readable.seconds(fitted[i]) + " per byte, which is not positive: G "
                        + Readable.seconds(kept[i]) + " of the nearest protocol with a positive G is kept instead");
                double gap = line.at(line.meanX()) - kept[i] * (line.meanX() - 1);
                protocols.set(i, protocol.withGaps(Estimate.withoutError(gap), Estimate.withoutError(kept[i])));
            }
        }
    }

    /** o at the first size where it is known and no outlier, with the scatter of o about its line as its error. */
    private Estimate overhead(double[] sizes, double[] overheads) {
        boolean[] unknown = new boolean[sizes.length];
        for (int i = 0; i < sizes.length; i++) {
            unknown[i] = Double.isNaN(overheads[i]);
        }
        double[] knownSizes = kept(sizes, unknown);
        double[] known = kept(overheads, unknown);
        boolean[] off = outliers(knownSizes, known, "overhead");
        double[] usual = kept(known, off);
        if (usual.length == 0) {
            return Estimate.withoutError(Double.NaN);
        }
        double scatter = usual.length < 3
                ? Double.NaN
                : LineFit.of(kept(knownSizes, off), usual).residual();
        return Estimate.of(usual[0], scatter, usual.length - 2);
    }

    private static int index(double[] sizes, long bytes) {
        int index = 0;
        while (index < sizes.length && sizes[index] < bytes) {
            index++;
        }
        return index;
    }
}
