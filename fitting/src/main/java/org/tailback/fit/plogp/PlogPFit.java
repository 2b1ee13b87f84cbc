package org.tailback.fit.plogp;

import java.util.ArrayList;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.fit.loggp.PrttPoint;
import org.tailback.fit.loggp.PrttSeries;
import org.tailback.units.Readable;

/**
 * A PlogP table from parametrised round-trip times that were measured for a LogGP fit:
 *
 * <pre>
 * g(m)  = (PRTT(n,0,m) - PRTT(1,0,m)) / (n - 1)        what each further message adds
 * L     = PRTT(1,0,m)/2 - g(m)   of the smallest m     RTT = 2 (L + g), Nomura et al. 2007, eq. (1)
 * os(m) = o(m) of Hoefler et al. 2007, eq. (6)         or(m) is not known: NaN
 * </pre>
 *
 * Unlike the fit of lines it follows g wherever it goes, and smooths nothing.
 */
public final class PlogPFit {
    private PlogPFit() {}

    /**
     * The table.
     *
     * @throws InputException if the series is empty
     */
    public static PlogPParameters of(PrttSeries series) {
        if (series.points().isEmpty()) {
            throw InputException.at(series.source(), "no usable sizes", "Measure some");
        }
        List<String> remarks = new ArrayList<>(series.remarks());
        List<PlogPParameters.Entry> entries = new ArrayList<>();
        int falling = 0;
        double previous = 0;
        for (PrttPoint point : series.points()) {
            falling += point.gap() < previous ? 1 : 0;
            previous = point.gap();
            entries.add(new PlogPParameters.Entry(
                    point.bytes(),
                    point.gap(),
                    point.delay() > point.gap() ? point.overhead() : Double.NaN,
                    Double.NaN));
        }
        long negative = entries.stream().filter(entry -> entry.gap() < 0).count();
        if (negative > 0) {
            remarks.add("g of " + negative + " sizes is negative, which noise gives; it counts as 0");
        }
        if (falling > 0) {
            remarks.add("g falls from one size to the next " + falling + " times: noise, or a change of protocol");
        }
        PrttPoint smallest = series.points().get(0);
        double latency = smallest.single() / 2 - smallest.gap();
        if (latency < 0) {
            remarks.add("L = PRTT/2 - g = " + Readable.seconds(latency) + " is negative; it counts as 0");
        }
        return new PlogPParameters(series.source(), latency, false, entries, remarks);
    }
}
