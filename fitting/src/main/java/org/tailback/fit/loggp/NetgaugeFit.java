package org.tailback.fit.loggp;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.tailback.fit.loggp.NetgaugeFile.Row;
import org.tailback.fit.statistics.LineFit;

/**
 * Netgauge's own computation from round-trip times to LogGP parameters, so that its numbers can be checked and shown
 * beside ours. Microseconds.
 *
 * <p>Sizes come one by one. After each, with y(s) = (PRTT(n,0,s) - PRTT(1,0,s))/(n-1): L = PRTT(1,0,1)/2;
 * o_s = (PRTT(n,d,s) - PRTT(1,0,s))/(n-1) - d; g (at s = 0) and G from the line through all (s, y) since the last
 * protocol change, lsqu = root of its mean squared deviation. With at least 7 points, let c be the fifth from the end:
 * if lsqu of the points before c is at least 0.15 us and the lsqu with c, and with c and one, two and three more, is at
 * least twice that, "we detected a protocol change at c": the line before c is reported, c is forgotten, and the next
 * protocol begins with the four points after it. While lsqu exceeds 100 us, points above the line by twice lsqu are
 * forgotten.
 *
 * <p>This way of reading the rule is the one that reproduces both sample files, row by row ({@code NetgaugeTest}). It
 * misses changes after a very regular protocol (lsqu below 0.15 us) and keeps the line bent by the switch: see {@link
 * LogGpFit}.
 *
 * @param latency L
 * @param protocols the lines at the end of every protocol, in order
 * @param rows one for every line of the file that Netgauge would write: the raw columns as given, the others computed
 */
public record NetgaugeFit(double latency, List<Protocol> protocols, List<Row> rows) {
    private static final int MINIMUM_POINTS = 7;
    private static final int BACK = 5;
    private static final double FLOOR = 0.15;
    private static final double FACTOR = 2;
    private static final double TOO_BAD = 100;
    private static final double SECONDS = 1e-6;

    public NetgaugeFit {
        rows = ImmutableList.copyOf(rows);
        protocols = ImmutableList.copyOf(protocols);
    }

    /**
     * What Netgauge says of one protocol, in microseconds and microseconds per byte.
     *
     * @param fromBytes first size used
     * @param toBytes last size used
     * @param changeBytes the size that it calls the protocol change; 0 for the last protocol
     * @param gap g: the line at s = 0
     * @param gapPerByte G
     * @param deviation lsqu
     */
    public record Protocol(
            long fromBytes, long toBytes, long changeBytes, double gap, double gapPerByte, double deviation) {
        private Protocol times(double factor) {
            return new Protocol(fromBytes, toBytes, changeBytes, gap * factor, gapPerByte * factor, deviation * factor);
        }
    }

    /** Returns the same in seconds. */
    public NetgaugeFit inSeconds() {
        return new NetgaugeFit(
                latency * SECONDS,
                protocols.stream().map(protocol -> protocol.times(SECONDS)).toList(),
                rows.stream().map(row -> row.times(SECONDS)).toList());
    }

    /** The sizes at which it sees a protocol change. */
    public List<Long> changes() {
        return protocols.stream()
                .map(Protocol::changeBytes)
                .filter(bytes -> bytes > 0)
                .toList();
    }

    /**
     * Computes everything from the raw columns. O(rows * points of a protocol).
     *
     * @throws org.tailback.error.InputException if there are no raw columns
     */
    public static NetgaugeFit of(NetgaugeFile file) {
        file.requireRawColumns();
        Run run = new Run(file.rows().get(0).single() / 2);
        Row previous = null;
        for (Row row : file.rows()) {
            if (previous == null || previous.bytes() != row.bytes()) {
                run.add(row);
            }
            previous = row;
        }
        return run.end();
    }

    /** The state after some sizes. */
    private static final class Run {
        private final double latency;
        private final List<Row> rows = new ArrayList<>();
        private final List<Protocol> protocols = new ArrayList<>();
        private final List<double[]> points = new ArrayList<>();

        Run(double latency) {
            this.latency = latency;
        }

        void add(Row row) {
            points.add(new double[] {row.bytes(), (row.burst() - row.single()) / (row.messages() - 1)});
            int before = points.size() - BACK;
            if (points.size() >= MINIMUM_POINTS && isChange(before)) {
                protocols.add(protocol(before, (long) points.get(before)[0]));
                rows.add(row(row, before));
                points.subList(0, before + 1).clear();
            }
            rows.add(row(row, points.size()));
            forgetOutliers();
        }

        private boolean isChange(int before) {
            double deviation = deviation(before);
            boolean change = deviation >= FLOOR;
            for (int j = 1; change && j < BACK; j++) {
                change = deviation(before + j) >= FACTOR * deviation;
            }
            return change;
        }

        private void forgetOutliers() {
            while (points.size() > 3 && deviation(points.size()) > TOO_BAD) {
                LineFit line = line(points.size());
                if (!points.removeIf(point -> point[1] - line.at(point[0]) > 2 * line.residual())) {
                    return;
                }
            }
        }

        private double deviation(int count) {
            return count < 3 ? Double.NaN : line(count).residual();
        }

        private LineFit line(int count) {
            return LineFit.of(
                    points.stream().mapToDouble(point -> point[0]).toArray(),
                    points.stream().mapToDouble(point -> point[1]).toArray(),
                    0,
                    count);
        }

        private Row row(Row row, int count) {
            boolean fits = count >= 2;
            return new Row(
                    row.bytes(),
                    row.messages(),
                    row.single(),
                    row.burst(),
                    row.delayed(),
                    latency,
                    (row.delayed() - row.single()) / (row.messages() - 1) - row.single(),
                    row.receiveOverhead(),
                    fits ? line(count).intercept() : Double.NaN,
                    fits ? line(count).slope() : Double.NaN,
                    deviation(count));
        }

        private Protocol protocol(int count, long changeBytes) {
            LineFit line = count >= 2 ? line(count) : new LineFit(count, Double.NaN, Double.NaN, Double.NaN, 0, 0);
            return new Protocol(
                    (long) points.get(0)[0],
                    (long) points.get(count - 1)[0],
                    changeBytes,
                    line.intercept(),
                    line.slope(),
                    deviation(count));
        }

        NetgaugeFit end() {
            protocols.add(protocol(points.size(), 0));
            return new NetgaugeFit(latency, protocols, rows);
        }
    }
}
