package org.tailback.fit.penalties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.fit.graphs.Shape;
import org.tailback.model.graph.GraphLanguage;
import org.tailback.model.sharing.gigabit.GigabitEthernet;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;
import org.tailback.testing.FlowsInFlight;

class MeasuredPenaltiesTest extends BandwidthSharingContract {
    private static final SharingModel MODEL = new MeasuredPenalties(
            new ShapeLibrary(List.of(
                    measured("a:0>1 b:0>2", 1.99, 1.99),
                    measured("a:0>1 b:1>0", 1.03, 1.03),
                    measured("a:0>1 b:0>2 c:3>2", 1.4, 3.1, 1.5),
                    measured("a:0>1 b:1>2 c:2>0", 1.02, 1.02, 1.02))),
            GigabitEthernet.DEFAULT);

    private static ShapeLibrary.MeasuredShape measured(String graph, Double... penalties) {
        return new ShapeLibrary.MeasuredShape("seeded", Shape.of(GraphLanguage.inline(graph, 1)), List.of(penalties));
    }

    @Override
    protected SharingModel model() {
        return MODEL;
    }

    @Test
    void star_ofTwo_isMeasured_ofThree_isTheOtherModels() {
        FlowsInFlight network = FlowsInFlight.of(MODEL, Cluster.of(9, 1), "7>3 7>1");
        assertThat(network.penalties()).containsExactly(new double[] {1.99, 1.99}, within(1e-12));
        assertThat(network.sharing().warnings()).isEmpty();
        network.start(2, 7, 8);
        network.recompute();
        for (double penalty : network.penalties()) {
            assertThat(penalty).isCloseTo(2.25, within(1e-12));
        }
        assertThat(network.sharing().warnings())
                .containsExactly(
                        "measured-penalties: 3 of 5 penalties are those of gigabit-ethernet, because their shapes were not"
                                + " measured");
        network.end(0);
        network.recompute();
        assertThat(network.penalties()).containsExactly(new double[] {1.99, 1.99}, within(1e-12));
    }

    @Test
    void components_areLookedUpSeparately() {
        FlowsInFlight network = FlowsInFlight.of(MODEL, Cluster.of(12, 1), "0>1 0>2 3>2 4>5 5>4 6>7 8>9 8>10 8>11");
        assertThat(network.penalties()[0]).isCloseTo(1.4, within(1e-12));
        assertThat(network.penalties()[1]).isCloseTo(3.1, within(1e-12));
        assertThat(network.penalties()[2]).isCloseTo(1.5, within(1e-12));
        assertThat(network.penalties()[4]).isCloseTo(1.03, within(1e-12));
        assertThat(network.penalties()[5]).isEqualTo(1);
        assertThat(network.penalties()[8]).isCloseTo(2.25, within(1e-12));
        assertThat(network.explain(1).parts().get(1).name()).contains("measured");
        assertThat(network.explain(8).parts().get(1).name()).contains("of gigabit-ethernet");
    }

    @Test
    void alikeMessages_haveTheMeanOfWhatWasMeasured() {
        ShapeLibrary.MeasuredShape star = measured("a:0>1 b:0>2", 1.9, 2.1);
        assertThat(star.penalties()).containsExactly(2.0, 2.0);
    }

    @Test
    void platformFile_mistakesHaveTheirPlace() {
        assertThatThrownBy(() -> read("otherwise: measured-penalties")).hasMessageContaining("itself");
        assertThatThrownBy(() -> read("shapes: [{graph: \"a:0>1 b:2>3\", penalties: {a: 1, b: 1}}]"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("must be connected");
        assertThatThrownBy(() -> read("shapes: [{graph: \"a:0>1 b:0>2\", penalties: {a: 0.5, b: 1}}]"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(">= 1");
        assertThatThrownBy(() -> read("shapes: [{graph: \"a:0>1 b:0>2\", penalties: {a: 2, c: 1}}]"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'c'");
    }

    private static SharingModel read(String line) {
        return PlatformFile.parse("network:\n  model: measured-penalties\n  " + line + "\n", "f")
                .model(Overrides.NONE, Registry.load());
    }
}
