package org.tailback.fit.loggp;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The transports of Table 2 of Hoefler, Lichei and Rehm 2007 as a model to measure; microseconds. */
enum TableTwoTransport {
    SCI(5.48, 6.10, new double[] {1, 7.78, 0.0045}, new double[] {12289, 13.34, 0.0037}),
    OPENIB(5.96, 4.72, new double[] {1, 5.14, 0.00073}, new double[] {12289, 21.39, 0.00103}),
    GM(10.53, 1.27, new double[] {1, 9.44, 0.0092}, new double[] {32769, 52.01, 0.0042}),
    TCP(45.74, 3.46, new double[] {1, 0.915, 0.00849});

    static final int MESSAGES = 16;

    final double latency;
    final double overhead;
    final List<double[]> protocols;

    TableTwoTransport(double latency, double overhead, double[]... protocols) {
        this.latency = latency;
        this.overhead = overhead;
        this.protocols = List.of(protocols);
    }

    double gapAll(long bytes) {
        double[] of = protocols.get(0);
        for (double[] protocol : protocols) {
            of = protocol[0] <= bytes ? protocol : of;
        }
        return of[1] + (bytes - 1) * of[2];
    }

    double perByte(long bytes) {
        return protocols.size() > 1 && bytes >= protocols.get(1)[0]
                ? protocols.get(1)[2]
                : protocols.get(0)[2];
    }

    /** Sizes 1 + 1024 k for k < 64, each time multiplied by 1 + noise * a normal number. */
    PrttSeries measure(double noise, Random random) {
        List<PrttPoint> points = new ArrayList<>();
        for (int k = 0; k < 64; k++) {
            long bytes = 1 + 1024L * k;
            double single = 2 * (latency + 2 * overhead + (bytes - 1) * perByte(bytes));
            double burst = single + (MESSAGES - 1) * Math.max(overhead, gapAll(bytes));
            double delay = single;
            double delayed = single + (MESSAGES - 1) * Math.max(overhead + delay, gapAll(bytes));
            points.add(new PrttPoint(
                    bytes,
                    MESSAGES,
                    single * 1e-6 * (1 + noise * random.nextGaussian()),
                    burst * 1e-6 * (1 + noise * random.nextGaussian()),
                    delayed * 1e-6 * (1 + noise * random.nextGaussian()),
                    delay * 1e-6));
        }
        return new PrttSeries(name(), points, List.of());
    }

    PrttSeries measure() {
        return measure(0, new Random(0));
    }

    List<Long> changes() {
        return protocols.stream().skip(1).map(protocol -> (long) protocol[0]).toList();
    }
}
