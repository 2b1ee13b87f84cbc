package org.tailback.model.sharing.infiniband;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collection;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;
import org.tailback.testing.FlowsInFlight;
import org.tailback.testing.FlowsInFlight.Flow;

class VienneInfiniBandTest extends BandwidthSharingContract {
    @Override
    protected SharingModel model() {
        return VienneInfiniBand.DEFAULT;
    }

    @Test
    void vienneThesis_tournament() {
        double[] penalties =
                FlowsInFlight.of(model(), cluster(), "0>1 0>2 0>3 1>2 1>3 2>3").penalties();
        assertThat(penalties)
                .containsExactly(new double[] {3.74625, 3.74625, 3.74625, 2.4975, 2.895, 2.895}, within(4e-12));
    }

    @Test
    void penalties_randomGraphs_equalTheDefinition() {
        for (long seed = 0; seed < 2000; seed++) {
            FlowsInFlight network = randomGraph(new Random(seed));
            Collection<Flow> edges = network.flows().values();
            for (Flow e : edges) {
                double outgoing = edges.stream()
                        .filter(x -> x.source() == e.source())
                        .mapToDouble(x -> outgoing(edges, x))
                        .max()
                        .orElseThrow();
                double expected = Math.max(outgoing, incoming(edges, e));
                assertThat(network.penalty(e.number()))
                        .as("f%d of %s", e.number(), network)
                        .isCloseTo(expected, within(1e-12 * expected));
            }
        }
    }

    private static double outgoing(Collection<Flow> edges, Flow e) {
        long out = edges.stream().filter(x -> x.source() == e.source()).count();
        long in = edges.stream().filter(x -> x.destination() == e.destination()).count();
        return out == 1 ? 1 : in >= 3 ? out * 0.925 * 1.35 : out * 0.925;
    }

    private static double incoming(Collection<Flow> edges, Flow e) {
        long in = edges.stream().filter(x -> x.destination() == e.destination()).count();
        long senders = edges.stream()
                .filter(x -> x.destination() == e.destination())
                .map(Flow::source)
                .distinct()
                .count();
        long parallel = edges.stream()
                .filter(x -> x.destination() == e.destination() && x.source() == e.source())
                .count();
        return in == 1 ? 1 : senders * 0.965 * parallel;
    }

    @Test
    void penalty_belowOne_isRaisedAndCounted() {
        FlowsInFlight network = FlowsInFlight.of(new VienneInfiniBand(0.3, 0.4, 1), cluster(), "0>1 0>1 3>4");
        assertThat(network.penalties()).containsExactly(1, 1, 1);
        assertThat(network.sharing().warnings()).singleElement().asString().contains("2 penalties below 1");
    }
}
