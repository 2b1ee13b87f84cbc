package org.tailback.fit.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.stat.descriptive.rank.Median;

/**
 * The hosts 0 and 1 as partners. Either host 0 measures while host 1 answers, or both measure and answer at the same
 * time. The latter is the method of Nomura, Matsuba and Ishikawa to measure g(m) (2007, section III.C).
 *
 * @param bothEnds true if both hosts measure at the same time; each host then performs an exchange {@value
 *     #OVERLAPPING} times. The time is the median of all exchanges except the first and the last, because these
 *     exchanges certainly overlap the exchanges of the other host
 */
public record HostPair(Hosts hosts, boolean bothEnds) implements RoundTrip {
    private static final int OVERLAPPING = 10;

    @Override
    public double measure(Exchange exchange) {
        int times = bothEnds && !hosts.areDeterministic() ? OVERLAPPING : 1;
        List<Flow> flows = new ArrayList<>(List.of(new Flow(0, 1, exchange, times)));
        if (bothEnds) {
            flows.add(new Flow(1, 0, exchange, times));
        }
        return new Median()
                .evaluate(hosts.measure(flows).stream()
                        .flatMapToDouble(seconds -> seconds.length < OVERLAPPING
                                ? Arrays.stream(seconds)
                                : IntStream.range(1, seconds.length - 1).mapToDouble(i -> seconds[i]))
                        .toArray());
    }

    @Override
    public boolean isDeterministic() {
        return hosts.areDeterministic();
    }

    @Override
    public String direction() {
        return bothEnds ? "both ends at once" : "one way";
    }

    @Override
    public String description() {
        return hosts.description();
    }

    @Override
    public void close() {
        hosts.close();
    }
}
