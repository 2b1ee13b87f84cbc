package org.tailback.fit.loggp;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hipparchus.stat.descriptive.rank.Median;
import org.tailback.error.InputException;
import org.tailback.output.NoOutput;

/**
 * Parametrised round-trip times of one path over many message sizes, in ascending order and with each size once.
 * Instances are immutable.
 *
 * @param source name of the data: a file's name, or a description
 * @param points the sizes in ascending order
 * @param remarks data that were dropped or chosen while reading, one sentence each
 */
public record PrttSeries(String source, List<PrttPoint> points, List<String> remarks) {
    /** Sorts the points, drops unusable points with a remark, and keeps the first point of each size. */
    public PrttSeries {
        List<String> all = new ArrayList<>(remarks);
        Map<Long, PrttPoint> bySize = new TreeMap<>();
        for (PrttPoint point : points) {
            if (!point.isUsable()) {
                all.add("dropped " + point + ": a time is missing, not finite or not positive");
            } else if (bySize.putIfAbsent(point.bytes(), point) != null) {
                all.add("dropped a second row for " + point.bytes() + " B");
            }
        }
        points = ImmutableList.copyOf(bySize.values());
        remarks = ImmutableList.copyOf(all);
    }

    /**
     * One repeated measurement of PRTT(n, d, s).
     *
     * @param bytes s
     * @param messages n, >= 1
     * @param delay d in seconds
     * @param seconds times of the repetitions
     */
    public record Cell(
            long bytes,
            int messages,
            double delay,
            @NoOutput double[] seconds) {
        /** Returns the median of the repetitions, in seconds. */
        public double median() {
            return new Median().evaluate(seconds);
        }
    }

    /**
     * Returns the medians of repeated measurements. For each size, these are the measurement with n = 1, the
     * measurement with the largest n and no delay, and the measurement with the same n and the longest delay.
     *
     * @param before remarks on the cells
     * @throws InputException if no size has all three measurements
     */
    public static PrttSeries ofCells(String source, List<Cell> cells, List<String> before) {
        List<String> remarks = new ArrayList<>(before);
        Map<Long, List<Cell>> bySize = new TreeMap<>();
        for (Cell cell : cells) {
            double[] finite = Arrays.stream(cell.seconds())
                    .filter(seconds -> seconds > 0 && seconds < Double.POSITIVE_INFINITY)
                    .toArray();
            if (finite.length < cell.seconds().length) {
                remarks.add("dropped " + (cell.seconds().length - finite.length) + " of " + cell.seconds().length
                        + " repetitions of PRTT(" + cell.messages() + "," + cell.delay() + "," + cell.bytes()
                        + "): not finite or not positive");
            }
            if (finite.length > 0) {
                bySize.computeIfAbsent(cell.bytes(), size -> new ArrayList<>())
                        .add(new Cell(cell.bytes(), cell.messages(), cell.delay(), finite));
            }
        }
        List<PrttPoint> points = new ArrayList<>();
        bySize.forEach((bytes, ofSize) -> {
            int most = ofSize.stream().mapToInt(Cell::messages).max().orElse(1);
            double single = Double.NaN;
            double burst = Double.NaN;
            double delayed = Double.NaN;
            double delay = 0;
            for (Cell cell : ofSize) {
                if (cell.messages() == 1) {
                    single = cell.median();
                } else if (cell.messages() == most && cell.delay() == 0) {
                    burst = cell.median();
                } else if (cell.messages() == most && cell.delay() > delay) {
                    delay = cell.delay();
                    delayed = cell.median();
                }
            }
            points.add(new PrttPoint(bytes, most, single, burst, delayed, delay));
        });
        PrttSeries series = new PrttSeries(source, points, remarks);
        if (series.points().isEmpty()) {
            throw InputException.at(
                    source,
                    "no message size has all of PRTT(1,0,s), PRTT(n,0,s) and PRTT(n,d,s) with n >= 2 and d > 0",
                    "Measure them, for example with 'tailback measure'");
        }
        return series;
    }
}
